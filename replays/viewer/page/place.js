// Where a reader is: kept in the link, so that a link leads to the same moment, seen the same way.

const PLAIN = ["log", "at", "seat", "lang", "tab", "why", "q"];

/** Read a place from a link; what it does not name is absent. */
export function read(hash) {
  const told = new URLSearchParams(hash.replace(/^#/, ""));
  const place = {};
  for (const name of PLAIN) if (told.has(name)) place[name] = told.get(name);
  if (/^\d+$/.test(place.at ?? "")) place.at = Number(place.at);
  if (told.has("notes")) place.notes = notesFrom(told.get("notes"));
  return place;
}

/** Write a place as the part of a link behind `#`. */
export function write(place) {
  const told = new URLSearchParams();
  for (const name of PLAIN) {
    if (place[name] !== undefined && place[name] !== "") told.set(name, place[name]);
  }
  if (place.notes.size) told.set("notes", notesTo(place.notes));
  return `#${told}`;
}

/** Notes are kept by log and record: `a:231`. */
function notesTo(notes) {
  const bytes = new TextEncoder().encode(JSON.stringify([...notes]));
  const coded = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return coded.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function notesFrom(text) {
  try {
    const coded = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(coded, (sign) => sign.charCodeAt(0));
    return checked(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return new Map();
  }
}

/** Return what is a note of a list that anybody may have written. */
export function checked(list) {
  if (!Array.isArray(list)) return new Map();
  return new Map(list.filter((one) => Array.isArray(one) && one.length === 2
    && /^[ab]:\d+$/.test(one[0]) && typeof one[1] === "string" && one[1]));
}

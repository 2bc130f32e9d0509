// Notes that a reader adds: they stay in the link, and can be saved to a file and read again.

import { el } from "./dom.js";
import { say } from "./words.js";
import { checked } from "./place.js";

export async function notes(context) {
  const { place, seq, change } = context;
  const key = `${place.log}:${seq}`;
  const form = el("form", { class: "ask", onsubmit: (event) => {
    event.preventDefault();
    const text = event.target.elements.note.value.trim();
    change((all) => (text ? all.set(key, text) : all.delete(key)));
  } },
  el("label", { for: "note" }, say("note_on", { seq })),
  el("textarea", { id: "note", name: "note", rows: 3 }, place.notes.get(key) ?? ""),
  el("button", { type: "submit" }, say("keep_note")));
  const all = [...place.notes].sort(([one], [other]) => Number(one.slice(2)) - Number(other.slice(2)));
  return [
    form,
    all.length > 0 && el("ul", { class: "notes" }, all.map(([name, text]) => item(context, name, text))),
    el("p", { class: "buttons" },
      el("button", { type: "button", onclick: () => copy(context) }, say("copy_link")),
      all.length > 0 && el("button", { type: "button", onclick: () => save(context, all) }, say("save_notes")),
      el("label", { class: "file" }, say("open_notes"),
        el("input", { type: "file", accept: ".json,application/json", onchange: (event) => open(context, event.target) }))),
    el("p", { class: "quiet" }, say("notes_in_link")),
  ];
}

function item({ games, change, show }, name, text) {
  const [log, seq] = [name.slice(0, 1), Number(name.slice(2))];
  const where = Object.keys(games).length > 1 ? `${log} @${seq}` : `@${seq}`;
  return el("li", {}, el("button", { type: "button", class: "jump", onclick: () => show(log, seq) }, where), " ", text, " ",
    el("button", { type: "button", "aria-label": `${say("remove_note")} ${where}`,
      onclick: () => change((all) => all.delete(name)) }, "×"));
}

async function copy({ announce }) {
  try {
    await navigator.clipboard.writeText(location.href);
    announce(say("link_copied"));
  } catch {
    announce(say("link_not_copied"));
  }
}

function save({ game }, all) {
  const file = new Blob([JSON.stringify({ game: game.told.game, notes: all }, null, 1)], { type: "application/json" });
  const link = el("a", { href: URL.createObjectURL(file), download: `${game.told.name}.notes.json` });
  link.click();
  URL.revokeObjectURL(link.href);
}

async function open({ change, announce }, input) {
  try {
    const read = JSON.parse(await input.files[0].text());
    const found = checked(read.notes);
    change((all) => found.forEach((text, name) => all.set(name, text)));
    announce(say("notes_read", { count: found.size }));
  } catch {
    announce(say("notes_unreadable"));
  }
}

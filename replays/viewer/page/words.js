// The words of the page in the language people have chosen.

const known = { page: {}, terms: {}, roles: {} };
let current = "en";

/** Take the words of a page: its own, those of the game, and those of reasons. */
export function learn({ page, terms, roles }) {
  Object.assign(known.page, page);
  Object.assign(known.terms, terms);
  Object.assign(known.roles, roles);
}

export function speak(lang) {
  current = lang;
  document.documentElement.lang = lang;
}

export const language = () => current;
export const languages = () => Object.keys(known.terms);

/** Return a text of the page; `{name}` stands for a value. */
export function say(key, values = {}) {
  const text = known.page[key]?.[current] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** Return a word of the game: of a phase, a zone, a face. */
export function term(group, word) {
  return known.terms[current]?.[group]?.[word] ?? String(word);
}

/** Return what is told in the language: a text by itself, or one for each language. */
export function spoken(text) {
  return typeof text === "string" ? text : text?.[current] ?? text?.en ?? "";
}

/** Return how one record bears on another. */
export function role(name) {
  return known.roles[name]?.[current] ?? name;
}

/** Return a card's name as the language writes it. */
export function title(card) {
  const pattern = known.terms[current]?.names?.title ?? "{card}";
  return pattern.replace("{card}", () => card);
}

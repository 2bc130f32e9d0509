// Making elements. Text from a log becomes text nodes: nothing of it is ever read as markup.

/** Make an element: attributes by name, `onclick` and the like as listeners, children in order. */
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  dress(made, attributes);
  made.append(...children.flat(4).filter(isShown));
  return made;
}

/** The same for drawings. */
export function drawn(tag, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  dress(made, attributes);
  made.append(...children);
  return made;
}

function dress(made, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (!isShown(value)) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : value);
  }
}

function isShown(value) {
  return value !== undefined && value !== null && value !== false && value !== "";
}

/** Return an element of the page by its id. */
export const byId = (id) => document.getElementById(id);

/** Put new content into an element; whoever had the focus within has it again. */
export function refill(place, ...children) {
  const focus = place.contains(document.activeElement) ? keyOf(document.activeElement, place) : null;
  place.replaceChildren(...children.flat(4).filter(isShown));
  if (focus) [...place.querySelectorAll(focus.query)][focus.number]?.focus({ preventScroll: true });
}

function keyOf(element, place) {
  for (const name of ["id", "data-path", "data-at"]) {
    const value = element.getAttribute(name);
    if (value === null) continue;
    const query = `[${name}="${CSS.escape(value)}"]`;
    return { query, number: Math.max(0, [...place.querySelectorAll(query)].indexOf(element)) };
  }
  return null;
}

/** A button that leads to a record. */
export function jump(seq, text = `@${seq}`, attributes = {}) {
  return el("button", { type: "button", class: "jump", "data-at": seq, ...attributes }, text);
}

/** A table of rows, with headings. */
export function grid(headings, rows, attributes = {}) {
  const head = el("tr", {}, headings.map((text) => el("th", { scope: "col" }, text)));
  const body = rows.map((cells) => el("tr", {}, cells.map((cell) => (
    cell instanceof HTMLTableCellElement ? cell : el("td", {}, cell)))));
  const table = el("table", {}, el("thead", {}, head), el("tbody", {}, body));
  return el("div", { class: "scroll", tabindex: 0, role: "region", ...attributes }, table);
}

// Compare: two logs side by side, with the first record in which they differ in the middle.

import { el, grid } from "./dom.js";
import { block } from "./packed.js";
import { language, say } from "./words.js";

const BEFORE = 8;
const AFTER = 24;

export async function compare({ games, viewer, place, show }) {
  const found = (await block("compare"))[viewer];
  if (!found) return el("p", {}, say("compare_not_here"));
  const names = ["a", "b"].map((key) => `${key}: ${games[key].told.name}`);
  if (found.same) return [el("p", {}, names.join(" · ")), el("p", { class: "good" }, `✓ ${say("the_same")}`)];
  const [ours, others] = await Promise.all(["a", "b"].map((key) => games[key].entries(viewer)));
  const middle = { a: middleOf(ours, found.a), b: middleOf(others, found.b) };
  const rows = [];
  for (let step = -BEFORE; step <= AFTER; step += 1) {
    const one = cell("a", ours, middle.a + step, { place, show });
    const other = cell("b", others, middle.b + step, { place, show });
    if (one.isEmpty && other.isEmpty) continue;
    const mark = step < 0 ? "=" : step === 0 ? "≠" : "";
    rows.push(el("tr", { class: step === 0 ? "parting" : "" }, one.made, el("td", { class: "sign" }, mark), other.made));
  }
  const lines = grid([names[0], "", names[1]], [], { "aria-label": say("compare"), class: "scroll compare" });
  lines.querySelector("tbody").append(...rows);
  return [
    el("p", {}, say("parting", { a: told(found.a), b: told(found.b) })),
    found.header.length > 0 && differences(say("header_differs"),
      found.header.map((one) => ["~", one.field, `${JSON.stringify(one.a)} → ${JSON.stringify(one.b)}`])),
    lines,
    differences(say("tables_differ", { count: found.changes.length }), found.changes),
  ];
}

/** Return where the middle is: the first entry that differs, or behind the last. */
function middleOf(entries, seq) {
  return seq === null ? entries.length : entries.indexOf(seq);
}

const told = (seq) => (seq === null ? say("ends_here") : `@${seq}`);

function cell(key, entries, index, { place, show }) {
  if (index < 0 || index > entries.length) return { made: el("td"), isEmpty: true };
  if (index === entries.length) return { made: el("td", {}, el("em", {}, say("ends_here"))), isEmpty: false };
  const row = entries.row(index, language());
  const here = place.log === key && place.at === row.seq;
  const made = el("td", {}, el("button", {
    type: "button", class: "side", "aria-current": here ? "true" : undefined,
    onclick: () => show(key, row.seq),
  }, el("span", { class: "number" }, `@${row.seq}`), ` ${row.when} `, row.text));
  return { made, isEmpty: false };
}

function differences(title, rows) {
  return rows.length > 0 && el("details", { open: rows.length < 40 }, el("summary", {}, title),
    el("ul", { class: "changes" }, rows.map(([sign, path, values]) => (
      el("li", {}, el("span", { class: "sign" }, sign), " ", el("code", {}, path), " ", values)))));
}

// Why: the record that wrote a value, and the records that led to it, as deep as one opens the tree.

import { el, jump } from "./dom.js";
import { language, role, say, spoken } from "./words.js";
import { stepsOf, valueAt } from "./frames.js";

const OPENED = 2;
const EARLIER = 5;

/** Draw the pane: a path to ask about, its last write, and what made the record one stands on. */
export async function why(context) {
  const { place, seq, ask } = context;
  const form = el("form", { class: "ask", onsubmit: (event) => {
    event.preventDefault();
    ask(event.target.elements.path.value.trim());
  } },
  el("label", { for: "path" }, say("why_path")),
  el("input", { id: "path", name: "path", value: place.why, placeholder: "players.ann.life",
    spellcheck: "false", autocomplete: "off" }),
  el("button", { type: "submit" }, say("ask")),
  place.why && el("button", { type: "button", onclick: () => ask("") }, say("clear")));
  const about = place.why ? await ofValue(context, place.why) : null;
  const here = el("section", {}, el("h3", {}, say("why_record", { seq })),
    await tree(context, [{ role: "wrote", seq }]));
  return [form, about, here];
}

/** What wrote a value last, and before. */
async function ofValue(context, path) {
  const { game, viewer, seq, scene } = context;
  const value = valueAt(scene.frame, stepsOf(scene.frame, path));
  const writes = await lastWrites(game, viewer, path, seq);
  const known = value !== undefined || writes.length > 0;
  const head = el("p", { class: "asked" }, el("code", {}, path), " = ",
    el("strong", {}, value === undefined ? say(known ? "absent_or_default" : "unknown_path") : short(value, scene, path)));
  if (!writes.length) return el("section", {}, head, known && el("p", {}, say("from_the_start")));
  const [last, ...earlier] = writes;
  return el("section", {}, head, await change(context, last, path), await tree(context, [{ role: "wrote", seq: last }]),
    earlier.length > 0 && el("h4", {}, say("earlier")),
    earlier.length > 0 && el("ul", { class: "tree" }, await Promise.all(earlier.map(async (one) => (
      el("li", {}, await line(context, { role: "", seq: one }), await change(context, one, path)))))),
    fields(scene, path, value));
}

async function lastWrites(game, viewer, path, seq) {
  const found = [];
  let at = seq;
  while (found.length < EARLIER && at > 0) {
    const one = await game.lastWrite(viewer, path, at);
    if (!one) break;
    found.push(one);
    at = one - 1;
  }
  return found;
}

/** The value before a record and after it. */
async function change(context, seq, path) {
  const { game, viewer, scene } = context;
  const after = await game.frame(viewer, seq);
  const before = seq > 0 ? await game.frame(viewer, seq - 1) : undefined;
  const steps = stepsOf(after, path);
  const [old, now] = [before && valueAt(before, steps), valueAt(after, steps)];
  return el("p", { class: "change" }, short(old, scene, path), " → ", el("strong", {}, short(now, scene, path)));
}

/** What a value is made of, each part of which can be asked about. */
function fields(scene, path, value) {
  if (value === null || typeof value !== "object") return null;
  const names = Object.keys(value);
  if (!names.length) return null;
  return el("details", { class: "fields" }, el("summary", {}, say("parts", { count: names.length })),
    el("dl", {}, names.slice(0, 60).flatMap((name) => [el("dt", {}, name), el("dd", {},
      el("button", { type: "button", class: "value", "data-path": `${path}.${name}` }, short(value[name], scene, `${path}.${name}`)))])));
}

/** Return a value in few words; what stands at a path may be an amount in halves. */
export function short(value, scene, path = "") {
  if (value === undefined) return "–";
  if (typeof value === "number" && scene.countsHalves(path)) return scene.points(value);
  if (value === null || value === "") return say("nothing");
  if (typeof value === "boolean") return say(value ? "yes" : "no");
  if (Array.isArray(value)) {
    if (value.length > 12) return say("items", { count: value.length });
    return value.map((one) => short(one, scene)).join(" ") || say("nothing");
  }
  if (typeof value === "object") {
    if (value.zone) return `${scene.called(value)} (${value.zone})`;
    return value.name || value.card || value.id || Object.keys(value).slice(0, 4).join(", ") || say("nothing");
  }
  return String(value);
}

/** A list of records with their sources below them; what is deeper is made when it is opened. */
async function tree(context, nodes, depth = 0, above = new Set()) {
  const items = await Promise.all(nodes.map((node) => branch(context, node, depth, above)));
  return el("ul", { class: "tree" }, items);
}

async function branch(context, node, depth, above) {
  const { game, viewer, entries } = context;
  const told = await line(context, node);
  const isHidden = !entries.has(node.seq);
  const links = isHidden || above.has(node.seq) ? [] : await game.part("links", viewer, node.seq);
  if (!links.length) return el("li", {}, told);
  const nodes = links.map(([name, seq, more]) => ({
    role: name, seq, path: typeof more === "string" ? more : "", between: typeof more === "number" ? more : 0,
  }));
  return opening(told, node.seq, depth < OPENED, () => tree(context, nodes, depth + 1, new Set([...above, node.seq])));
}

/** An item that opens and closes what is below it, made when it is first opened. */
async function opening(told, seq, isOpen, make) {
  const below = el("div", { class: "below" });
  const show = async (shown) => {
    if (shown && !below.childElementCount) below.append(await make());
    below.hidden = !shown;
    toggle.setAttribute("aria-expanded", String(shown));
    toggle.textContent = shown ? "▾" : "▸";
  };
  const toggle = el("button", {
    type: "button", class: "toggle", "aria-label": say("sources_of", { seq }), onclick: () => show(below.hidden),
  });
  await show(isOpen);
  return el("li", {}, toggle, " ", told, below);
}

/** One record of a tree: how it bears on the one above, what happened, and its rule. */
async function line({ game, entries }, { role: name, seq, path = "", between = 0 }) {
  const index = entries.indexOf(seq);
  const label = name && name !== "wrote" && el("span", { class: "role" }, `${role(name)}:`);
  if (entries.seqs[index] !== seq) return [label, ` @${seq} `, say("hidden_from_seat")];
  const row = entries.row(index, language());
  const { glosses } = await game.names();
  return [
    label, jump(seq), " ", el("span", { class: "when" }, row.when), " ", row.text, " ",
    el("code", { class: "type" }, row.type),
    path && el("span", { class: "path" }, ` ${path}`),
    row.rules.map((rule) => ruling(rule, glosses)),
    row.flags.map((flag) => el("span", { class: "flag" }, say(flag))),
    between > 0 && el("span", { class: "when" }, ` ${say("between", { count: between })}`),
  ];
}

/** A rule's number with what it says in our own words. */
export function ruling(rule, glosses) {
  const number = /^[A-Z]/.test(rule) ? rule : `CR ${rule}`;
  const gloss = spoken(glosses[rule]);
  return el("span", { class: "rule", title: gloss }, `${number}`,
    gloss && el("span", { class: "gloss" }, ` ${gloss}`));
}

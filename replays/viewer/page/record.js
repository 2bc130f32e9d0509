// The record one stands on: everything it says, and every value it changed.

import { el, jump } from "./dom.js";
import { language, say } from "./words.js";
import { stepsOf, valueAt } from "./frames.js";
import { ruling, short } from "./why.js";

const MOST_CHANGES = 200;

/** Parts of a frame that follow from the table: they are drawn, and are no values of their own. */
const WORKED_OUT = ["asking", "sizes", "boards"];

export async function record(context) {
  const { game, viewer, seq, entries, scene } = context;
  const index = entries.indexOf(seq);
  if (entries.seqs[index] !== seq) return el("p", {}, say("hidden_from_seat"));
  const row = entries.row(index, language());
  const event = await game.part("events", viewer, seq);
  const { glosses } = await game.names();
  const cause = entries.columns.causes[entries.place(index)];
  return [
    el("p", {}, el("strong", {}, row.text)),
    el("dl", { class: "facts" },
      fact(say("type"), el("code", {}, row.type)),
      fact(say("nature"), say(row.nature)),
      fact(say("by"), row.by),
      fact(say("rule"), row.rules.map((rule) => ruling(rule, glosses))),
      cause !== null && fact(say("because_of"), jump(cause)),
      row.flags.length > 0 && fact(say("note"), row.flags.map(say).join(", "))),
    el("h3", {}, say("what_it_says")),
    el("pre", { tabindex: 0, class: "event" }, JSON.stringify(event, null, 1)),
    changes(scene),
  ];
}

function fact(name, ...value) {
  return [el("dt", {}, name), el("dd", {}, value)];
}

/** Every value that the record changed: a sign, the path, before and after. */
function changes(scene) {
  const every = scene.changes.filter(([[first]]) => !WORKED_OUT.includes(first));
  const shown = every.slice(0, MOST_CHANGES);
  const rows = shown.map((change) => {
    const [steps] = change;
    const path = steps.join(".");
    const old = scene.before && valueAt(scene.before, stepsOf(scene.before, path));
    const now = valueAt(scene.frame, steps);
    const sign = old === undefined ? "+" : change.length === 1 ? "-" : "~";
    return el("li", {}, el("span", { class: "sign" }, sign), " ",
      el("button", { type: "button", class: "value path", "data-path": path }, path), " ",
      members(old, now) ?? `${short(old, scene, path)} → ${short(now, scene, path)}`);
  });
  return [
    el("h3", {}, say("what_changed", { count: every.length })),
    rows.length ? el("ul", { class: "changes" }, rows) : el("p", {}, say("nothing_changed")),
  ];
}

/** Which members of a list came and went. */
function members(old, now) {
  if (!Array.isArray(old) || !Array.isArray(now) || [...old, ...now].some((one) => typeof one !== "string")) return null;
  const came = now.filter((one) => !old.includes(one)).map((one) => `+${one}`);
  const went = old.filter((one) => !now.includes(one)).map((one) => `-${one}`);
  const told = [...came, ...went];
  if (!told.length) return null;
  return told.length > 12 ? `${told.slice(0, 12).join(" ")} …` : told.join(" ");
}

// Cards on the table: one chip for each, or for several that are alike.

import { el } from "./dom.js";
import { say } from "./words.js";
import { counters } from "./scene.js";

/** Chips for objects, those alike together; nothing that just changed is hidden in a heap. */
export function chips(scene, ids, options = {}) {
  const heaps = new Map();
  for (const id of ids) {
    const thing = scene.thing(id);
    if (!thing) continue;
    const alone = scene.changed(`objects.${id}`) || inCombat(scene, id) || thing.attached_to;
    const key = alone ? id : [scene.called(thing), ...states(scene, thing), size(scene, thing)].join("\n");
    if (!heaps.has(key)) heaps.set(key, []);
    heaps.get(key).push(thing);
  }
  return [...heaps.values()].map((things) => chip(scene, things, options));
}

function inCombat(scene, id) {
  const combat = scene.frame.combat;
  return Boolean(combat && (combat.attacking?.[id] || (combat.blockers ?? []).includes(id)));
}

function chip(scene, things, { plain = false } = {}) {
  const [thing] = things;
  const path = `objects.${thing.id}`;
  const isNew = !scene.before?.objects[thing.id] && scene.before;
  const changed = scene.changed(path);
  const notes = plain ? [] : states(scene, thing);
  const figures = plain ? "" : size(scene, thing);
  const sign = changed ? (isNew ? "+" : "~") : "";
  const several = things.length > 1 ? `×${things.length}` : "";
  return el("button", {
    type: "button",
    class: ["card", changed && "changed", thing.tapped && "tapped", !scene.card(thing) && "unknown"]
      .filter(Boolean).join(" "),
    "data-path": path,
    title: things.map((one) => one.id).join(" "),
  },
  sign && el("span", { class: "sign", title: say(isNew ? "new" : "changed") }, sign),
  el("span", { class: "name" }, scene.called(thing)),
  figures && el("span", { class: "size" }, figures),
  several && el("span", { class: "several" }, several),
  notes.map((note) => el("span", { class: "state" }, note)),
  !several && el("small", {}, thing.id));
}

/** Return power and toughness as they are now. */
export function size(scene, thing) {
  const known = scene.frame.sizes[thing.id];
  return known ? `${scene.points(known.power)}/${scene.points(known.toughness)}` : "";
}

/** Return what there is to say of a permanent. */
export function states(scene, thing) {
  const told = [];
  if (thing.tapped) told.push(say("tapped"));
  if (thing.face_down) told.push(say("face_down"));
  if (thing.is_token) told.push(say("token"));
  if (thing.copied && thing.copied !== thing.card) told.push(say("copy"));
  if (thing.damage) told.push(`${say("damage")} ${scene.points(thing.damage)}`);
  told.push(...counters(thing.counters));
  if (thing.attached_to) told.push(`→ ${scene.name(thing.attached_to)}`);
  if (thing.owner && thing.controller && thing.owner !== thing.controller) {
    told.push(say("owned_by", { seat: scene.seat(thing.owner) }));
  }
  return told;
}

/** The cards of a zone with those nobody here knows, counted. */
export function zoneChips(scene, ids, unseen = 0) {
  const unknown = unseen > 0 && el("span", { class: "card unknown" }, say("unknown_cards", { count: unseen }));
  return [chips(scene, ids, { plain: true }), unknown];
}

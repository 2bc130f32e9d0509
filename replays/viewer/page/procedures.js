// What is under way: the stack, a resolution, combat, flips, choices, mulligans, triggers, effects.

import { el } from "./dom.js";
import { say, term } from "./words.js";

/** Rows from which on a procedure takes the whole width. */
const LONG = 3;

/** Draw every procedure that has something to show. */
export function underWay(scene) {
  const parts = [stack, resolution, combat, flips, choices, mulligan, triggers, effects, shields];
  return el("div", { class: "procedures" }, parts.map((part) => part(scene)));
}

function part(title, rows, path = "") {
  return rows.length > 0 && el("section", {
    class: `procedure${rows.length > LONG ? " long" : ""}`, "aria-label": title,
  },
    el("h3", {}, path ? el("button", { type: "button", class: "value", "data-path": path }, title) : title),
    el("ul", {}, rows.map((row) => el("li", {}, row.flat(4).map(spaced)))));
}

/** Words stand apart from each other as elements do. */
function spaced(piece) {
  return typeof piece === "string" && piece ? el("span", {}, piece) : piece;
}

/** The name of an object that can be asked about. */
function thing(scene, id, path = `objects.${id}`) {
  if (id in scene.frame.players) return scene.value(`players.${id}`, scene.seat(id), { sign: "" });
  if (!scene.thing(id)) return scene.name(id);
  return scene.value(path, `${scene.name(id)} ${id}`, { sign: "" });
}

function stack(scene) {
  const resolving = scene.frame.resolution?.item.id;
  const items = scene.frame.stack.map((item, place) => [item, place]).reverse()
    .filter(([item]) => item.id !== resolving);
  return part(say("stack"), items.map(([item, place]) => onStack(scene, item, `stack.${place}`)), "stack");
}

/** A spell or ability, with what was announced: modes, X, targets and their shares. */
function onStack(scene, item, path) {
  const source = item.card ?? scene.name(item.source ?? item.id);
  const kind = item.card && item.source && item.source !== item.id ? say("ability_of", { card: source }) : source;
  const told = [
    scene.value(path, `${kind}${item.is_copy ? ` (${say("copy")})` : ""} ${item.id}`),
    el("span", {}, scene.seat(item.controller)),
    item.x !== undefined && item.x !== null && el("span", {}, `X = ${item.x}`),
    (item.modes ?? []).length > 0 && el("span", {}, `${say("modes")}: ${item.modes.join(", ")}`),
    targets(scene, item),
    !item.complete && el("span", { class: "tag" }, say("being_announced")),
  ];
  return told;
}

function targets(scene, item) {
  const halves = item.unit === "half";
  const slots = Object.keys({ ...item.targets, ...item.recipients }).flatMap((instruction) => {
    const shares = item.shares?.[instruction] ?? [];
    const named = item.targets?.[instruction] ?? item.recipients?.[instruction] ?? [];
    return named.map((target, slot) => [
      thing(scene, target),
      shares[slot] !== undefined && el("b", { class: "share" }, scene.points(shares[slot], halves)),
    ]);
  });
  return slots.length > 0 && el("span", { class: "targets" }, "→ ", slots.map((one, place) => [place ? ", " : "", one]));
}

function resolution(scene) {
  const frame = scene.frame.resolution;
  if (!frame) return null;
  const values = Object.entries(frame.values ?? {}).map(([name, value]) => `${name} = ${value}`);
  const illegal = (frame.illegal ?? []).length;
  return part(say("resolving"), [
    onStack(scene, frame.item, "resolution.item"),
    [el("span", {}, say("instruction", { number: (frame.instruction ?? 0) + 1 })),
      values.map((text) => el("span", {}, text)),
      illegal > 0 && el("span", { class: "tag" }, say("illegal_targets", { count: illegal }))],
  ], "resolution");
}

function combat(scene) {
  const fight = scene.frame.combat;
  if (!fight || !(fight.attackers ?? []).length) return null;
  const assigned = new Map(fight.assigned ?? []);
  return part(say("combat"), fight.attackers.map((id) => {
    const blockers = fight.blocks?.[id] ?? [];
    const dealt = assigned.get(id) ?? [];
    return [
      thing(scene, id), " → ", thing(scene, fight.attacking?.[id] ?? "?"),
      el("span", {}, blockers.length ? `${say("blocked_by")} ` : say(
        (fight.blocked ?? []).includes(id) ? "blocked" : "unblocked"), blockers.map((one) => thing(scene, one))),
      dealt.length > 0 && el("span", {}, `${say("damage")}: `,
        dealt.map(([recipient, units]) => `${scene.name(recipient)} ${scene.points(units)}`).join(", ")),
    ];
  }), "combat");
}

function flips(scene) {
  return part(say("flips"), scene.frame.flips.map((flip, place) => [
    scene.value(`flips.${place}`, `${say("flip")} ${flip.flip}`, { sign: "" }),
    scene.seat(flip.flipper),
    flip.call && `${say("called")} ${term("face", flip.call)}`,
    coins((flip.coins ?? []).map((face, number) => ({ face, counts: !(flip.ignored ?? []).includes(number + 1) }))),
    flip.outcome && el("strong", {}, say(`outcome_${flip.outcome}`)),
  ]));
}

/** Coins as they came up; those that do not count in brackets, and struck out. */
export function coins(list) {
  return el("span", { class: "coins" }, list.map(({ face, counts, shown }) => {
    const text = `${term("face", face)}${shown ? ` (${shown})` : ""}`;
    return counts === false
      ? el("s", { class: `coin ${face}`, title: say("does_not_count") }, `(${text})`)
      : el("span", { class: `coin ${face}` }, text);
  }));
}

function choices(scene) {
  const round = scene.frame.choice;
  if (!round) return null;
  const made = (round.made ?? []).map((one) => choice(scene, one));
  const open = (round.open ?? []).map((one) => [
    scene.seat(one.player), term("choice", one.kind), one.about && thing(scene, one.about),
    el("em", {}, say("still_to_choose")),
  ]);
  const title = `${say("choices")}: ${term("choice", round.opened.kind ?? "")} (${round.opened.round})`;
  const earlier = (round.earlier ?? []).map((one) => [el("span", { class: "quiet" }, say("before")), choice(scene, one)]);
  return part(title, [...earlier, ...made, ...open], "choice");
}

function choice(scene, one) {
  return [
    scene.seat(one.player), term("choice", one.kind), one.about && thing(scene, one.about),
    (one.picks ?? []).length ? one.picks.map((pick) => thing(scene, pick))
      : say(one.hidden ? "chosen_face_down" : "chosen_nothing", { count: one.count ?? 0 }),
  ];
}

function mulligan(scene) {
  const progress = scene.frame.mulligan;
  if (!progress || !(progress.round || Object.keys(progress.kept ?? {}).length)) return null;
  if (scene.frame.turn.number) return null;
  return part(`${say("mulligans")}, ${say("round", { number: progress.round ?? 0 })}`, scene.frame.turn_order.map((seat) => {
    const kept = progress.kept?.[seat];
    const declared = progress.declared?.[seat];
    const state = kept !== undefined ? say("kept", { count: kept })
      : declared === undefined ? say("not_declared") : say(declared ? "declares_mulligan" : "declares_keep");
    const taken = progress.taken?.[seat] ?? 0;
    return [scene.seat(seat), el("strong", {}, state), taken > 0 && say("mulligans_taken", { count: taken })];
  }), "mulligan");
}

function triggers(scene) {
  return part(say("triggers"), scene.frame.triggers.map((one, place) => [
    scene.value(`triggers.${place}`, say("ability_of", { card: one.card ?? scene.name(one.source ?? "") })),
    scene.seat(one.player),
    (one.about ?? []).length > 0 && `(${one.about.map((id) => scene.name(id)).join(", ")})`,
  ]));
}

function effects(scene) {
  return part(say("effects"), scene.frame.effects.map((one, place) => [
    scene.value(`effects.${place}`, `${one.card ?? scene.name(one.source ?? "")} · ${one.kind}`),
    (one.objects ?? []).map((id) => thing(scene, id)),
    (one.value || one.other) ? `${one.value ?? 0}/${one.other ?? 0}` : "",
    one.until && term("until", one.until),
  ]));
}

function shields(scene) {
  return part(say("shields"), scene.frame.shields.map((one, place) => [
    thing(scene, one.recipient), scene.value(`shields.${place}.amount`, scene.points(one.amount)),
  ]));
}

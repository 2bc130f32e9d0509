// The table: players with their zones, the stack, combat, and every procedure under way.

import { el } from "./dom.js";
import { say, term } from "./words.js";
import { chips, zoneChips } from "./cards.js";
import { counters } from "./scene.js";
import { underWay } from "./procedures.js";

const closed = new Set();

/** What a player has unless the frame says otherwise, in units. */
const USUAL_LIFE = 20;

/** Draw a moment. */
export function table(scene) {
  const { frame } = scene;
  return [
    result(scene),
    underWay(scene),
    el("div", { class: "players" }, frame.turn_order.map((seat) => player(scene, seat))),
    shared(scene, "exile"),
    shared(scene, "command"),
    nobodys(scene),
  ];
}

function result(scene) {
  const ended = scene.frame.result;
  if (!ended) return null;
  const winners = (ended.winners ?? []).map((seat) => scene.seat(seat)).join(", ");
  const reason = ended.reason ? ` (${term("end", ended.reason)})` : "";
  return el("p", { class: "result" }, el("strong", {}, say("result")), ` ${term("result", ended.result)}`
    + `${winners ? `: ${winners}` : ""}${reason}`);
}

function player(scene, seat) {
  const one = scene.player(seat);
  const { frame } = scene;
  const active = (frame.turn.active_player ?? frame.starting_player) === seat;
  const tags = [
    active && `▸ ${say(frame.turn.active_player ? "active_player" : "starting_player")}`,
    frame.priority.holder === seat && say("priority"),
    one.lost && `${say("lost")}: ${term("loss", one.lost)}`,
    one.won && say("won"),
  ].filter(Boolean);
  return el("section", { class: `player${active ? " active" : ""}`, "aria-label": scene.seat(seat) },
    el("header", {}, el("h3", {}, scene.seat(seat)), tags.map((tag) => el("span", { class: "tag" }, tag))),
    figures(scene, one),
    battlefield(scene, seat),
    sprockets(scene, seat),
    ["hand", "graveyard", "scrapyard"].map((zone) => zonePart(scene, one, zone)));
}

/** The numbers of a player, each of which can be asked about. */
function figures(scene, one) {
  const path = `players.${one.seat}`;
  const past = scene.before?.players[one.seat];
  const sizes = ["hand", "library", "graveyard", "sideboard", "contraption_deck"]
    .filter((zone) => ["hand", "library"].includes(zone) || amount(one, zone));
  const mana = Object.entries(one.mana ?? {}).filter(([, count]) => count);
  const life = (of) => scene.points(of?.life ?? USUAL_LIFE);
  return el("dl", { class: "figures" },
    figure(say("life"), scene.value(`${path}.life`, life(one), { label: say("life"), was: past && life(past) })),
    sizes.map((zone) => figure(term("zone", zone), scene.value(`${path}.${zone}`, size(one, zone), {
      label: term("zone", zone), was: past && size(past, zone),
    }))),
    counters(one.counters).map((text) => figure(say("counters"), scene.value(`${path}.counters`, text))),
    mana.length > 0 && figure(say("mana"),
      scene.value(`${path}.mana`, mana.map(([colour, count]) => `{${colour}}×${count}`).join(" "))));
}

function figure(name, value) {
  return el("div", {}, el("dt", {}, name), el("dd", {}, value));
}

/** Return how many cards there are, in words: a record of another program need not tell. */
function size(one, zone) {
  return one.uncounted?.includes(zone) ? "?" : String(amount(one, zone));
}

export function amount(one, zone) {
  return (one[zone] ?? []).length + (one.unseen?.[zone] ?? 0);
}

function battlefield(scene, seat) {
  const mine = scene.frame.battlefield.filter((id) => holder(scene, id) === seat && !scene.thing(id).sprocket);
  const rows = { creature: [], other: [], land: [] };
  for (const id of mine) rows[kind(scene, scene.thing(id))].push(id);
  return Object.entries(rows).map(([name, ids]) => ids.length > 0
    && el("div", { class: `row ${name}`, role: "group", "aria-label": say(`row_${name}`) }, chips(scene, ids)));
}

function kind(scene, thing) {
  if (scene.frame.sizes[thing.id]) return "creature";
  return scene.types(thing).includes("Land") ? "land" : "other";
}

function holder(scene, id) {
  const thing = scene.thing(id);
  const seat = thing.controller ?? thing.owner;
  return scene.frame.turn_order.includes(seat) ? seat : null;
}

/** Permanents of which an imported record does not say whose they are. */
function nobodys(scene) {
  const ids = scene.frame.battlefield.filter((id) => scene.thing(id) && holder(scene, id) === null);
  return ids.length > 0 && el("section", { class: "zone" }, el("h3", {}, say("nobodys")),
    el("div", { class: "row" }, chips(scene, ids)));
}

function sprockets(scene, seat) {
  const board = scene.frame.boards.find((one) => one.seat === seat);
  if (!board) return null;
  return el("div", { class: "sprockets", role: "group", "aria-label": say("sprockets") }, board.sprockets.map((row) => {
    const ids = row.contraptions.map((one) => one.id);
    const here = row.has_counter;
    return el("div", { class: `sprocket${here ? " here" : ""}` },
      el("h4", {}, `${say("sprocket")} ${row.sprocket}`, here
        && scene.value(`players.${seat}.crank`, `⚙ ${say("crank_counter")}`)),
      chips(scene, ids));
  }));
}

/** A zone that can be opened and closed; it stays as people leave it. */
function zonePart(scene, one, zone) {
  const ids = one[zone] ?? [];
  const unseen = one.unseen?.[zone] ?? 0;
  if (!ids.length && !unseen) return null;
  const name = `${one.seat}.${zone}`;
  const remember = (event) => closed[event.target.open ? "delete" : "add"](name);
  return el("details", { class: "zone", open: !closed.has(name), ontoggle: remember },
    el("summary", {}, `${term("zone", zone)} (${ids.length + unseen})`),
    el("div", { class: "row" }, zoneChips(scene, ids, unseen)));
}

function shared(scene, zone) {
  const ids = scene.frame[zone];
  return ids.length > 0 && el("details", {
    class: "zone", open: !closed.has(zone), ontoggle: (event) => closed[event.target.open ? "delete" : "add"](zone),
  }, el("summary", {}, `${term("zone", zone)} (${ids.length})`),
  el("div", { class: "row" }, zoneChips(scene, ids)));
}

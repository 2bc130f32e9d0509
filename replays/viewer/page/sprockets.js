// Contraptions: the board as it is now, and every move of a CRANK! counter.

import { el, grid, jump } from "./dom.js";
import { say, title } from "./words.js";

export async function sprockets({ panes, scene, seq }) {
  const { boards } = scene.frame;
  if (!boards.length && !panes.cranks.length) return el("p", {}, say("no_contraptions"));
  return [boards.map((one) => board(scene, one)), history(scene, panes.cranks, seq)];
}

function board(scene, one) {
  const rows = one.sprockets.map((row) => {
    const mark = row.has_counter ? `⚙ ${say("crank_counter")}` : row.is_next && one.will_advance ? `→ ${say("next")}` : "";
    return [el("th", { scope: "row" }, String(row.sprocket)), mark,
      row.contraptions.map((thing) => contraption(scene, thing))];
  });
  const unplaced = (one.unplaced ?? []).map((thing) => contraption(scene, thing));
  return el("section", {}, el("h3", {}, scene.seat(one.seat)),
    grid([say("sprocket"), "", say("contraptions")], rows, { "aria-label": scene.seat(one.seat) }),
    el("p", {}, `${say("contraption_deck", { count: one.deck })} · ${say("scrapyard", { count: one.scrapyard.length })}`),
    one.scrapyard.length > 0 && el("p", {}, one.scrapyard.map((name) => (name ? title(name) : "?")).join(", ")),
    unplaced.length > 0 && el("p", {}, `${say("unplaced")}: `, unplaced));
}

function contraption(scene, thing) {
  const name = thing.name ? title(thing.name) : say("unknown_card");
  const notes = [thing.tapped && say("tapped"), thing.copy_of && say("copy"),
    thing.can_be_cranked === false && say("not_cranked")].filter(Boolean);
  return [scene.value(`objects.${thing.id}`, `${name} ${thing.id}`), notes.length > 0 && ` (${notes.join(", ")}) `];
}

function history(scene, cranks, seq) {
  const rows = cranks.map((one) => [
    jump(one.seq, `@${one.seq}`, { class: one.seq > seq ? "jump later" : "jump" }), String(one.turn),
    scene.seat(one.player), `${one.before} → ${one.sprocket}${one.by_effect ? ` (${say("by_effect")})` : ""}`,
    (one.cranked ?? []).map(([id, name]) => `${name ? title(name) : id}`).join(", ") || "–",
  ]);
  return rows.length > 0 && el("section", {}, el("h3", {}, say("cranks")),
    grid(["@", say("turn"), say("who"), say("sprocket"), say("cranked")], rows, { "aria-label": say("cranks") }));
}

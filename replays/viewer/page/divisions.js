// Divisions: what was announced for each target, what it got, what was lost.

import { el, grid, jump } from "./dom.js";
import { say, title } from "./words.js";

/** Stands for what is not over yet, or what a record of another program does not tell. */
const NOT_TOLD = "–";

export async function divisions({ panes, scene, seq }) {
  if (!panes.divisions.length) return el("p", {}, say("no_divisions"));
  return panes.divisions.map((one) => division(scene, one, seq));
}

/** What a share went to: it may have another name, or none, at the moment that is looked at. */
function target(scene, { target: id, card }) {
  return id in scene.frame.players ? scene.seat(id) : card ? `${title(card)} ${id}` : scene.name(id);
}

function division(scene, one, seq) {
  const points = (units) => scene.points(units, one.unit === "half");
  const rows = one.shares.map((share) => [
    target(scene, share), points(share.announced),
    ...[share.received, share.prevented, share.lost].map((units) => (share.is_over ? points(units ?? 0) : NOT_TOLD)),
  ]);
  const head = [jump(one.seq), ` ${scene.seat(one.player)}: ${one.card ? title(one.card) : one.object} · `
    + `${say(`divided_${one.kind}`, { amount: one.amount })}`,
  one.copy_of && ` (${say("copy")})`, one.on_resolution && ` (${say("on_resolution")})`];
  return el("section", { class: one.seq > seq ? "later" : "" }, el("h3", {}, head),
    grid([say("target"), say("announced"), say("got"), say("prevented"), say("lost_share")], rows,
      { "aria-label": one.card ?? one.object }));
}

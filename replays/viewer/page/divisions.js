// Divisions: what was announced for each target, what it got, what was lost.

import { el, grid, jump } from "./dom.js";
import { say, title } from "./words.js";

export async function divisions({ panes, scene, seq }) {
  if (!panes.divisions.length) return el("p", {}, say("no_divisions"));
  return panes.divisions.map((one) => division(scene, one, seq));
}

function division(scene, one, seq) {
  const points = (units) => scene.points(units, one.unit === "half");
  const rows = one.shares.map((share) => [
    scene.name(share.target), points(share.announced), points(share.received ?? 0),
    points(share.prevented ?? 0), points(share.lost),
  ]);
  const head = [jump(one.seq), ` ${scene.seat(one.player)}: ${one.card ? title(one.card) : one.object} · `
    + `${say(`divided_${one.kind}`, { amount: one.amount })}`,
  one.copy_of && ` (${say("copy")})`, one.on_resolution && ` (${say("on_resolution")})`];
  return el("section", { class: one.seq > seq ? "later" : "" }, el("h3", {}, head),
    grid([say("target"), say("announced"), say("got"), say("prevented"), say("lost_share")], rows,
      { "aria-label": one.card ?? one.object }));
}

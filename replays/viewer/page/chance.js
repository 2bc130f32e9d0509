// Chance: every draw of the game, coins flip by flip, and what they came to.

import { el, grid, jump } from "./dom.js";
import { language, say, term, title } from "./words.js";
import { coins } from "./procedures.js";

export async function chance(context) {
  const { panes, entries, seq } = context;
  const flips = new Map(panes.flips.map((flip) => [flip.seq, flip]));
  const seqs = [...flips.keys(), ...panes.draws].sort((one, other) => one - other);
  if (!seqs.length) return el("p", {}, say("no_chance"));
  const rows = seqs.map((one) => (flips.has(one) ? flipRow(flips.get(one), context) : drawRow(one, entries)));
  const here = seqs.filter((one) => one <= seq).length;
  return [
    totals(panes.totals, context),
    el("p", {}, say("draws_so_far", { here, count: seqs.length })),
    grid(["@", say("what"), say("coins_result"), say("meaning")], rows,
      { "aria-label": say("chance") }),
  ];
}

function flipRow(flip, { scene }) {
  const purpose = flip.purpose ? term("purpose", flip.purpose) : "";
  const what = [`${say("flip")} ${flip.number}`, flip.card && title(flip.card), purpose].filter(Boolean).join(" · ");
  return [
    jump(flip.seq),
    [what, el("div", { class: "quiet" }, [flip.flipper ? scene.seat(flip.flipper) : "?",
      flip.call && `${say("called")} ${term("face", flip.call)}`].filter(Boolean).join(" · "))],
    coins(flip.coins),
    [flip.outcome ? el("strong", {}, say(`outcome_${flip.outcome}`)) : say("open"),
      flip.forced && ` (${say("forced")})`, flip.inferred && ` (${say("inferred")})`],
  ];
}

function drawRow(seq, entries) {
  const row = entries.row(entries.indexOf(seq), language());
  return [jump(seq), el("td", { colspan: 3 }, row.text)];
}

function totals(counted, { scene }) {
  const names = ["flips", "won", "lost", "neither", "heads", "tails", "ignored"];
  const rows = Object.entries(counted).map(([seat, one]) => [
    seat === "None" ? "?" : scene.seat(seat), ...names.map((name) => String(one[name] ?? 0)),
  ]);
  return rows.length > 0 && grid([say("who"), ...names.map((name) => say(`total_${name}`))], rows,
    { "aria-label": say("totals") });
}

// The mulligan strip: rounds of declarations as columns, players in APNAP order as rows.

import { el, grid, jump } from "./dom.js";
import { say, title } from "./words.js";

export async function mulligans({ panes, scene, seq }) {
  const { rounds, seats, looks } = panes.mulligans;
  if (!looks.length) return el("p", {}, say("no_mulligans"));
  const headings = [say("player"), ...rounds.map((number) => (number ? say("round", { number }) : say("undeclared")))];
  const rows = seats.map((seat) => [
    el("th", { scope: "row" }, scene.seat(seat)),
    ...rounds.map((number) => el("td", {},
      looks.filter((look) => look.player === seat && (look.round ?? 0) === number).map((look) => hand(look, seq)))),
  ]);
  return grid(headings, rows, { "aria-label": say("mulligans"), class: "scroll strip" });
}

/** One hand: how it came, what it was, what was declared. */
function hand(look, seq) {
  const declared = look.declared ?? "";
  return el("div", { class: `look ${declared}${look.seq > seq ? " later" : ""}` },
    el("header", {}, jump(look.seq), " ", el("strong", {}, say(`declared_${declared || "nothing"}`)),
      look.number > 0 && el("span", { class: "tag" }, say("mulligan_number", { count: look.number })),
      look.free && el("span", { class: "tag" }, say("free"))),
    el("p", {}, say("hand_of", { count: look.size })),
    cards(look.hand),
    moved(say("bottomed"), look.bottomed), moved(say("set_aside"), look.set_aside),
    (look.exiled ?? []).map((one) => moved(say("exiled"), one)),
    look.revealed && el("p", {}, say("revealed")),
    look.looked && el("p", {}, say(`looked_${look.looked}`)));
}

function cards(names) {
  const counted = new Map();
  for (const name of names) counted.set(name, (counted.get(name) ?? 0) + 1);
  return el("ul", { class: "hand" }, [...counted].map(([name, count]) => el("li", { class: name ? "" : "unknown" },
    `${name ? title(name) : say("unknown_card")}${count > 1 ? ` ×${count}` : ""}`)));
}

function moved(label, names) {
  return (names ?? []).length > 0 && [el("p", {}, `${label}:`), cards(names)];
}

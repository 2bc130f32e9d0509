// Checks: the verdicts on a log, and every finding with its rule. Only a judge's page has them.

import { el, jump } from "./dom.js";
import { language, say, spoken } from "./words.js";
import { ruling } from "./why.js";

const MARKS = { true: "✓", false: "✗", null: "–" };

export async function checks({ panes, game, entries }) {
  const { glosses } = await game.names();
  const rulings = listed(say("rulings"), panes.rulings.map((seq) => (
    el("li", {}, jump(seq), " ", entries.text(entries.indexOf(seq), document.documentElement.lang)))));
  if (!panes.verification) return [el("p", {}, say("checks_for_judges")), rulings];
  const { verdicts, head, records } = panes.verification;
  return [
    spoken(game.told.broken) && el("p", { class: "bad" }, spoken(game.told.broken)),
    el("ul", { class: "verdicts" }, Object.entries(verdicts).map(([name, one]) => verdict(name, one, glosses))),
    el("p", {}, say("records_and_head", { records }), " ", el("code", { class: "hash" }, head)),
    listed(say("findings", { count: panes.findings.length }), panes.findings.map((one) => finding(one, glosses))),
    !panes.findings.length && el("p", {}, say("no_findings")),
    rulings,
  ];
}

function verdict(name, one, glosses) {
  return el("li", { class: one.ok === false ? "bad" : "good" },
    el("strong", {}, `${MARKS[one.ok]} ${say(`verdict_${name}`)}`), " ",
    one.seq !== undefined && one.ok === false && jump(one.seq), " ",
    !one.ok && (one[language()] ?? one.reason), one.rule && ruling(one.rule, glosses));
}

function finding(one, glosses) {
  const { message, instead, legal = [] } = { ...one, ...one[language()] };
  return el("li", { class: one.severity ?? "error" },
    el("strong", {}, say(one.severity === "info" ? "finding_info" : "finding_error")), " ", jump(one.seq), " ",
    message, " ", ruling(one.rule, glosses), " ", el("code", {}, one.code),
    instead && el("p", {}, `${say("instead")}: ${instead}`),
    legal.length > 0 && el("p", {}, `${say("legal")}: ${legal.join("; ")}`));
}

function listed(title, items) {
  return items.length > 0 && [el("h3", {}, title), el("ul", { class: "findings" }, items)];
}

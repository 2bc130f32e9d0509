// The page: where the reader is, and everything that is drawn of that moment.

import { byId, el, refill } from "./dom.js";
import { language, learn, languages, say, speak, term } from "./words.js";
import { block } from "./packed.js";
import { learnDefaults } from "./frames.js";
import { Game } from "./game.js";
import { read, write } from "./place.js";
import { List, sign } from "./list.js";
import { Scene } from "./scene.js";
import { table } from "./table.js";
import { marks, point } from "./timeline.js";
import { ruling, why } from "./why.js";
import { record } from "./record.js";
import { chance } from "./chance.js";
import { mulligans } from "./mulligans.js";
import { sprockets } from "./sprockets.js";
import { divisions } from "./divisions.js";
import { checks } from "./checks.js";
import { compare } from "./compare.js";
import { notes } from "./notes.js";
import { goTo, help } from "./dialogs.js";
import { follow } from "./live.js";

const PANES = { why, record, chance, mulligans, sprockets, divisions, checks, compare, notes };
const FILTERS = ["flip", "divide", "mulligan", "crank", "ruling", "finding", "note", "decision", "chance"];
const VIEWS = ["list-view", "table-view", "detail-view"];
const PAUSE = 200;

const meta = JSON.parse(byId("meta").textContent);
const games = Object.fromEntries(meta.logs.map((told) => [told.key, new Game(told)]));
const place = { log: "a", at: meta.at, seat: meta.viewer, lang: meta.lang, tab: "why", why: "", q: "", notes: new Map() };
const filters = new Set();
let now = null;
let list = null;
let drawing = 0;

/** Everything of one log for one viewer that does not depend on the moment. */
async function opened() {
  const game = games[place.log];
  const [entries, panes, names] = await Promise.all([game.entries(place.seat), game.panes(place.seat), game.names()]);
  const findings = new Map((panes.findings ?? []).map((one) => [one.seq, one]));
  const families = new Set([...entries.columns.marks.names, ...entries.columns.natures.names,
    findings.size && "finding", place.notes.size && "note"]);
  return { game, entries, panes, names, findings, families, key: `${place.log} ${place.seat} ${game.told.records}` };
}

/** Return the families of marks that an entry belongs to. */
function familiesOf(index) {
  const found = [];
  const mark = now.entries.word("marks", index);
  const seq = now.entries.seqs[index];
  if (mark) found.push(mark);
  if (now.findings.has(seq)) found.push("finding");
  if (place.notes.has(`${place.log}:${seq}`)) found.push("note");
  return found;
}

const isKey = (index) => familiesOf(index).some((family) => family !== "turn");

// ---- moving

/** Change where the reader is; a jump can be taken back with the browser's own button. */
async function go(changes, { isJump = false } = {}) {
  Object.assign(place, changes);
  tidy();
  keepLink(isJump);
  await draw();
}

/** Write the place into the link: at once for a jump, and where people step, when they pause. */
function keepLink(isJump) {
  clearTimeout(keepLink.later);
  if (isJump) history.pushState(null, "", write(place));
  else keepLink.later = setTimeout(() => history.replaceState(null, "", write(place)), PAUSE);
}

/** Take the place from the link; notes that are known stay. */
function followLink() {
  const { notes: found, ...told } = read(location.hash);
  Object.assign(place, { why: "", q: "" }, told);
  if (found && !place.notes.size) place.notes = found;
  tidy();
}

/** Keep the place within what the page has. */
function tidy() {
  if (!(place.log in games)) place.log = "a";
  const { told } = games[place.log];
  if (!told.viewers.includes(place.seat)) [place.seat] = told.viewers;
  if (!languages().includes(place.lang)) place.lang = meta.lang;
  if (!(place.tab in PANES)) place.tab = "why";
}

function step(by) {
  const { entries } = now;
  const index = Math.min(entries.length - 1, Math.max(0, entries.indexOf(place.at) + by));
  go({ at: entries.seqs[index] });
}

/** Go to the nearest entry in a direction that fits. */
function seek(by, fits) {
  const { entries } = now;
  for (let index = entries.indexOf(place.at) + by; index >= 0 && index < entries.length; index += by) {
    if (fits(index)) return go({ at: entries.seqs[index] });
  }
  return announce(say(by > 0 ? "none_after" : "none_before"));
}

/** Go to the beginning of the next turn, or of this one or the one before. */
function turn(by) {
  const { entries } = now;
  const begins = (index) => index === 0 || entries.turn(index) !== entries.turn(index - 1);
  return seek(by, begins);
}

/** Return the record of a moment people name; nothing where there is none. */
function moment(name) {
  const text = name.replace(/^@/, "").toLowerCase();
  const { places } = now.names;
  if (Object.hasOwn(places, text)) return places[text];
  if (!/^-?\d+$/.test(text)) return null;
  const seq = Number(text) < 0 ? now.game.told.records + Number(text) : Number(text);
  return seq >= 0 && seq <= now.game.last ? seq : null;
}

const MOVES = {
  first: () => go({ at: now.entries.seqs[0] }),
  "previous-turn": () => turn(-1),
  "previous-key": () => seek(-1, isKey),
  previous: () => step(-1),
  next: () => step(1),
  "next-key": () => seek(1, isKey),
  "next-turn": () => turn(1),
  last: () => go({ at: now.entries.seqs.at(-1) }),
};

// ---- drawing

async function draw() {
  const turnOf = drawing + 1;
  drawing = turnOf;
  const known = await opened();
  if (turnOf !== drawing) return;
  const isNew = now?.key !== known.key;
  now = known;
  place.at = known.entries.seqs[known.entries.indexOf(typeof place.at === "number" ? place.at : moment(String(place.at)) ?? meta.at)];
  const { game } = known;
  const [frame, before, changes] = await Promise.all([
    game.frame(place.seat, place.at),
    place.at > 0 ? game.frame(place.seat, place.at - 1) : undefined,
    game.part("changes", place.seat, place.at),
  ]);
  if (turnOf !== drawing) return;
  const scene = new Scene({ frame, before, changes, cards: known.names.cards, halves: game.told.halves });
  if (isNew || drawn.lang !== place.lang) drawFrame();
  if (isNew || drawn.q !== place.q || drawn.filters !== [...filters].join() || drawn.lang !== place.lang
    || drawn.notes !== place.notes.size) drawList();
  Object.assign(drawn, { lang: place.lang, q: place.q, filters: [...filters].join(), notes: place.notes.size });
  drawMoment(scene);
  await drawPane(scene, turnOf);
}

/** What was drawn last of the parts that seldom change. */
const drawn = { lang: "", q: "", filters: "", notes: 0, tab: "" };

/** Everything that depends on the language and the viewer, but not on the moment. */
function drawFrame() {
  speak(place.lang);
  for (const one of document.querySelectorAll("[data-say]")) one.textContent = say(one.dataset.say);
  for (const one of document.querySelectorAll("[data-label]")) {
    one.setAttribute("aria-label", say(one.dataset.label));
    one.title = say(one.dataset.label);
  }
  for (const one of document.querySelectorAll("[data-hint]")) one.placeholder = say(one.dataset.hint);
  const { told } = now.game;
  const seats = told.seats.map((seat) => seat.name || seat.seat).join(" – ");
  byId("title").textContent = `${seats}${told.match?.game > 1 ? ` (${told.match.game})` : ""}`;
  byId("about").textContent = [told.name, say("rules_of", { day: told.rules }), told.client].filter(Boolean).join(" · ");
  drawSeats(told);
  drawFilters();
  drawTabs();
  marks(now.entries, now.game.last, familiesOf);
}

function drawSeats(told) {
  const names = { judge: say("judge"), public: say("public") };
  for (const seat of told.seats) names[seat.seat] = seat.name || seat.seat;
  const offered = meta.live ? ["judge", "public", ...told.seats.map((one) => one.seat)] : told.viewers;
  refill(byId("seat"), (meta.seats ?? offered).map((viewer) => (
    el("option", { value: viewer, selected: viewer === place.seat }, names[viewer] ?? viewer))));
}

function drawFilters() {
  const offered = FILTERS.filter((family) => filters.has(family) || now.families.has(family));
  refill(byId("filters"), offered.map((family) => el("button", {
    type: "button", class: `chip ${family}`, id: `filter-${family}`, "aria-pressed": String(filters.has(family)),
    onclick: () => {
      filters[filters.has(family) ? "delete" : "add"](family);
      drawFilters();
      draw();
    },
  }, sign(family) && el("span", { "aria-hidden": "true" }, `${sign(family)} `), say(`family_${family}`))));
}

function drawTabs() {
  const shown = Object.keys(PANES).filter((name) => name !== "compare" || meta.compare);
  refill(byId("tabs"), shown.map((name) => el("button", {
    type: "button", role: "tab", id: `tab-${name}`, "aria-controls": "pane",
    "aria-selected": String(name === place.tab), tabindex: name === place.tab ? 0 : -1,
    onclick: () => go({ tab: name }),
  }, say(`tab_${name}`))));
  byId("pane").setAttribute("aria-labelledby", `tab-${place.tab}`);
}

/** The entries that fit what is searched and filtered. */
function drawList() {
  const { entries } = now;
  drawFilters();
  const wanted = place.q.toLowerCase();
  const shown = [];
  for (let index = 0; index < entries.length; index += 1) {
    if (fits(entries, index, wanted)) shown.push(index);
  }
  byId("search").value = place.q;
  byId("count").textContent = say("shown_of", { count: shown.length, all: entries.length });
  list.fill(entries, shown, (row) => familiesOf(entries.indexOf(row.seq)).map((one) => (one === "note" ? "✎" : one)));
  marks(entries, now.game.last, familiesOf);
}

function fits(entries, index, wanted) {
  if (filters.size) {
    const families = [...familiesOf(index), entries.word("natures", index)];
    if (!families.some((family) => filters.has(family))) return false;
  }
  if (!wanted) return true;
  return [entries.text(index, language()), entries.word("types", index), entries.word("by", index),
    entries.word("when", index)].some((text) => text.toLowerCase().includes(wanted));
}

/** Everything of one moment but the pane. */
function drawMoment(scene) {
  const row = now.entries.row(now.entries.indexOf(place.at), language());
  const when = row.when || say("before_first_turn");
  list.select(place.at);
  point(place.at, now.game.last, `@${row.seq}, ${when}`);
  byId("where").textContent = `@${row.seq} / ${now.game.last} · ${when}`;
  const phase = row.type !== "TurnBegan" && scene.frame.turn.phase; // a turn begins before its first step
  refill(byId("entry"),
    el("p", { class: "told" }, el("span", { class: "number" }, `@${row.seq}`), " ", row.text,
      row.flags.map((flag) => el("span", { class: "flag" }, say(flag)))),
    el("p", { class: "quiet" }, [when, phase && term("phase", phase)].filter(Boolean).join(" · "), " · ", say(row.nature),
      row.rules.map((rule) => [" · ", ruling(rule, now.names.glosses)])),
    finding(row.seq),
    asking(scene));
  announce(`@${row.seq} ${row.text}`);
  refill(byId("table"), table(scene));
  document.body.dataset.log = place.log;
}

function finding(seq) {
  const one = now.findings.get(seq);
  return one && el("p", { class: "bad" }, `! ${one[language()]?.message ?? one.message} `, ruling(one.rule, now.names.glosses));
}

function asking(scene) {
  return scene.frame.asking.length > 0 && el("ul", { class: "asking", "aria-label": say("awaited") },
    scene.frame.asking.map((one) => el("li", {}, `${scene.seat(one.player)}: `,
      el("em", {}, one[language()] || one.what || say("must_decide")), " ", one.rule && ruling(one.rule, {}))));
}

async function drawPane(scene, turnOf) {
  for (const tab of byId("tabs").children) {
    const chosen = tab.id === `tab-${place.tab}`;
    tab.setAttribute("aria-selected", String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
  }
  byId("pane").setAttribute("aria-labelledby", `tab-${place.tab}`);
  const content = await PANES[place.tab](contextOf(scene));
  if (turnOf !== drawing) return;
  refill(byId("pane"), content);
  if (drawn.tab !== place.tab) byId("pane").querySelector(".parting")?.scrollIntoView({ block: "center" });
  drawn.tab = place.tab;
}

/** What a pane may use. */
function contextOf(scene) {
  return {
    game: now.game, games, viewer: place.seat, seq: place.at, entries: now.entries, panes: now.panes, scene, place,
    announce,
    ask: (path) => go({ why: path }),
    show: (log, at) => go({ log, at }, { isJump: true }),
    change: (edit) => {
      edit(place.notes);
      drawn.notes = -1;
      go({});
    },
  };
}

function announce(text) {
  byId("announce").textContent = text;
}

function view(name) {
  document.body.dataset.view = name;
  for (const one of VIEWS) byId(`show-${one}`).setAttribute("aria-pressed", String(one === name));
}

// ---- what people do

const nextSeat = () => {
  const options = [...byId("seat").options].map((option) => option.value);
  choose(options[(options.indexOf(place.seat) + 1) % options.length]);
};

/** Look with other eyes; a page of a server has only one viewer's, and asks for another page. */
function choose(seat) {
  if (games[place.log].told.viewers.includes(seat)) return go({ seat });
  const there = new URL(location.href);
  there.searchParams.set("seat", seat);
  there.hash = write({ ...place, seat });
  location.assign(there);
  return undefined;
}

const nextLanguage = () => {
  const all = languages();
  go({ lang: all[(all.indexOf(place.lang) + 1) % all.length] });
};

function ask() {
  const path = document.activeElement?.closest?.("[data-path]")?.dataset.path;
  view("detail-view");
  go({ tab: "why", ...(path && { why: path }) }).then(() => path || byId("path")?.focus());
}

const otherLog = () => {
  if ("b" in games) go({ log: place.log === "a" ? "b" : "a" }, { isJump: true });
};

const KEYS = {
  ArrowLeft: (event) => (event.shiftKey ? turn(-1) : step(-1)),
  ArrowRight: (event) => (event.shiftKey ? turn(1) : step(1)),
  "{": () => seek(-1, isKey),
  "}": () => seek(1, isKey),
  Home: MOVES.first,
  End: MOVES.last,
  "/": () => {
    view("list-view");
    byId("search").focus();
  },
  g: () => goTo(moment, (at) => go({ at }, { isJump: true })),
  w: ask,
  s: nextSeat,
  n: () => {
    view("detail-view");
    go({ tab: "notes" }).then(() => byId("note")?.focus());
  },
  c: otherLog,
  F2: nextLanguage,
  "?": help,
};

function pressed(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || byId("dialog").open) return;
  const field = event.target.closest?.("input, textarea, select");
  if (field && event.key !== "F2") {
    if (event.key === "Escape") field.blur();
    return;
  }
  if (event.target.closest?.("[role=tablist], .scroll") && event.key.startsWith("Arrow")) return;
  const act = KEYS[event.key];
  if (!act) return;
  event.preventDefault();
  act(event);
}

function clicked(event) {
  const at = event.target.closest("[data-at]");
  if (at) {
    go({ at: Number(at.dataset.at) }, { isJump: true });
    return;
  }
  const path = event.target.closest("[data-path]");
  if (path) {
    if (!path.closest("#pane")) view("detail-view");
    go({ why: path.dataset.path, tab: "why" });
  }
}

/** Move among tabs with the arrow keys. */
function amongTabs(event) {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!by) return;
  const tabs = [...byId("tabs").children];
  const here = tabs.indexOf(document.activeElement);
  const tab = tabs[(here + by + tabs.length) % tabs.length];
  event.preventDefault();
  tab.click();
  tab.focus();
}

function listen() {
  document.addEventListener("keydown", pressed);
  document.addEventListener("click", clicked);
  byId("tabs").addEventListener("keydown", amongTabs);
  byId("slider").addEventListener("input", (event) => go({ at: Number(event.target.value) }));
  byId("seat").addEventListener("change", (event) => choose(event.target.value));
  byId("language").addEventListener("click", nextLanguage);
  byId("help").addEventListener("click", help);
  byId("goto").addEventListener("click", KEYS.g);
  byId("search").addEventListener("input", (event) => go({ q: event.target.value }));
  byId("search").addEventListener("keydown", (event) => {
    if (event.key === "Enter") seek(event.shiftKey ? -1 : 1, (index) => fits(now.entries, index, place.q.toLowerCase()));
  });
  for (const button of document.querySelectorAll("[data-move]")) {
    button.addEventListener("click", () => MOVES[button.dataset.move]());
  }
  for (const name of VIEWS) byId(`show-${name}`).addEventListener("click", () => view(name));
  window.addEventListener("popstate", () => {
    followLink();
    draw();
  });
}

/** Take in what a running game adds; whoever stands at its end stays there. */
async function grown(message) {
  const atEnd = place.at >= now.game.last;
  await now.game.grow(message);
  await go(atEnd ? { at: now.game.last } : {});
}

async function start() {
  learn(await block("words"));
  learnDefaults(meta.defaults);
  followLink();
  speak(place.lang);
  byId("app").hidden = false;
  list = new List(byId("list"), (at) => go({ at }));
  view("table-view");
  listen();
  await draw();
  if (meta.live) follow(meta.live, now.game.last, grown);
  document.body.dataset.ready = "true";
}

start();

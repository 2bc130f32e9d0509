// The list of entries: only the rows in sight are elements, however long the game is.

import { el, byId } from "./dom.js";
import { language, say } from "./words.js";

const SIGNS = { flip: "◐", divide: "÷", mulligan: "↻", crank: "⚙", ruling: "§", turn: "▸", finding: "!" };
const MARGIN = 8;

export const sign = (mark) => SIGNS[mark] ?? "";

/** The list: what is in it, what is chosen, and which rows are drawn. */
export class List {
  constructor(place, choose) {
    this.place = place;
    this.inner = el("div", { role: "none", class: "inner" });
    place.append(this.inner);
    this.entries = null;
    this.shown = [];
    this.at = -1;
    this.signs = () => [];
    place.addEventListener("scroll", () => this.draw(), { passive: true });
    new ResizeObserver(() => this.draw()).observe(place);
    place.addEventListener("click", (event) => {
      const row = event.target.closest("[role=option]");
      if (row) choose(Number(row.dataset.seq));
    });
    place.addEventListener("keydown", (event) => this.pressed(event, choose));
  }

  /** Show some entries, by index; `signs` tells what stands before an entry. */
  fill(entries, shown, signs) {
    Object.assign(this, { entries, shown, signs });
    this.height = Number.parseFloat(getComputedStyle(this.place).getPropertyValue("--row"));
    this.inner.style.height = `${shown.length * this.height}px`;
    this.draw();
  }

  /** Choose an entry and bring it into sight, without moving more than is needed. */
  select(seq) {
    this.at = seq;
    const number = this.shown.findIndex((index) => this.entries.seqs[index] === seq);
    const { scrollTop, clientHeight } = this.place;
    const top = number * this.height;
    if (number >= 0 && (top < scrollTop || top + this.height > scrollTop + clientHeight)) {
      this.place.scrollTop = Math.max(0, top - clientHeight / 2);
    }
    this.draw();
  }

  draw() {
    if (!this.entries) return;
    const { scrollTop, clientHeight } = this.place;
    const first = Math.max(0, Math.floor(scrollTop / this.height) - MARGIN);
    const last = Math.min(this.shown.length, Math.ceil((scrollTop + clientHeight) / this.height) + MARGIN);
    const rows = [];
    for (let number = first; number < last; number += 1) rows.push(this.row(number));
    this.inner.replaceChildren(...rows);
    const chosen = byId(`entry-${this.at}`);
    if (chosen) this.place.setAttribute("aria-activedescendant", chosen.id);
    else this.place.removeAttribute("aria-activedescendant");
  }

  row(number) {
    const row = this.entries.row(this.shown[number], language());
    const made = el("div", {
      role: "option",
      id: `entry-${row.seq}`,
      class: `entry ${row.nature} ${row.flags.join(" ")} ${row.type === "TurnBegan" ? "turn" : ""}`,
      "data-seq": row.seq,
      "aria-selected": String(row.seq === this.at),
      "aria-posinset": number + 1,
      "aria-setsize": this.shown.length,
      title: row.text,
    },
    el("span", { class: "number" }, String(row.seq)),
    el("span", { class: "signs", "aria-hidden": "true" }, this.signs(row).map((mark) => sign(mark) || mark).join("")),
    el("span", { class: "text" }, row.text),
    row.flags.map((flag) => el("span", { class: "flag" }, say(flag))));
    made.style.transform = `translateY(${number * this.height}px)`;
    return made;
  }

  pressed(event, choose) {
    const page = Math.max(1, Math.floor(this.place.clientHeight / this.height) - 1);
    const steps = { ArrowUp: -1, ArrowDown: 1, PageUp: -page, PageDown: page };
    if (!(event.key in steps) || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const here = this.shown.findIndex((index) => this.entries.seqs[index] >= this.at);
    const from = here < 0 ? this.shown.length : here;
    const to = Math.min(this.shown.length - 1, Math.max(0, from + steps[event.key]));
    if (this.shown.length) choose(this.entries.seqs[this.shown[to]]);
  }
}

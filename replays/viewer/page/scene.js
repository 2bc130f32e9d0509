// A moment of a game, ready to be drawn: the table, what the last record changed, and how things are called.

import { el } from "./dom.js";
import { say, term } from "./words.js";
import { writes } from "./frames.js";

/** Everything that drawing one moment needs. */
export class Scene {
  constructor({ frame, before, changes, cards, halves }) {
    Object.assign(this, { frame, before, changes, cards, halves });
  }

  /** Whether the last record wrote the value at a path. */
  changed(path) {
    return this.changes.some(([steps]) => writes(steps, path));
  }

  thing(id) {
    return this.frame.objects[id];
  }

  player(seat) {
    return this.frame.players[seat];
  }

  /** Return what people call a seat. */
  seat(seat) {
    const player = this.frame.players[seat];
    return player?.name || seat || say("nobody");
  }

  /** Return the card's name an object has now, where it is known. */
  card(thing) {
    return thing?.copied ?? thing?.card ?? null;
  }

  /** Return what people call a seat, an object, or something on the stack. */
  name(id) {
    if (id in this.frame.players) return this.seat(id);
    const thing = this.thing(id) ?? this.before?.objects[id];
    if (thing) return this.called(thing);
    const item = this.item(id);
    return item ? `${item.card ?? say("ability")} ${id}` : String(id);
  }

  called(thing) {
    const card = this.card(thing);
    if (card) return card;
    if (thing.face_down) return say("face_down_card");
    return thing.observed?.types?.join(" ") || say("unknown_card");
  }

  item(id) {
    const resolving = this.frame.resolution?.item;
    return this.frame.stack.find((one) => one.id === id) ?? (resolving?.id === id ? resolving : undefined);
  }

  /** Return the types of an object: from its card, or as they were observed. */
  types(thing) {
    return this.cards[this.card(thing)]?.types ?? thing.observed?.types ?? [];
  }

  /** Whether the amount at a path counts halves of points, as in an un-game. */
  countsHalves(path) {
    return this.halves && /^(players\..+\.life|objects\..+\.damage|shields\.\d+\.amount)$/.test(path);
  }

  /** Return an amount in units of the game: 3½ where it has halves. */
  points(units, halves = this.halves) {
    if (!halves) return String(units);
    const whole = Math.trunc(Math.abs(units) / 2);
    const half = Math.abs(units) % 2 ? "½" : "";
    return `${units < 0 ? "-" : ""}${whole || !half ? whole : ""}${half}`;
  }

  /** A value that says what it is worth asking why it is so; a changed one has a sign and its past. */
  value(path, text, { label = "", was = undefined, sign = undefined } = {}) {
    const changed = this.changed(path);
    const mark = sign ?? (changed ? "~" : "");
    return el("button", {
      type: "button",
      class: `value${changed ? " changed" : ""}`,
      "data-path": path,
      "aria-label": label && `${label} ${text}${changed ? `, ${say("changed")}` : ""}`,
      title: changed && was !== undefined && was !== text ? say("was", { value: was }) : path,
    }, mark && el("span", { class: "sign", "aria-hidden": label ? "true" : undefined }, mark), text);
  }
}

/** Counters as words: `+1/+1 ×2`. */
export function counters(counted = {}) {
  return Object.entries(counted).filter(([, count]) => count)
    .map(([kind, count]) => `${term("counter", kind)} ×${count}`);
}

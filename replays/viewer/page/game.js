// A game as one viewer sees it: its entries, its frames, its records, unpacked where one looks.

import { block, forget, hasBlock } from "./packed.js";
import { applied, writes } from "./frames.js";

const MOST_FRAMES = 64;
const MOST_CHUNKS = 6;

/** The lines of a game for one viewer, in order, found by number. */
export class Entries {
  constructor(columns, own = columns) {
    this.columns = columns;
    this.seqs = own.seqs;
    this.own = own;
    this.place = own === columns ? (index) => index : placesIn(columns.seqs, own.seqs);
  }

  get length() {
    return this.seqs.length;
  }

  /** Return the index of the last entry up to a record. */
  indexOf(seq) {
    let low = 0;
    let high = this.seqs.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.seqs[middle] <= seq) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  has(seq) {
    return this.seqs[this.indexOf(seq)] === seq;
  }

  word(column, index) {
    const { names, of } = this.columns[column];
    return names[of[this.place(index)]];
  }

  text(index, lang) {
    const own = this.own.text[lang][index];
    return own === 0 ? this.columns.text[lang][this.place(index)] : own;
  }

  turn(index) {
    return this.columns.turns[this.place(index)];
  }

  /** Return everything that an entry shows. */
  row(index, lang) {
    return {
      seq: this.seqs[index],
      type: this.word("types", index),
      by: this.word("by", index),
      nature: this.word("natures", index),
      when: this.word("when", index),
      mark: this.word("marks", index),
      rules: this.word("rules", index).split(" ").filter(Boolean),
      flags: this.word("flags", index).split(" ").filter(Boolean),
      turn: this.turn(index),
      text: this.text(index, lang),
    };
  }
}

function placesIn(all, some) {
  const places = new Map(all.map((seq, place) => [seq, place]));
  return (index) => places.get(some[index]);
}

/** One log of the page. */
export class Game {
  constructor(told) {
    this.told = told;
    this.main = told.viewers[0];
    this.added = new Map();
    this.frames = new Map();
    this.recent = [];
  }

  get last() {
    return this.told.records - 1;
  }

  name(viewer, part) {
    return `${this.told.key}-${viewer}-${part}`;
  }

  /** Return what entries and tables refer to: cards, rules, places. */
  async names() {
    return block(this.name(this.main, "entries"));
  }

  async entries(viewer) {
    const columns = await this.names();
    if (viewer === this.main) return new Entries(columns);
    return new Entries(columns, await block(this.name(viewer, "entries")));
  }

  async panes(viewer) {
    return this.newPanes ?? block(this.name(viewer, "panes"));
  }

  chunkOf(seq) {
    const starts = this.told.chunks;
    let number = starts.length - 1;
    while (number > 0 && starts[number] > seq) number -= 1;
    return number;
  }

  async chunk(viewer, number) {
    if (this.added.has(number)) return this.added.get(number);
    const name = this.name(viewer, `chunk-${number}`);
    this.recent = [name, ...this.recent.filter((one) => one !== name)];
    for (const old of this.recent.splice(MOST_CHUNKS)) forget(old);
    return block(name);
  }

  /** Return a record's part of a chunk: its changes, event or links, the first viewer's if the same. */
  async part(kind, viewer, seq) {
    const number = this.chunkOf(seq);
    const chunk = await this.chunk(viewer, number);
    const own = chunk[kind][seq - chunk.start];
    if (own !== 0) return own;
    return (await this.chunk(this.main, number))[kind][seq - chunk.start];
  }

  /** Return the table after a record. */
  async frame(viewer, seq) {
    const key = `${viewer} ${seq}`;
    if (!this.frames.has(key)) {
      if (this.frames.size >= MOST_FRAMES) this.frames.delete(this.frames.keys().next().value);
      this.frames.set(key, await this.made(viewer, seq));
    }
    return this.frames.get(key);
  }

  async made(viewer, seq) {
    const number = this.chunkOf(seq);
    const chunk = await this.chunk(viewer, number);
    const main = viewer === this.main ? chunk : await this.chunk(this.main, number);
    const [from, frame] = this.nearest(viewer, chunk, seq);
    const lists = [];
    for (let place = from + 1 - chunk.start; place <= seq - chunk.start; place += 1) {
      const own = chunk.changes[place];
      lists.push(own === 0 ? main.changes[place] : own);
    }
    return applied(frame, lists);
  }

  /** Return the last frame known within a chunk, up to a record. */
  nearest(viewer, chunk, seq) {
    for (let known = seq - 1; known > Math.max(chunk.start, seq - MOST_FRAMES); known -= 1) {
      const frame = this.frames.get(`${viewer} ${known}`);
      if (frame) return [known, frame];
    }
    return [chunk.start, chunk.frame];
  }

  /** Return the last record, up to one, that wrote the value at a path; 0 where none did. */
  async lastWrite(viewer, path, at) {
    for (let number = this.chunkOf(at); number >= 0; number -= 1) {
      const chunk = await this.chunk(viewer, number);
      const main = viewer === this.main ? chunk : await this.chunk(this.main, number);
      const end = Math.min(at, chunk.start + chunk.changes.length - 1);
      for (let seq = end; seq >= Math.max(1, chunk.start); seq -= 1) {
        const own = chunk.changes[seq - chunk.start];
        const changes = own === 0 ? main.changes[seq - chunk.start] : own;
        if (changes.some(([steps]) => writes(steps, path))) return seq;
      }
    }
    return 0;
  }

  /** Take in records that were added while the page is open; only pages of a server hear of them. */
  async grow({ chunk, entries, names, panes, records }) {
    const known = await this.names();
    for (const [name, column] of Object.entries(entries)) extend(known[name], column, name);
    Object.assign(known, names);
    this.added.set(this.told.chunks.length, chunk);
    this.told.chunks.push(chunk.start);
    this.told.records = records;
    this.newPanes = panes;
  }

  has(viewer) {
    return hasBlock(this.name(viewer, "entries"));
  }
}

function extend(known, more, name) {
  if (name === "text") {
    for (const lang of Object.keys(known)) known[lang].push(...more[lang]);
  } else if (Array.isArray(known)) {
    known.push(...more);
  } else {
    const places = more.names.map((word) => {
      if (!known.names.includes(word)) known.names.push(word);
      return known.names.indexOf(word);
    });
    known.of.push(...more.of.map((place) => places[place]));
  }
}

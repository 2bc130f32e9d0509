// The timeline: turns as bands, marks by family, and a slider that moves along them.

import { byId, drawn, refill } from "./dom.js";
import { say } from "./words.js";

const FAMILIES = ["flip", "divide", "mulligan", "crank", "ruling", "finding", "note"];
const LANE = 6;
const WIDTH = 1000;

/** Draw the marks of all entries; `families` gives those of one entry. */
export function marks(entries, last, families) {
  const at = (seq) => Math.round((seq / Math.max(1, last)) * WIDTH * 10) / 10;
  const parts = [...turns(entries, at)];
  const drawnAt = new Set();
  const counts = new Map();
  for (let index = 0; index < entries.length; index += 1) {
    for (const family of families(index)) {
      const lane = FAMILIES.indexOf(family);
      if (lane < 0) continue;
      counts.set(family, (counts.get(family) ?? 0) + 1);
      const x = at(entries.seqs[index]);
      const key = `${family} ${Math.round(x)}`;
      if (drawnAt.has(key)) continue;
      drawnAt.add(key);
      parts.push(drawn("rect", { x, y: lane * LANE, width: 2, height: LANE - 1, class: `mark ${family}` }));
    }
  }
  const told = [...counts].map(([family, count]) => `${say(`family_${family}`)}: ${count}`).join(", ");
  const height = FAMILIES.length * LANE;
  const line = drawn("line", { id: "now", y1: 0, y2: height, x1: 0, x2: 0 });
  refill(byId("marks"), drawn("svg", {
    viewBox: `0 0 ${WIDTH} ${height}`, preserveAspectRatio: "none", role: "img", "aria-label": `${say("timeline")}: ${told}`,
  }, ...parts, line));
}

function* turns(entries, at) {
  let from = 0;
  for (let index = 1; index <= entries.length; index += 1) {
    const turn = entries.turn(from);
    if (index < entries.length && entries.turn(index) === turn) continue;
    const x = at(entries.seqs[from]);
    const end = at(entries.seqs[Math.min(index, entries.length - 1)]);
    if (turn % 2 === 1) {
      yield drawn("rect", { x, y: 0, width: Math.max(0.5, end - x), height: FAMILIES.length * LANE, class: "turnband" });
    }
    from = index;
  }
}

/** Put the line and the slider at a record. */
export function point(seq, last, text) {
  const x = (seq / Math.max(1, last)) * WIDTH;
  for (const name of ["x1", "x2"]) byId("now")?.setAttribute(name, x);
  const slider = byId("slider");
  slider.max = last;
  slider.value = seq;
  slider.setAttribute("aria-valuetext", text);
}

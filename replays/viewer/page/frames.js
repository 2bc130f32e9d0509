// Frames: the table as data, made from a whole one and the changes after it. Never changed in place.

/** Return a frame after some lists of changes; what they do not touch is shared. */
export function applied(frame, lists) {
  const owned = new Set();
  const own = (value) => {
    if (owned.has(value)) return value;
    const copy = Array.isArray(value) ? [...value] : { ...value };
    owned.add(copy);
    return copy;
  };
  const root = own(frame);
  for (const list of lists) {
    for (const change of list) write(root, change, own);
  }
  return root;
}

function write(root, change, own) {
  const steps = change[0];
  let here = root;
  for (const step of steps.slice(0, -1)) {
    here[step] = own(here[step] ?? {});
    here = here[step];
  }
  const last = steps.at(-1);
  if (change.length > 1) here[last] = change[1];
  else if (Array.isArray(here)) here.length = Math.min(here.length, last);
  else delete here[last];
}

const usual = {};

/** Learn what the fields of players, objects and the like are where a frame leaves them out. */
export const learnDefaults = (told) => Object.assign(usual, told);

/** Return what stands at a path of names and positions; nothing where nothing does. */
export function valueAt(frame, steps) {
  let here = frame;
  for (const [place, step] of steps.entries()) {
    if (here === null || typeof here !== "object") return undefined;
    here = here[step] ?? (place === steps.length - 1 ? unsaid(here, steps, step) : undefined);
  }
  return here;
}

function unsaid(here, steps, step) {
  if (step in here) return here[step];
  const { depth, fields } = usual[steps[0]] ?? {};
  return depth === steps.length - 1 ? fields[step] : undefined;
}

/** Take a written path apart as it fits a frame; a key may itself have dots. */
export function stepsOf(frame, path) {
  const steps = [];
  let here = frame;
  let rest = path;
  while (rest) {
    const name = firstOf(here, rest);
    steps.push(Array.isArray(here) ? Number(name) : name);
    rest = rest.slice(name.length + 1);
    here = here === null || typeof here !== "object" ? undefined : here[name];
  }
  return steps;
}

function firstOf(here, path) {
  const first = path.split(".", 1)[0];
  if (here === null || typeof here !== "object" || Array.isArray(here)) return first;
  const fitting = Object.keys(here).filter((key) => key.includes(".") && `${path}.`.startsWith(`${key}.`));
  return fitting.reduce((longest, key) => (key.length > longest.length ? key : longest), first);
}

/** Whether a change at some steps writes the value at a path: there, above it, or below it. */
export function writes(steps, path) {
  const written = steps.join(".");
  return written === path || written.startsWith(`${path}.`) || path.startsWith(`${written}.`);
}

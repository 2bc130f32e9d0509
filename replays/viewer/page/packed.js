// Unpacking what the page carries: base64, deflated JSON.

const unpacked = new Map();

/** Return the value of a block of the page, unpacked once. */
export function block(name) {
  if (!unpacked.has(name)) unpacked.set(name, unpack(document.getElementById(name).textContent));
  return unpacked.get(name);
}

/** Return whether the page has a block. */
export const hasBlock = (name) => document.getElementById(name) !== null;

/** Forget a block that is seldom looked at again. */
export const forget = (name) => unpacked.delete(name);

export async function unpack(text) {
  const coded = atob(text);
  const bytes = new Uint8Array(coded.length);
  for (let place = 0; place < coded.length; place += 1) bytes[place] = coded.charCodeAt(place);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

// Following a game that is still being played: its server tells what is added.

/** Hear of new records; `grown` takes each message. */
export function follow(address, from, grown) {
  const source = new EventSource(`${address}&after=${from}`);
  source.addEventListener("grown", (event) => grown(JSON.parse(event.data)));
  source.addEventListener("changed", () => location.reload());
  return source;
}

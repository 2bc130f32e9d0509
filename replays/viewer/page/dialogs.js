// What opens above the page: the keys, and the way to a moment by its name.

import { byId, el } from "./dom.js";
import { say } from "./words.js";

export const KEYS = [
  ["← →", "keys_step"], ["Shift ← →", "keys_turn"], ["{ }", "keys_key"], ["Home End", "keys_ends"],
  ["/", "keys_search"], ["g", "keys_go"], ["w", "keys_why"], ["s", "keys_seat"], ["n", "keys_note"],
  ["c", "keys_compare"], ["F2", "keys_language"], ["?", "keys_help"], ["Esc", "keys_close"],
];

function open(title, ...content) {
  const dialog = byId("dialog");
  dialog.replaceChildren(
    el("h2", { id: "dialog-title" }, title), ...content,
    el("form", { method: "dialog", class: "buttons" }, el("button", {}, say("close"))));
  dialog.showModal();
  return dialog;
}

/** Show the keys. */
export function help() {
  open(say("keys"), el("dl", { class: "keys" }, KEYS.flatMap(([keys, what]) => [
    el("dt", {}, keys.split(" ").map((key) => [el("kbd", {}, key), " "])), el("dd", {}, say(what)),
  ])), el("p", { class: "quiet" }, say("about_page")));
}

/** Ask for a moment; `find` returns its record, or nothing where there is none of that name. */
export function goTo(find, go) {
  const answer = el("p", { role: "alert" });
  const input = el("input", { id: "moment", name: "moment", autocomplete: "off", spellcheck: "false",
    "aria-describedby": "forms" });
  const form = el("form", { class: "ask", onsubmit: (event) => {
    event.preventDefault();
    const seq = find(input.value.trim());
    if (seq === null) {
      answer.textContent = say("no_such_moment", { name: input.value });
      return;
    }
    byId("dialog").close();
    go(seq);
  } }, el("label", { for: "moment" }, say("moment")), input, el("button", { type: "submit" }, say("go")));
  open(say("go_to"), form, answer, el("p", { id: "forms", class: "quiet" }, say("moment_forms")));
  input.focus();
}

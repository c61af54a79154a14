// Calls a person back to the table: in the window's title, by a sound, by a notification.

import { settings } from "../settings.js";
import { sound } from "../sounds.js";

let note = null;
const MARK = "● ";

/** Say that it is this person's turn. */
export function alertTurn(game) {
  sound("turn");
  if (!document.hidden) return;
  if (!document.title.startsWith(MARK)) document.title = MARK + document.title;
  if (settings.notify && "Notification" in window && Notification.permission === "granted")
    note = new Notification("Your turn", { body: game, tag: "ludwright-turn" });
}

/** It is nobody's or somebody else's turn, or the person is back. */
export function calm() {
  document.title = document.title.replace(MARK, "");
  note?.close();
  note = null;
}

document.addEventListener("visibilitychange", () => document.hidden || calm());

/** Ask whether notifications may be shown; the answer. */
export async function askPermission() {
  if (!("Notification" in window)) return false;
  return (await Notification.requestPermission()) === "granted";
}

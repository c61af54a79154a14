// Fields of a table that its game's page, the waiting room and the panel share: access, clock, options.

import { readable } from "../cards.js";
import { capital, html } from "../dom.js";
import { Check, Choice, sentence, useId } from "./frame.js";

// ---- who may come --------------------------------------------------------------------------------

/** Who may join and who may watch, in words. */
export function accessWords({ public: open, spectators }) {
  const watching = spectators ? "others may watch" : "nobody may watch";
  return `${open ? "anyone may join" : "only invited people may join"}, ${watching}`;
}

const OPEN = "The table is listed in the lobby.";
const INVITED = "People join with the link of a seat.";
const WATCHED = { true: "From the lobby, or with the table's address.", false: "With the table's address." };
const SEEN = "Spectators see only what all players see.";

/** `change` gets {public} or {spectators}. */
export function Access({ value: { public: open, spectators }, change }) {
  return html`
    <${Check} label="Anyone may join" value=${open} note=${open ? OPEN : INVITED}
      change=${(value) => change({ public: value })} />
    <${Check} label="Others may watch" value=${spectators}
      note=${spectators ? `${WATCHED[open]} ${SEEN}` : "Only players can open the table."}
      change=${(value) => change({ spectators: value })} />
  `;
}

// ---- clock ---------------------------------------------------------------------------------------

const CLOCKS = ["60+0", "180+2", "300+5", "900+10", "3600+30", "86400+3600"];
const UNITS = [[86400, "day"], [3600, "hour"], [60, "minute"], [1, "second"]];

function amount(seconds) {
  const [size, unit] = UNITS.find(([each]) => seconds >= each && seconds % each === 0);
  const count = seconds / size;
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** A clock, {seconds, increment} or nothing, in words. */
export const clockWords = (clock) => (clock
  ? `${amount(clock.seconds)} each${clock.increment ? `, ${amount(clock.increment)} more per move` : ""}`
  : "no clock");

const keyOf = (clock) => (clock ? `${clock.seconds}+${clock.increment ?? 0}` : "");
function clockOf(key) {
  const [seconds, increment] = key.split("+").map(Number);
  return key ? { seconds, increment } : null;
}

/** `value` is a clock or nothing, and so is what `change` gets. */
export function ClockChoice({ value, change }) {
  const now = keyOf(value);
  const keys = ["", ...CLOCKS, ...(now && !CLOCKS.includes(now) ? [now] : [])];
  return html`
    <${Choice} label="Clock" value=${now} change=${(key) => change(clockOf(key))}
      choices=${keys.map((key) => [key, clockWords(clockOf(key))])} />
  `;
}

// ---- options of a game ---------------------------------------------------------------------------

const wordOf = (value) => ({ true: "yes", false: "no" })[value] ?? readable(String(value));

/** The chosen values that differ from the defaults, in words. */
export function optionWords(options = [], values = {}) {
  const changed = options.filter(({ name, default: usual }) => (values[name] ?? usual) !== usual);
  return changed.map(({ name }) => `${readable(name)}: ${wordOf(values[name])}`).join(", ");
}

/** A field for an option, by its type, with what its description says of it. */
export function OptionField({ option, value, change }) {
  const id = useId("option");
  const { name, about, choices, default: usual } = option;
  const label = capital(readable(name));
  const note = [about && sentence(about), `Usually ${wordOf(usual)}.`].filter(Boolean).join(" ");
  if (typeof usual === "boolean")
    return html`<${Check} label=${label} value=${value} change=${change} note=${note} />`;
  const numeric = typeof usual === "number";
  const typed = (text) => (numeric ? Number(text) : text);
  if (choices?.length)
    return html`
      <${Choice} label=${label} value=${value} note=${note} change=${(text) => change(typed(text))}
        choices=${choices.map((each) => [each, wordOf(each)])} />`;
  return html`
    <div class="field">
      <label for=${id}>${label}</label>
      <input id=${id} type=${numeric ? "number" : "text"} value=${value}
        aria-describedby=${`${id}-note`} onChange=${(event) => change(typed(event.target.value))} />
      <small id=${`${id}-note`}>${note}</small>
    </div>
  `;
}

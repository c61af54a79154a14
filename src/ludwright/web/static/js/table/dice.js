// Dice: the last roll, in the middle of the table.

import { html } from "../dom.js";

const LASTING = 6000; // milliseconds that a roll is seen at least, however fast others move
const MOST = 12; // dice that are drawn
const NEAR = 0.26; // of a side, between pips and the middle
/** The pips of a face: columns and rows from the middle. */
const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

/** What was rolled last, until something else has happened and there was time to see it. */
export class Dice {
  rolled = []; // events
  #since = 0;
  #timer = 0;

  constructor(changed) {
    this.changed = changed;
  }

  /** Note the events of a state; returns what was rolled, in words. */
  note(events) {
    const found = events.filter((event) => event.k === "roll" && event.sides).slice(0, MOST);
    if (found.length) this.#show(found);
    else if (this.rolled.length) this.#fade();
    return found.length ? `rolled ${found.map((event) => event.value).join(", ")}` : "";
  }

  #show(rolled) {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#since = Date.now();
    this.rolled = rolled;
  }

  #fade() {
    const left = this.#since + LASTING - Date.now();
    this.#timer ||= setTimeout(() => {
      this.close();
      this.changed();
    }, Math.max(0, left));
  }

  close() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.rolled = [];
  }
}

/** Dice side by side, centred at a point of the table. */
export function DiceTray({ rolled, middle: [x, y] }) {
  if (!rolled.length) return null;
  const said = `Rolled ${rolled.map((event) => event.value).join(", ")}`;
  return html`
    <div class="dice" role="img" aria-label=${said} style=${{ left: `${x}px`, top: `${y}px` }}>
      ${rolled.map((event, i) => html`<${Die} key=${i} event=${event} />`)}
    </div>
  `;
}

/** A die with six sides has pips; any other shows its number. */
const Die = ({ event: { value, sides } }) => html`
  <svg class="die" viewBox="0 0 100 100" aria-hidden="true" focusable="false">
    ${sides === 6 ? html`<rect x="3" y="3" width="94" height="94" rx="18" />`
      : html`<path d="M50 3 95 28v44L50 97 5 72V28z" />`}
    ${sides === 6
      ? PIPS[value].map(([x, y]) =>
        html`<circle cx=${50 + x * NEAR * 100} cy=${50 + y * NEAR * 100} r="9.5" />`)
      : html`<text x="50" y="64" text-anchor="middle" font-size="40">${value}</text>`}
  </svg>
`;

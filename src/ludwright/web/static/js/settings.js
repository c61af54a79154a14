// What a person prefers, kept in this browser.

import { Observable, useObservable } from "./store.js";

const KEY = "ludwright.settings";
const DEFAULTS = {
  theme: "auto", // auto, light, dark
  fourColours: false,
  largeIndex: false,
  sounds: true,
  notify: false,
  confirmMoves: false,
  autoPlay: false,
  autoContinue: true,
  winnable: false, // solitaire deals
  zoom: 1, // of the table
  animation: "normal", // off, fast, normal, slow
};

class Settings extends Observable {
  constructor() {
    super();
    Object.assign(this, DEFAULTS, stored(KEY));
    addEventListener("storage", (event) => {
      if (event.key !== KEY) return;
      Object.assign(this, DEFAULTS, stored(KEY));
      this.#applied();
    });
    this.#applied();
  }

  set(name, value) {
    this[name] = value;
    const kept = Object.fromEntries(Object.keys(DEFAULTS).map((key) => [key, this[key]]));
    store(KEY, kept);
    this.#applied();
  }

  #applied() {
    const root = document.documentElement;
    root.classList.toggle("four-colours", this.fourColours);
    root.dataset.theme = this.theme;
    this.changed();
  }
}

/** A value kept in this browser, or nothing; private windows may refuse. */
export function stored(key) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keep a value in this browser. */
export function store(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The setting then holds until the page is closed.
  }
}

export const settings = new Settings();
export const useSettings = () => useObservable(settings);

const PACE = { off: 0, fast: 140, normal: 280, slow: 560 };

/** How long a card travels, in milliseconds; 0 if nothing is animated. */
export function duration() {
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return calm ? 0 : PACE[settings.animation] ?? PACE.normal;
}

// What every module of the page draws with: htm bound to preact, and the hooks.

import { h, render, Fragment } from "preact";
import htm from "htm";

export { h, render, Fragment };
export { useState, useEffect, useLayoutEffect, useRef, useMemo, useCallback } from "preact/hooks";
export const html = htm.bind(h);

/** Class names joined; falsy ones are left out. */
export const classes = (...names) => names.filter(Boolean).join(" ");

/** A number limited to a range. */
export const clamp = (value, low, high) => Math.max(low, Math.min(high, value));

/** "1 card", "2 cards". */
export const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** A text that starts with a capital letter. */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Say something to people who hear the page instead of seeing it. */
export function announce(text) {
  const region = document.getElementById("announce");
  if (!region || !text) return;
  // The same text twice would not be spoken again.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

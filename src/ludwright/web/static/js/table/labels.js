// The names of places below them: how large they are, and in how many lines.

import { readable } from "../cards.js";
import { clamp } from "../dom.js";

const WIDE_LETTER = 0.66; // of the size of letters: how wide they are on average
const [SMALL, USUAL] = [9.5, 11.5]; // pixels
const LINE = 13;

/** What is written below a place. */
export const labelText = (place) =>
  readable(place.number ? `${place.label} ${place.number}` : place.label);

/** The size of letters at which the longest word of a name fits into a width. */
export function fitting(name, width, most) {
  const longest = Math.max(...name.split(" ").map((word) => word.length));
  return Math.min(most, width / (longest * WIDE_LETTER));
}

/** The width for a label, so that it does not touch its neighbours. */
export const labelRoom = ({ w, cw }) => w + clamp(cw * 0.26, 8, 30) - 3;

/** The size of the letters of a label: in one line if that can be read, else in two. */
export function labelSize(place, room) {
  const label = labelText(place);
  const single = room / (label.length * WIDE_LETTER);
  return single >= SMALL ? Math.min(USUAL, single) : clamp(fitting(label, room, USUAL), 8, 10);
}

/** The height of a label. */
export function labelHeight(place, room) {
  const label = labelText(place);
  const lines = label.length * WIDE_LETTER * SMALL > room && label.includes(" ") ? 2 : 1;
  return 4 + LINE * lines;
}

// Where seats are around the table, and the boxes of other players.

import { fan, pile, tokens } from "./boxes.js";
import { RATIO } from "../cards.js";
import { clamp } from "../dom.js";

// How many of the others are on the left, at the top and on the right, by their number.
const AROUND = [, [0, 1, 0], [1, 0, 1], [1, 1, 1], [1, 2, 1], [1, 3, 1], [2, 2, 2], [2, 3, 2],
  [2, 4, 2], [3, 3, 3]];
const HEAD = 24;
/** Whether a box has no room for anything beside a player's name. */
export const isNarrow = (width) => width < 150;
const VALUES = 19;
const PAD = 6;

/** The other seats in the order of play, beginning after one's own. */
export function othersOf(count, own) {
  const first = own ?? 0;
  const all = Array.from({ length: count }, (_, i) => (first + i) % count);
  return own === null ? all : all.slice(1);
}

/** Places of seats in shape {seat: [place, ...]}. */
export function bySeat(places) {
  const found = new Map();
  for (const place of places) {
    if (place.owner === null || place.owner === undefined) continue;
    if (!found.has(place.owner)) found.set(place.owner, []);
    found.get(place.owner).push(place);
  }
  return found;
}

/** A player's box of a given width: what belongs to the seat, in small cards. */
export function seatBox(seat, places, width, cw, values, map) {
  const ch = cw * RATIO;
  const inner = width - 2 * PAD;
  let [x, y, tall] = [0, 0, 0];
  const boxes = [];
  for (const place of places) {
    const spread = place.look === "row"
      || (place.cards.length < 8 && place.cards.every((name) => name !== null));
    const share = places.length > 1 ? inner * 0.62 : inner;
    const pieces = map && place.look === "row";
    const made = pieces ? tokens(place, cw * 0.62, inner) : spread
      ? fan(place, cw, ch, share, { step: 0.42, least: 0.05 }) : pile(place, cw, ch);
    if (x && x + made.w > inner) [x, y, tall] = [0, y + tall + 16, 0];
    boxes.push({ cw, ch, ...made, x, y, small: true });
    x += made.w + 12;
    tall = Math.max(tall, made.h);
  }
  const head = HEAD + (values ? VALUES * values : 0);
  const used = boxes.length ? y + tall + 14 : 0;
  // Rows are centred: a player's cards look lost at the left of a wide box.
  for (const row of new Set(boxes.map((each) => each.y))) {
    const line = boxes.filter((each) => each.y === row);
    const shift = (inner - Math.max(...line.map((each) => each.x + each.w))) / 2;
    for (const each of line) each.x += Math.max(0, shift);
  }
  return {
    seat, w: width, h: head + used + PAD, lines: values,
    boxes: boxes.map((each) => ({ ...each, x: each.x + PAD, y: each.y + head })),
  };
}

/**
 * The boxes of the others around a table of W by H: [boxes with positions, the rectangle left for
 * the centre]. `make(seat, width)` makes a box; `bottom` is the height of one's own strip.
 */
export function around(others, W, H, bottom, make) {
  if (!others.length) return [[], { x: 0, y: 0, w: W, h: H - bottom }];
  const shape = AROUND[others.length];
  const sides = W >= 780 && H >= 480 && shape && shape[0] > 0;
  return sides ? onThreeSides(others, shape, W, H, bottom, make)
    : atTheTop(others, W, H, bottom, make);
}

function atTheTop(others, W, H, bottom, make) {
  const most = clamp(Math.floor(W / 104), 1, 6);
  const lines = Math.ceil(others.length / most);
  const perRow = Math.ceil(others.length / lines);
  const gap = 6;
  const width = Math.min((W - gap * (perRow + 1)) / perRow, 340);
  const found = [];
  let y = 4;
  for (let start = 0; start < others.length; start += perRow) {
    const row = others.slice(start, start + perRow).map((seat) => make(seat, width));
    const tall = Math.max(...row.map((each) => each.h));
    const left = (W - row.length * (width + gap) + gap) / 2;
    row.forEach((each, i) => found.push({ ...each, x: left + i * (width + gap), y, h: tall }));
    y += tall + gap;
  }
  return [found, { x: 0, y, w: W, h: H - bottom - y }];
}

function onThreeSides(others, [left, top], W, H, bottom, make) {
  const gap = 8;
  const side = clamp(W * 0.17, 140, 210);
  const seats = [others.slice(0, left), others.slice(left, left + top), others.slice(left + top)];
  const middle = W - 2 * side - 4 * gap;
  const width = top ? Math.min((middle - gap * (top - 1)) / top, 300) : 0;
  const upper = seats[1].map((seat) => make(seat, width));
  const tall = Math.max(0, ...upper.map((each) => each.h));
  const start = (W - upper.length * (width + gap) + gap) / 2;
  const found = upper.map((each, i) =>
    ({ ...each, x: start + i * (width + gap), y: gap, h: tall }));
  // Play goes clockwise: from one's own seat up the left side, and down the right.
  [[seats[0].toReversed(), gap], [seats[2], W - side - gap]].forEach(([line, x]) => {
    const boxes = line.map((seat) => make(seat, side));
    const room = H - bottom - gap;
    const free = room - boxes.reduce((sum, each) => sum + each.h, 0);
    const between = Math.max(gap, free / (boxes.length + 1));
    let y = Math.max(gap, between);
    for (const each of boxes) {
      found.push({ ...each, x, y });
      y += each.h + between;
    }
  });
  const y = tall ? tall + 2 * gap : gap;
  return [found, { x: side + 2 * gap, y, w: W - 2 * side - 4 * gap, h: H - bottom - y }];
}

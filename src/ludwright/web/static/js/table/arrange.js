// Where everything on the table is, from the scene and the size of the screen alone.

import { RATIO } from "../cards.js";
import { clamp } from "../dom.js";
import { board } from "./board.js";
import { fan, pile, tokens } from "./boxes.js";
import { centre, laidOut } from "./centre.js";
import { around, bySeat, othersOf, seatBox } from "./seating.js";

const HEAD = 26;
const GAP = 6;
const NARROW = 700; // pixels: here one's own pieces are beside one's name

/**
 * The layout of a scene on W by H pixels: {width, height, seats, boxes, spaces, links}, with absolute
 * positions. `context`: {kept, spread, numbered, orders}: zones shown although empty, zones whose
 * cards are shown apart, those with numbers, and a person's own order of a hand.
 */
export function arrange(scene, game, W, H, context) {
  const solitaire = game.seats === 1;
  const map = scene.places.some((place) => place.look === "space");
  const places = scene.places.filter((place) => shown(place, solitaire, context, game));
  const owned = bySeat(places);
  const own = scene.seat ?? null;
  const shared = places.filter((place) => place.owner === null || place.owner === undefined);
  const least = shared.length ? (map ? 300 : 130) : 40;
  const small = clamp(Math.min(W / 13, H / 17), 24, 46);
  const lines = (seat, width) =>
    Math.min(2, Math.ceil(lengthOf(valuesOf(scene, seat)) / (width - 14)));
  const strip = ownStrip(owned.get(own) ?? [], W, H,
    { solitaire, map, small, context, seat: own, values: own === null ? 0 : lines(own, W) });
  const others = solitaire ? [] : othersOf(game.seats, own);
  const [seats, room] = roomy(others, owned, W, H, { strip, small, map, lines, least, shared });
  const rect = { ...room, h: Math.max(room.h, least) };
  const middle = fill(shared, rect, game, { solitaire, ...context, W, H });
  // Cards that cannot get smaller push one's own strip down; the table is scrolled then.
  const bottom = rect.y + Math.max(rect.h, middle.height);
  const height = Math.max(H, bottom + strip.h, ...seats.map((each) => each.y + each.h + GAP));
  const lift = height - strip.h;
  return {
    width: W, height, map, middle: [rect.x + rect.w / 2, rect.y + rect.h / 2],
    seats: [...seats.map(({ boxes: _, ...seat }) => seat),
      ...(strip.seat ? [{ ...strip.seat, y: strip.seat.y + lift, own: true }] : [])],
    boxes: [
      ...middle.boxes,
      ...seats.flatMap((seat) => seat.boxes.map((each) =>
        ({ ...each, x: each.x + seat.x, y: each.y + seat.y }))),
      ...strip.boxes.map((each) => ({ ...each, y: each.y + lift })),
    ],
    spaces: middle.spaces ?? [],
    links: middle.links ?? [],
  };
}

const GROWTH = [2.4, 2.1, 1.8, 1.55, 1.3, 1.15, 1, 0.74]; // of other players' cards

/** The others around the table, in the largest cards that leave enough room in the middle. */
function roomy(others, owned, W, H, { strip, small, map, lines, least, shared }) {
  const placesOf = (seat) => owned.get(seat) ?? [];
  const hidden = (place) => place.look === "row" && place.cards.some((name) => name === null);
  // Backs of a hand need not be large.
  const most = map ? 1 : others.some((seat) => placesOf(seat).some(hidden)) ? 1.3 : GROWTH[0];
  const wanted = shared.length ? clamp(H * 0.36, least, 380) : H * 0.3;
  let found;
  for (const factor of GROWTH.filter((each) => each <= most)) {
    const values = (seat, width) => (factor < 1 ? Math.min(1, lines(seat, width))
      : lines(seat, width));
    found = around(others, W, H, strip.h, (seat, width) =>
      seatBox(seat, placesOf(seat), width, small * factor, values(seat, width), map));
    const [seats, room] = found;
    const inside = seats.every((each) => each.y + each.h <= H - strip.h);
    if (inside && room.h >= (factor > 1 ? wanted : least)) break;
  }
  return found;
}

/** The values of a seat that are worth a line: all but those that say no. */
export const valuesOf = (scene, seat) =>
  scene.values.filter((value) => value.owner === seat && value.text !== "no" && value.text !== "-");

/** About how many pixels values take in one line. */
const lengthOf = (values) => values.reduce((sum, { name, text }) => sum
  + (name.length + text.length + 1) * 6.2 + 8, 0);

/** Whether a place is drawn: at tables of several seats, an unused empty pile is not. */
function shown(place, solitaire, context, game) {
  if (place.cards.length || place.nodes || place.look === "space") return true;
  if (context.kept.has(place.zone)) return true;
  // Of a place whose number of cards is hidden, only its use is ever seen.
  if (place.counted === false) return false;
  if (game.look) return Boolean(place.spot);
  const row = place.look === "row" && (place.owner === null || place.owner === undefined);
  return solitaire || row;
}

function fill(shared, rect, game, context) {
  const spaces = shared.filter((place) => place.look === "space");
  const rest = shared.filter((place) => place.look !== "space");
  const largest = clamp(Math.min(context.W / 4.5, context.H / 5.2), 44, 130);
  if (spaces.length) {
    const room = rest.length ? clamp(rect.h * 0.2, 76, 120) : 0;
    const cards = rest.length ? centre(rest, { ...rect, y: 0, h: room },
      { ...context, largest: 56 }) : { boxes: [], height: 0 };
    const below = Math.min(room, cards.height);
    const drawn = board(spaces, game.links ?? [], { ...rect, h: rect.h - below });
    const top = rect.y + Math.max(rect.h - below, drawn.height);
    const boxes = cards.boxes.map((each) => ({ ...each, y: each.y + top }));
    return { ...drawn, boxes, height: top - rect.y + Math.max(below, cards.height) };
  }
  if (game.look) return laidOut(rest.filter((place) => place.spot), game.look, rect);
  return centre(rest, rect, { ...context, largest });
}

/** One's own places at the bottom: the hand below, everything else beside one's name. */
function ownStrip(places, W, H, { solitaire, map, small, context, seat, values }) {
  if (seat === null || (solitaire && !places.length)) return { h: solitaire ? 0 : 4, boxes: [] };
  const rows = places.filter((place) => place.look === "row" && place.cards.length);
  const open = (place) => place.cards.length && place.cards.every((name) => name !== null);
  const main = rows.length ? rows : places.some(open) ? places.filter(open)
    : places.filter((place) => place.cards.length);
  const side = places.filter((place) => !main.includes(place));
  const head = solitaire ? 0 : HEAD + values * 18;
  const boxes = [];
  let x = W - GAP;
  let y = 0;
  const tall = small * RATIO;
  for (const place of side.toReversed()) {
    const made = pile(place, small, tall);
    x -= made.w + 14;
    boxes.push({ ...made, x, y: 4, cw: small, ch: tall, small: true, labelled: true });
  }
  y = Math.max(head, side.length ? tall + 22 : 0) + 4;
  const hands = main.map((place) => ({ ...hand(place, W, H, { map, main, context }), main: true }));
  const [only] = hands;
  if (map && W < NARROW && hands.length === 1 && !side.length && only.w < W / 2 - GAP) {
    x -= only.w + 14;
    boxes.push({ ...only, x, y: 4 });
    y = Math.max(head, only.h + 20);
  } else y = stacked(hands, W, y, boxes, map);
  const beside = side.length || x < W - GAP;
  const box = solitaire ? null : { seat, x: GAP, y: 0, w: (beside ? x - GAP : W - GAP) - GAP,
    h: head, lines: values };
  return { h: y + 4, boxes, seat: box };
}

/** Hands below each other, piles beside each other; returns where they end. */
function stacked(hands, W, top, boxes, map) {
  let y = top;
  const piles = hands.filter((made) => made.kind === "pile");
  let x = (W - piles.reduce((sum, made) => sum + made.w + 24, -24)) / 2;
  for (const made of piles) {
    boxes.push({ ...made, x, y: y + 4 });
    x += made.w + 24;
  }
  if (piles.length) y += Math.max(...piles.map((made) => made.h)) + 28;
  for (const made of hands.filter((each) => each.kind !== "pile")) {
    boxes.push({ ...made, x: (W - made.w) / 2, y: y + (made.arc ? 6 : 0) });
    y += made.h + (made.arc ? 14 : 8) + (hands.length > 1 || map ? 16 : 0);
  }
  return y;
}

function hand(place, W, H, { map, main, context }) {
  const order = orderOf(place, context.orders?.[place.zone]);
  const width = Math.min(W - 20, 900);
  if (map) {
    const cw = clamp(W / 16, 26, 40);
    return { ...tokens(place, cw, width), labelled: true };
  }
  let cw = clamp(Math.min(W / 5.4, H / 7), 46, main.length > 1 ? 76 : 104);
  if (place.look === "pile" && place.cards.includes(null))
    return { ...pile(place, cw, cw * RATIO), cw, ch: cw * RATIO, labelled: true };
  const count = place.cards.length;
  // Two rows only if smaller cards would not make it fit either.
  while (cw > 46 && (width - cw) / Math.max(1, count - 1) < cw * 0.3) cw -= 2;
  const rows = (width - cw) / Math.max(1, count - 1) < cw * 0.26 ? 2 : 1;
  if (rows === 2) cw = clamp(W / 7, 46, 76);
  const made = fan(place, cw, cw * RATIO, width, { order, arc: true, rows, step: 0.62 });
  return { ...made, cw, ch: cw * RATIO, labelled: main.length > 1 };
}

/** The positions of a hand in the order in which it is shown: one's own, as far as it is known. */
export function orderOf(place, wanted) {
  const usual = place.order ?? place.cards.map((_, i) => i);
  if (!wanted) return usual;
  const left = [...usual];
  const found = [];
  for (const name of wanted) {
    const i = left.findIndex((at) => place.cards[at] === name);
    if (i >= 0) found.push(...left.splice(i, 1));
  }
  return [...found, ...left];
}

// The middle of the table: shared places in bands, in the largest cards that fit.

import { RATIO } from "../cards.js";
import { clamp } from "../dom.js";
import { column, columnHeights, fan, grid, looseness, pile, tree, treeSteps } from "./boxes.js";

const LEAST = 28; // pixels: narrower cards cannot be read; the table is scrolled instead
const LABEL = 17;
const LOWER = 70; // pixels that columns are moved down where there is room
const PAD = 8; // around everything
const GROUP = 0.5; // of a card between groups of piles
const SPREAD_MOST = 14; // visible cards of a pile at a table of several seats that are all shown
const SPREAD_LAST = 5; // of longer ones, the last

/**
 * Boxes for shared places within a rectangle, as {boxes, height}. `solitaire`: no labels, piles only
 * show their top; `spread`: zones whose cards are all shown apart.
 */
export function centre(places, rect, options) {
  const { solitaire, largest } = options;
  const parts = {
    piles: places.filter((p) => p.look === "pile" && !options.spread.has(p.zone)),
    spots: places.filter((p) => p.look === "placed" && p.spot),
    columns: places.filter((p) => p.look === "column"),
    trees: places.filter((p) => p.look === "tree"),
    rows: places.filter((p) => p.look === "row"
      || (p.look === "pile" && options.spread.has(p.zone))),
  };
  const W = rect.w - 12;
  let cw = Math.min(largest, inOneRow(parts.columns, W));
  let bands = build(parts, cw, W, options);
  while (cw > LEAST && !fits(bands, W, rect.h)) {
    cw = Math.max(LEAST, Math.floor(cw * 0.97));
    bands = build(parts, cw, W, options);
  }
  const used = total(bands);
  const free = Math.max(0, rect.h - used);
  const grow = bands.filter((band) => band.most);
  let y = rect.y + PAD;
  // What grows downwards keeps most of its room below.
  const wanted = grow.reduce((sum, band) => sum + band.most - band.h, 0);
  y += grow.length ? Math.min(Math.max(0, free - wanted) / 4, LOWER) : free / (solitaire ? 3 : 2);
  const boxes = [];
  for (const band of bands) {
    const extra = band.most ? Math.min((free * 0.8) / grow.length, band.most - band.h) : 0;
    const made = band.place(band.h + extra);
    for (const each of made) boxes.push({ ...each, cw, ch: cw * RATIO, x: each.x + rect.x + 6,
      y: each.y + y });
    y += band.h + extra + band.gap;
  }
  return { boxes, height: Math.max(used, 0), cw };
}

/** The width of cards at which all columns are side by side; short ones may wrap instead. */
function inOneRow(columns, W) {
  const long = columns.length <= 10 || columns.some((place) => place.cards.length > 5);
  const count = columns.length || 1;
  const cw = Math.min(W / (count * 1.12), (W - 4 * (count - 1)) / count);
  return long && cw >= LEAST ? cw : Infinity;
}

const total = (bands) => bands.reduce((sum, band) => sum + band.h + band.gap, 2 * PAD);
const fits = (bands, W, H) => total(bands) <= H && bands.every((band) => band.w <= W + 1);

function build(parts, cw, W, options) {
  const gap = clamp(cw * 0.12, 4, 14);
  const across = { ...options, cw, ch: cw * RATIO, W, gap, pitch: cw + gap };
  const perRow = Math.max(1, Math.floor((W + gap) / across.pitch));
  const oneRow = parts.columns.length <= perRow ? parts.columns.length : 0;
  return [
    ...together(parts, oneRow, across),
    ...(parts.spots.length ? [spotBand(parts.spots, across)] : []),
    ...columnBands(parts.columns, perRow, across),
    ...(parts.trees.length ? [flowBand(parts.trees.map((p) => treeItem(p, across)), across)] : []),
    ...(parts.rows.length && !joined(parts, across)
      ? [flowBand(parts.rows.map((p) => rowItem(p, across)), across)] : []),
  ];
}

/** Whether piles and rows share a line, as they may at a table of several seats. */
function joined({ piles, rows }, across) {
  if (across.solitaire || !piles.length || !rows.length) return false;
  const items = [...piles.map((p) => pileItem(p, across)), ...rows.map((p) => rowItem(p, across))];
  return items.reduce((sum, item) => sum + item.w + across.gap * 2.2, 0) <= across.W;
}

function together(parts, oneRow, across) {
  if (joined(parts, across)) {
    const items = [...parts.piles.map((p) => pileItem(p, across)),
      ...parts.rows.map((p) => rowItem(p, across))];
    return [flowBand(items, across)];
  }
  return parts.piles.length ? [pileBand(parts.piles, oneRow, across)] : [];
}

// ---- piles --------------------------------------------------------------------------------------

/** Piles above columns, on their grid where that is possible; else side by side. */
function pileBand(places, columns, across) {
  const { solitaire, pitch, ch, cw, gap } = across;
  if (solitaire && columns && places.length <= columns) return alignedPiles(places, columns,
    across);
  const items = places.map((place) => (solitaire ? pile(place, cw, ch) : pileItem(place, across)));
  return flowBand(items, across, (a, b) => (a.place.name === b.place.name ? gap : pitch * GROUP));
}

function alignedPiles(places, columns, { pitch, ch, cw, gap, W }) {
  const last = places.at(-1).name;
  const right = places.filter((place) => place.name === last).length;
  const start = (W - columns * pitch + gap) / 2;
  const alike = right === places.length;
  return {
    h: ch, w: columns * pitch - gap, gap: gap * 1.6,
    place: () => places.map((place, i) => {
      const fromRight = places.length - i;
      const slot = alike ? (columns - places.length) / 2 + i : fromRight <= right
        ? columns - fromRight : i;
      return { ...pile(place, cw, ch), x: start + slot * pitch, y: 0 };
    }),
  };
}

/** A pile at a table of several seats: what everybody sees is spread out. */
function pileItem(place, { cw, ch, W }) {
  const { cards } = place;
  const visible = cards.length > 1 && cards.every((name) => name !== null);
  if (!visible) return labelled(pile(place, cw, ch));
  const from = cards.length > SPREAD_MOST ? cards.length - SPREAD_LAST : 0;
  const order = cards.map((_, i) => i).slice(from);
  return labelled(fan(place, cw, ch, Math.min(W, cw * (SPREAD_MOST * 0.3)),
    { order, step: 0.36, least: 0.1 }), from > 0);
}

const labelled = (made, counted = made.counted) => ({ ...made, labelled: true, counted });

// ---- rows, trees --------------------------------------------------------------------------------

function rowItem(place, across) {
  const { cw, ch, W, solitaire, spread } = across;
  if (spread.has(place.zone) || solitaire) return labelled(grid(place, cw, ch, W,
    { numbered: across.numbered?.has(place.zone) }), false);
  const loose = place.cards.length <= 10;
  return labelled(fan(place, cw, ch, W, { step: loose ? 1.08 : 0.5, least: 0.2 }), false);
}

const treeItem = (place, { cw, ch }) =>
  labelled(tree(place, cw, ch, treeSteps(cw, ch, place.grows)), false);

/** The width from an item on that stays in one row: of the first of a kind all others, if they fit. */
function kindred(items, first, W, gap) {
  const { name } = items[first].place;
  if (items[first - 1]?.place.name === name) return items[first].w;
  let width = -gap;
  for (let i = first; items[i]?.place.name === name; i++) width += items[i].w + gap;
  return width <= W ? width : items[first].w;
}

/** Items side by side, centred, in as many rows as they need. */
function flowBand(items, { W, gap, solitaire }, between = () => gap * 2.2) {
  const rows = [[]];
  let x = 0;
  for (const [i, item] of items.entries()) {
    const line = rows.at(-1);
    const space = line.length ? between(line.at(-1), item) : 0;
    if (line.length && x + space + kindred(items, i, W, gap) > W) {
      rows.push([]);
      x = 0;
    }
    const start = rows.at(-1).length ? x + space : 0;
    rows.at(-1).push({ ...item, x: start });
    x = start + item.w;
  }
  const label = solitaire ? 0 : LABEL;
  const heights = rows.map((row) => Math.max(...row.map((item) => item.h)) + label);
  const widths = rows.map((row) => row.at(-1).x + row.at(-1).w);
  return {
    h: heights.reduce((a, b) => a + b, 0) + gap * (rows.length - 1),
    w: Math.max(...widths),
    gap: gap * 1.4,
    place: () => {
      let y = 0;
      return rows.flatMap((row, r) => {
        const shift = (W - widths[r]) / 2;
        const placed = row.map((item) => ({ ...item, x: item.x + shift, y }));
        y += heights[r] + gap;
        return placed;
      });
    },
  };
}

// ---- columns, spots -----------------------------------------------------------------------------

function columnBands(places, perRow, { cw, ch, pitch, gap, W }) {
  if (!places.length) return [];
  const lines = Math.ceil(places.length / perRow);
  const each = Math.ceil(places.length / lines);
  // A column grows during play: one row of columns keeps room for that.
  const room = lines > 1 ? 1.5 : 2.6;
  return Array.from({ length: lines }, (_, line) => {
    const row = places.slice(line * each, (line + 1) * each);
    const heights = row.map((place) => columnHeights(place.cards, ch));
    const least = Math.max(...heights.map((pair) => pair[0]), Math.min(ch * room, ch * 3));
    const start = (W - row.length * pitch + gap) / 2;
    return {
      h: least, w: row.length * pitch - gap, gap,
      most: Math.max(least, ...heights.map((pair) => pair[1])) + 1,
      place: (height) => {
        const share = Math.min(...row.map((place) => looseness(place.cards, ch, height)));
        return row.map((place, i) => {
          const made = column(place, cw, ch, height, share);
          return { ...made, x: start + i * pitch, y: 0, room: height };
        });
      },
    };
  });
}

/** Piles at their spots, in hundredths of the space that a pile takes. */
function spotBand(places, { cw, ch, pitch, gap, W }) {
  const [xs, ys] = [0, 1].map((axis) => places.map((place) => place.spot[axis]));
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [wide, tall] = [(Math.max(...xs) - left) / 100, (Math.max(...ys) - top) / 100];
  const down = ch + gap;
  const w = wide * pitch + cw;
  return {
    h: tall * down + ch, w, gap: gap * 1.6,
    place: () => places.map((place) => ({
      ...pile(place, cw, ch),
      x: (W - w) / 2 + ((place.spot[0] - left) / 100) * pitch,
      y: ((place.spot[1] - top) / 100) * down,
      gone: true,
    })),
  };
}

// ---- layouts ------------------------------------------------------------------------------------

/** Places of a game with a layout of its own, scaled to a rectangle. */
export function laidOut(places, look, rect) {
  const ratio = look.token_height / look.token_width;
  const at = (scale) => places.map((place) => {
    const [cw, ch] = [look.token_width * scale, look.token_height * scale];
    const made = tree(place, cw, ch, [look.step_up * scale, look.step_down * scale]);
    return {
      ...made, cw, ch, kind: place.nodes ? "tree" : "pile", counted: !place.nodes
        && place.cards.length > 1,
      x: place.spot[0] * scale - cw / 2 + made.left,
      y: place.spot[1] * scale - ch / 2 + made.top,
    };
  });
  // What hangs outside the declared table has to be visible, too.
  const natural = at(1);
  const left = Math.min(...natural.map((box) => box.x));
  const top = Math.min(...natural.map((box) => box.y));
  const wide = Math.max(...natural.map((box) => box.x + box.w)) - left;
  const tall = Math.max(...natural.map((box) => box.y + box.h)) - top;
  const most = 130 / look.token_width;
  const scale = Math.max(15 / look.token_width,
    Math.min((rect.w - 16) / wide, (rect.h - 16) / tall, most));
  const dx = rect.x + (rect.w - wide * scale) / 2 - left * scale;
  const dy = rect.y + Math.max(8, (rect.h - tall * scale) / 2) - top * scale;
  const boxes = at(scale).map((box) => ({ ...box, x: box.x + dx, y: box.y + dy }));
  return { boxes, height: tall * scale + 16, ratio };
}

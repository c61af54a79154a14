// The middle of the table: shared places in bands, in the largest cards that fit.

import { RATIO } from "../cards.js";
import { clamp } from "../dom.js";
import { column, columnHeights, fan, grid, looseness, pile, TALL_STEPS, tree,
  treeSteps } from "./boxes.js";
import { labelHeight, labelRoom } from "./labels.js";

const LEAST = 28; // pixels: narrower cards cannot be read; the table is scrolled instead
const LOWER = 70; // pixels that columns are moved down where there is room
const PAD = 8; // around everything
const GROUP = 0.5; // of a card between groups of piles
const TALL = 1.2; // height by width from which columns take all of the height
const LARGER = 1.5; // piles of such a table, compared with its columns
const APART = 1.4; // rows of spots, where there is room
const GREATER = [1.6, 1.5, 1.4, 1.3, 1.2, 1.1, 1]; // cards of a layout than it says
const MOST_STRETCH = 1.8; // of a layout's heights, compared with its widths
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
  if (isTall(parts, rect, W, solitaire)) return tallTable(parts, rect, W, options);
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
  const wanted = grow.reduce((sum, band) => sum + band.most - band.h, 0);
  const spare = Math.max(0, free - wanted);
  // What grows downwards keeps most of its room below.
  y += grow.every((band) => band.fixed) ? spare / (solitaire ? 3 : 2) : Math.min(spare / 4, LOWER);
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

/** Whether columns on a narrow screen leave more height than they need. */
function isTall({ piles, spots, columns, trees, rows }, rect, W, solitaire) {
  return solitaire && columns.length > 0 && piles.length > 0 && rect.h > rect.w * TALL
    && !spots.length && !trees.length && !rows.length && inOneRow(columns, W) < Infinity;
}

/**
 * Columns on a narrow screen: the last kind of piles above, the others below, where a thumb reaches
 * them, and everything between for the columns to grow.
 */
function tallTable({ piles, columns }, rect, W, options) {
  const last = piles.at(-1).name;
  const upper = piles.filter((place) => place.name === last);
  const lower = piles.filter((place) => place.name !== last);
  const room = rect.h - 2 * PAD;
  const made = (cw, larger) => {
    const across = acrossOf(cw, W, options);
    const row = (places) => largerPiles(places, cw, larger, W, options);
    const bands = [upper, lower].map((places) => (places.length ? row(places) : null));
    const used = bands.reduce((sum, band) => sum + (band ? band.h + band.gap * 2 : 0), 0);
    const [band] = columnBands(columns, columns.length, across, TALL_STEPS);
    return { cw, bands, band, left: room - used };
  };
  let [cw, larger] = [Math.min(options.largest, inOneRow(columns, W)), LARGER];
  let found = made(cw, larger);
  while (found.left < found.band.h && cw > LEAST) {
    if (larger > 1) larger = Math.max(1, larger - 0.1);
    else cw = Math.max(LEAST, cw * 0.97);
    found = made(cw, larger);
  }
  const { bands: [top, bottom], band, left } = found;
  const height = Math.max(left, band.h);
  const y = PAD + (top ? top.h + top.gap * 2 : 0);
  const down = y + height + (bottom ? bottom.gap * 2 : 0);
  const at = (boxes, from, width) => boxes.map((each) =>
    ({ cw: width, ch: width * RATIO, ...each, x: each.x + rect.x + 6, y: each.y + rect.y + from }));
  return {
    boxes: [
      ...(top ? at(top.place(), PAD, top.cw) : []),
      ...at(band.place(height), y, cw),
      ...(bottom ? at(bottom.place(), down, bottom.cw) : []),
    ],
    height: down + (bottom ? bottom.h : 0) + PAD,
    cw,
  };
}

/** Piles of a tall table, larger than its columns as far as they fit beside each other. */
function largerPiles(places, cw, larger, W, options) {
  const perRow = Math.ceil(places.length / Math.ceil((places.length * cw * 1.12) / W));
  const wide = Math.min(cw * larger, (W * 0.98) / (perRow * 1.12 + GROUP));
  const across = acrossOf(Math.max(cw, wide), W, options);
  return { ...pileBand(places, 0, across), cw: across.cw };
}

const total = (bands) => bands.reduce((sum, band) => sum + band.h + band.gap, 2 * PAD);
const fits = (bands, W, H) => total(bands) <= H && bands.every((band) => band.w <= W + 1);

/** The measures of cards of a width. */
function acrossOf(cw, W, options) {
  const gap = clamp(cw * 0.12, 4, 14);
  return { ...options, cw, ch: cw * RATIO, W, gap, pitch: cw + gap };
}

function build(parts, cw, W, options) {
  const across = acrossOf(cw, W, options);
  const { gap } = across;
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
  if (spread.has(place.zone) || solitaire) return grid(place, cw, ch, W,
    { numbered: across.numbered?.has(place.zone) });
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
function flowBand(items, { W, gap, cw, solitaire }, between = () => gap * 2.2) {
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
  const named = items.filter((item) => item.labelled);
  const label = solitaire ? 0
    : Math.max(0, ...named.map((item) => labelHeight(item.place, labelRoom({ cw, ...item }))));
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

function columnBands(places, perRow, { cw, ch, pitch, gap, W }, steps = undefined) {
  if (!places.length) return [];
  const lines = Math.ceil(places.length / perRow);
  const each = Math.ceil(places.length / lines);
  // A column grows during play: one row of columns keeps room for that.
  const room = lines > 1 ? 1.5 : 2.6;
  return Array.from({ length: lines }, (_, line) => {
    const row = places.slice(line * each, (line + 1) * each);
    const heights = row.map((place) => columnHeights(place.cards, ch, steps));
    const least = Math.max(...heights.map((pair) => pair[0]), Math.min(ch * room, ch * 3));
    const start = (W - row.length * pitch + gap) / 2;
    return {
      h: least, w: row.length * pitch - gap, gap,
      most: Math.max(least, ...heights.map((pair) => pair[1])) + 1,
      place: (height) => {
        const share = Math.min(...row.map((place) => looseness(place.cards, ch, height, steps)));
        return row.map((place, i) => {
          const made = column(place, cw, ch, height, share, steps);
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
    h: tall * down + ch, w, gap: gap * 1.6, fixed: true, most: tall * down * APART + ch,
    place: (height) => places.map((place) => ({
      ...pile(place, cw, ch),
      x: (W - w) / 2 + ((place.spot[0] - left) / 100) * pitch,
      y: ((place.spot[1] - top) / 100) * ((height - ch) / Math.max(tall, 0.01)),
      gone: true,
    })),
  };
}

// ---- layouts ------------------------------------------------------------------------------------

/** Places of a game with a layout of its own, scaled to a rectangle. */
export function laidOut(places, look, rect) {
  // On a narrow screen cards are larger than their layout says, as long as none covers another.
  const found = GREATER.map((greater) => scaled(places, look, rect, greater));
  const covering = overlaps(found.at(-1).boxes);
  return found.find(({ boxes }) => overlaps(boxes) <= covering);
}

function scaled(places, look, rect, greater) {
  const ratio = look.token_height / look.token_width;
  const at = (scale, stretch = 1) => places.map((place) => {
    const size = scale * greater;
    const [cw, ch] = [look.token_width * size, look.token_height * size];
    const made = tree(place, cw, ch, [look.step_up * size, look.step_down * size], stretch);
    return {
      ...made, cw, ch, kind: place.nodes ? "tree" : "pile", counted: !place.nodes
        && place.cards.length > 1,
      x: place.spot[0] * scale - cw / 2 + made.left,
      y: place.spot[1] * scale * stretch - ch / 2 + made.top,
    };
  });
  // What hangs outside the declared table has to be visible, too.
  const natural = bounds(at(1));
  const most = 130 / look.token_width / greater;
  const scale = Math.max(15 / look.token_width, Math.min((rect.w - 16) / natural.w,
    (rect.h - 16) / natural.h, most));
  // What is left of the height is put between the cards.
  const tall = look.token_height * greater;
  const free = (rect.h - 16 - tall * scale) / Math.max(1, (natural.h - tall) * scale);
  const placed = at(scale, clamp(free, 1, MOST_STRETCH));
  const { x, y, w, h } = bounds(placed);
  const dx = rect.x + (rect.w - w) / 2 - x;
  const dy = rect.y + Math.max(8, (rect.h - h) / 2) - y;
  const boxes = placed.map((box) => ({ ...box, x: box.x + dx, y: box.y + dy }));
  return { boxes, height: h + 16, ratio };
}

/** How many pairs of boxes overlap, or nearly touch. */
function overlaps(boxes) {
  const near = (a, b) => a.x < b.x + b.w + 3 && b.x < a.x + a.w + 3 && a.y < b.y + b.h + 3
    && b.y < a.y + a.h + 3;
  return boxes.reduce((sum, box, i) => sum
    + boxes.slice(i + 1).filter((other) => near(box, other)).length, 0);
}

/** The rectangle around boxes. */
function bounds(boxes) {
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const w = Math.max(...boxes.map((box) => box.x + box.w)) - x;
  const h = Math.max(...boxes.map((box) => box.y + box.h)) - y;
  return { x, y, w, h };
}

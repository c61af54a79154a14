// Places of a scene as boxes with positioned cards: piles, fans, columns, grids and trees.

import { clamp } from "../dom.js";

/** The steps of the eight directions in which a tree grows: to the right, and down. */
export const WAYS = [[0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1]];
const GROWS = { north: 0, northeast: 1, east: 2, southeast: 3, south: 4, southwest: 5, west: 6,
  northwest: 7 };
/** Of a card's height, how much stays visible of a covered face and of a back: least and most. */
const STEPS = { face: [0.2, 0.42], back: [0.07, 0.2] };
/** The same where height is all there is. */
export const TALL_STEPS = { face: [0.2, 0.62], back: [0.07, 0.36] };
const FEW = 3; // longer runs of equal visible cards are drawn once, with a count
const DEPTH = 3; // cards of a pile that are drawn, so that what is below a dragged card is there

/** A card in a box, relative to it. */
const put = (zone, at, name, x, y, more = {}) => ({ zone, at, name, x, y, rot: 0, ...more });

const box = (place, kind, w, h, cards, more = {}) => ({
  zone: place.zone, place, kind, w, h, cards, total: place.cards.length, ...more,
});

/** Only the top cards are drawn. */
export function pile(place, cw, ch) {
  const { cards } = place;
  const first = Math.max(0, cards.length - DEPTH);
  const shown = cards.slice(first).map((name, i) => {
    const depth = Math.min(first + i, 3);
    return put(place.zone, first + i, name, -0.6 * depth, -0.9 * depth,
      { under: first + i < cards.length - 1, rot: i === cards.length - 1 - first ? place.turned ?? 0
        : 0 });
  });
  return box(place, "pile", cw, ch, shown, { counted: cards.length > 1 });
}

/** Cards side by side, overlapping as far as the width demands; in a second row if it must be. */
export function fan(place, cw, ch, width,
  { order, arc = false, rows = 1, step = 0.36, least = 0.26 } = {}) {
  const at = order ?? place.cards.map((_, i) => i);
  const groups = arc || rows > 1 ? at.map((i) => [i]) : merged(place.cards, at);
  const count = groups.length;
  const perRow = Math.max(1, rowsNeeded(count, cw, width, rows, least));
  const lines = Math.ceil(count / perRow) || 1;
  const most = Math.min(count, perRow);
  const gap = most > 1 ? Math.min(cw * step, (width - cw) / (most - 1)) : 0;
  const down = lines > 1 ? ch * 0.62 : 0;
  const cards = groups.map((group, number) => {
    const row = Math.floor(number / perRow);
    const inRow = row === lines - 1 ? count - row * perRow : perRow;
    const i = number % perRow;
    const bend = arc && lines === 1 ? i - (inRow - 1) / 2 : 0;
    const turn = clamp(30 / Math.max(inRow, 1), 0, 3);
    const last = group[group.length - 1];
    const offset = lines > 1 ? ((most - inRow) * gap) / 2 : 0;
    return put(place.zone, last, place.cards[last], offset + i * gap, row * down
      + bend * bend * turn * 0.16, {
      rot: bend * turn, covered: i < inRow - 1, times: group.length, group,
    });
  });
  const w = most > 0 ? cw + (most - 1) * gap : cw;
  const last = cards.at(-1);
  const droop = last?.rot ? last.y + (cw / 2) * Math.sin((last.rot * Math.PI) / 180) : 0;
  return box(place, "fan", w, ch + (lines - 1) * down + droop, cards, { arc });
}

function rowsNeeded(count, cw, width, rows, least) {
  const fits = Math.max(1, Math.floor((width - cw) / (cw * least)) + 1);
  return count <= fits || rows === 1 ? count
    : Math.ceil(count / Math.min(rows, Math.ceil(count / fits)));
}

/** Runs of equal visible cards, as groups of positions. */
function merged(cards, order) {
  const groups = [];
  for (const i of order) {
    const last = groups.at(-1);
    if (last && cards[i] !== null && cards[last[0]] === cards[i]) last.push(i);
    else groups.push([i]);
  }
  return groups.flatMap((group) => (group.length > FEW ? [group] : group.map((i) => [i])));
}

/** Pieces beside each other, equal ones once with their number; smaller if they would not fit. */
export function tokens(place, size, width) {
  const groups = new Map();
  place.cards.forEach((name, at) => groups.set(name, [...(groups.get(name) ?? []), at]));
  const wide = (group, side) => side + (group.length > 1 ? Math.max(17, side * 0.75) : 0) + 5;
  const all = [...groups.values()];
  const total = all.reduce((sum, group) => sum + wide(group, size), 0);
  const side = total > width ? Math.max(14, (size * width) / total) : size;
  let x = 0;
  const cards = all.map((group) => {
    const card = put(place.zone, group[0], place.cards[group[0]], x, 0,
      { times: group.length, group });
    x += wide(group, side);
    return card;
  });
  return box(place, "pieces", Math.max(x - 5, side), side, cards, { cw: side, ch: side });
}

/** The least and the greatest height of a column. */
export function columnHeights(cards, ch, { face, back } = STEPS) {
  const covered = cards.slice(0, -1);
  const faces = covered.filter((name) => name !== null).length;
  const backs = covered.length - faces;
  return [0, 1].map((end) => ch * (1 + faces * face[end] + backs * back[end]));
}

/** How far cards of a column are apart in a height, between the least (0) and the greatest (1). */
export function looseness(cards, ch, height, steps = STEPS) {
  const [least, most] = columnHeights(cards, ch, steps);
  return most > least ? clamp((height - least) / (most - least), 0, 1) : 1;
}

/** Cards below each other; `share` is how far apart, if there is room for that. */
export function column(place, cw, ch, height, share, steps = STEPS) {
  const [least] = columnHeights(place.cards, ch, steps);
  const tight = height < least ? Math.max(0.4, (height - ch) / Math.max(1, least - ch)) : 1;
  let y = 0;
  const cards = place.cards.map((name, at) => {
    const [low, high] = name === null ? steps.back : steps.face;
    const strip = low * tight + (high - low) * share;
    const card = put(place.zone, at, name, 0, y, { strip, covered: at < place.cards.length - 1 });
    y += ch * strip;
    return card;
  });
  const used = cards.length ? cards.at(-1).y + ch : ch;
  return box(place, "column", cw, used, cards);
}

/** All cards apart, in rows. */
export function grid(place, cw, ch, width, { numbered = false } = {}) {
  const gap = Math.max(3, cw * 0.1);
  const count = place.cards.length;
  const fits = Math.max(1, Math.floor((width + gap) / (cw + gap)));
  const lines = Math.max(1, Math.ceil(count / fits));
  const perRow = Math.max(1, Math.ceil(count / lines));
  const cards = place.cards.map((name, at) =>
    put(place.zone, at, name, (at % perRow) * (cw + gap), Math.floor(at / perRow) * (ch + gap), {
      number: numbered ? at + 1 : 0,
    }),
  );
  const w = Math.min(count || 1, perRow) * (cw + gap) - gap;
  return box(place, "grid", w, lines * (ch + gap) - gap, cards);
}

/**
 * A pile with the piles that hang below it, each a step away from its parent. `steps` are the
 * distances below a face and below a back, downwards `stretch` times as far; the box starts at
 * (left, top) of its own pile.
 */
export function tree(place, cw, ch, steps, stretch = 1) {
  const nodes = [{ zone: place.zone, path: [], cards: place.cards, turned: place.turned },
    ...(place.nodes ?? [])];
  const at = new Map([["", [0, 0]]]);
  const cards = [];
  const piles = [];
  for (const node of nodes) {
    const above = node.path.slice(0, -1).join();
    let [x, y] = at.get(above) ?? [0, 0];
    if (node.path.length) {
      const parent = nodes.find((other) => other.path.join() === above
        && other.path.length === node.path.length - 1);
      const shown = parent?.cards.at(-1);
      // An anchor has no card: what hangs there is one step away, as below a face.
      const step = shown === null ? steps[1] : steps[0];
      const [right, down] = WAYS[node.path.at(-1)];
      [x, y] = [x + right * step, y + down * step * stretch];
    }
    at.set(node.path.join(), [x, y]);
    const first = Math.max(0, node.cards.length - 2);
    const leaf = !nodes.some((other) => other.path.length === node.path.length + 1
      && node.path.every((way, i) => other.path[i] === way));
    node.cards.slice(first).forEach((name, i) => {
      const number = first + i;
      cards.push(put(node.zone, number, name, x, y,
        { rot: node.turned ?? 0, covered: !leaf, under: number < node.cards.length - 1,
          times: i === node.cards.length - first - 1 ? node.cards.length : 1, branch: node.path }));
    });
    piles.push({ zone: node.zone, x, y, empty: !node.cards.length });
  }
  const left = Math.min(...piles.map((p) => p.x));
  const top = Math.min(...piles.map((p) => p.y));
  const right = Math.max(...piles.map((p) => p.x)) + cw;
  const bottom = Math.max(...piles.map((p) => p.y)) + ch;
  for (const each of [...cards, ...piles]) [each.x, each.y] = [each.x - left, each.y - top];
  return box(place, "tree", right - left, bottom - top, cards,
    { left, top, piles, total: nodes.reduce((sum, node) => sum + node.cards.length, 0) });
}

/** The steps of a tree without a layout. */
export const treeSteps = (cw, ch, grows) => {
  const [right, down] = WAYS[GROWS[grows] ?? 4];
  return right && !down ? [cw * 0.36, cw * 0.2] : [ch * 0.28, ch * 0.14];
};

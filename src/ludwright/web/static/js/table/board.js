// A map or board: spaces at their spots, as large as they can be without overlapping, and links.

import { clamp } from "../dom.js";

const LEAST = 44; // pixels of a space's side before the table is scrolled instead

/** Spaces within a rectangle: {spaces, links, height}. */
export function board(places, links, rect) {
  const fixed = places.filter((place) => place.spot);
  const loose = places.filter((place) => !place.spot);
  const lower = loose.length ? Math.ceil(loose.length / perRow(rect.w)) * 66 + 8 : 0;
  const area = { ...rect, h: rect.h - lower };
  const drawn = fixed.length ? atSpots(fixed, area, links.length > 0) : { spaces: [], height: 0 };
  const each = perRow(rect.w);
  const width = (rect.w - 12 - 6 * (each - 1)) / each;
  const listed = loose.map((place, i) => ({
    place, zone: place.zone, w: width, h: 60,
    x: rect.x + 6 + (i % each) * (width + 6),
    y: rect.y + drawn.height + 8 + Math.floor(i / each) * 66,
  }));
  return { spaces: [...drawn.spaces, ...listed], links: lines(drawn.spaces, links),
    height: drawn.height + lower };
}

const perRow = (width) => clamp(Math.floor(width / 120), 2, 8);

function atSpots(places, rect, linked) {
  const natural = sized(places.map((place) => place.spot), rect, linked);
  const turned = sized(places.map((place) => [place.spot[1], place.spot[0]]), rect, linked);
  // A wide map on a tall screen is readable only when it is turned.
  const chosen = turned.score > natural.score * 1.5 ? turned : natural;
  return {
    height: chosen.height,
    spaces: places.map((place, i) => ({ place, zone: place.zone, ...chosen.at[i] })),
  };
}

/** Boxes of one size, centred at points scaled to a rectangle. */
function sized(points, rect, linked) {
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [wide, tall] = [Math.max(1, Math.max(...xs) - left), Math.max(1, Math.max(...ys) - top)];
  const steps = [...new Set(ys)].sort((a, b) => a - b);
  const apart = steps.slice(1).map((y, i) => y - steps[i]);
  let best = null;
  for (const dy of [...new Set(apart), tall].sort((a, b) => a - b)) {
    const dx = Math.min(wide, ...gaps(points, dy));
    const w = side(rect.w - 12, wide, dx, 190);
    const h = side(Math.max(rect.h - 12, 200), tall, dy, 150);
    const score = Math.min(w / 92, h / 44);
    if (!best || score > best.score) best = { w, h, dx, dy, score };
  }
  const { score } = best;
  // The cells of a full grid are squares; names on a map need more width.
  const full = points.length === new Set(xs).size * steps.length;
  const w = Math.min(best.w, best.h * (full ? 1.1 : 2.2));
  // On a tall screen, spaces of a map have room for more pieces.
  const h = Math.min(best.h * (linked ? 0.84 : 1), w * (full ? 1 : rect.h > rect.w ? 1.25 : 0.9));
  const sx = spacing(rect.w - 12, wide, best.dx, w, linked);
  const sy = spacing(Math.max(rect.h - 12, 200), tall, best.dy, h, linked);
  const width = wide * sx + w;
  const height = tall * sy + h;
  const x = rect.x + (rect.w - width) / 2;
  const y = rect.y + Math.max(6, (rect.h - height) / 2);
  return {
    score,
    height: height + 12,
    at: points.map((point) =>
      ({ x: x + (point[0] - left) * sx, y: y + (point[1] - top) * sy, w, h })),
  };
}

/** Distances across between points that are less than `dy` apart in height. */
function gaps(points, dy) {
  const found = [];
  points.forEach(([x, y], i) => {
    for (const [a, b] of points.slice(i + 1)) if (Math.abs(b - y) < dy
      && a !== x) found.push(Math.abs(a - x));
  });
  return found;
}

/** The side of boxes that may nearly touch if they are `step` apart. */
const side = (room, range, step, most) =>
  clamp((room * step * 0.92) / (range + step * 0.92), LEAST, most);

/** Pixels per unit: linked spaces are further apart, so that links are seen. */
function spacing(room, range, step, length, linked) {
  return Math.max((length * 1.06) / step,
    Math.min((room - length) / range, (length * (linked ? 1.7 : 1.15)) / step));
}

function lines(spaces, links) {
  const by = new Map(spaces.flatMap((space) => [[space.place.name, space], [space.zone, space]]));
  const middle = (space) => [space.x + space.w / 2, space.y + space.h / 2];
  return links
    .map(([a, b]) => [by.get(a), by.get(b)])
    .filter(([a, b]) => a && b)
    .map(([a, b]) => [...middle(a), ...middle(b)]);
}

/** What is in a space, by kind: [{name, at, count}]. */
export function pieces(place) {
  const kinds = new Map();
  place.cards.forEach((name, at) => {
    const key = name ?? "";
    if (!kinds.has(key)) kinds.set(key, { name, at: [] });
    kinds.get(key).at.push(at);
  });
  return [...kinds.values()];
}

// Cards travel: where each card of a new state comes from, and its way from there.

import { useLayoutEffect, useRef } from "../dom.js";
import { duration } from "../settings.js";

const centre = (card) => [card.x + card.w / 2, card.y + card.h / 2];

/** Animate what differs between the cards drawn last and those drawn now. */
export function useMotion(root, cards, layout, events, dropped) {
  const before = useRef(null);
  useLayoutEffect(() => {
    const old = before.current;
    before.current = { cards, layout };
    const time = duration();
    if (!old?.layout || !layout || !time || old.cards === cards
      || old.layout.width !== layout.width) return;
    const ways = origins(old, { cards, layout }, events ?? [], dropped.current);
    dropped.current = new Map();
    const elements = new Map([...root.current.querySelectorAll("[data-card]")].map((each) =>
      [each.dataset.card, each]));
    ways.forEach(({ card, from, turned, order }) => {
      const element = elements.get(card.key);
      if (element) animate(element, card, from, turned, time, order);
    });
  });
}

function animate(element, card, from, turned, time, order) {
  const delay = Math.min(order * 40, 700);
  if (from) {
    const [[x, y], [a, b]] = [centre(from), centre(card)];
    const start = { translate: `${x - a}px ${y - b}px`, scale: from.w / card.w || 1, zIndex: 2000
      + order };
    const end = { translate: "0px 0px", scale: 1, zIndex: 2000 + order };
    element.animate([start, end], { duration: time, delay, easing: "cubic-bezier(.25,.7,.3,1)",
      fill: "backwards" });
  }
  const face = turned && element.querySelector(".picture");
  if (face) face.animate([{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }],
    { duration: time * 0.7, delay: delay + (from ? time * 0.3 : 0), fill: "backwards" });
}

/** For each card that was not there before: where it was, and whether it was turned up. */
function origins(old, now, events, dropped) {
  const was = new Map(old.cards.map((card) => [card.key, card]));
  const is = new Map(now.cards.map((card) => [card.key, card]));
  const gone = old.cards.filter((card) => is.get(card.key)?.name !== card.name
    || is.get(card.key)?.times < card.times);
  const arrivals = events.filter((event) => event.k === "move");
  const used = new Set();
  const take = (test) => {
    const found = gone.findLast((card) => !used.has(card) && test(card));
    if (found) used.add(found);
    return found;
  };
  const found = [];
  let order = 0;
  for (const card of now.cards) {
    const before = was.get(card.key);
    if (before && before.name === card.name && (before.times ?? 1) >= (card.times ?? 1)) {
      const shifted = Math.hypot(before.x - card.x, before.y - card.y) > 3;
      if (!before.under && shifted) found.push({ card, from: before, order: 0 });
      continue;
    }
    const event = takeEvent(arrivals, card);
    const from =
      dropped.get(`${card.name}`) ??
      (card.name !== null ? take((other) => other.name === card.name) : null) ??
      (event ? take((other) => other.zone === event.from) ?? middle(old.layout, event.from, card)
        : null);
    const turned = card.name !== null && (from ? from.name !== card.name : before?.name === null);
    if (from || turned) found.push({ card, from: from ?? null, turned, order: from ? order++ : 0 });
  }
  return found;
}

function takeEvent(events, card) {
  const i = events.findLastIndex((event) => event.to === card.zone
    && (event.card === card.name || event.card === null));
  return i < 0 ? null : events.splice(i, 1)[0];
}

/** The middle of a place, for cards that come out of it unseen. */
function middle(layout, zone, card) {
  const box = layout.boxes.find((each) => each.zone === zone
    || each.piles?.some((pile) => pile.zone === zone))
    ?? layout.spaces.find((each) => each.zone === zone);
  if (!box) return null;
  const w = box.cw ?? card.w;
  const h = box.ch ?? card.h;
  return { x: box.x + box.w / 2 - w / 2, y: box.y + box.h / 2 - h / 2, w, h, name: null };
}

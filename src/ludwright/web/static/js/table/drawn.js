// A layout as the list of cards and places that is drawn, with spoken names.

import { readable } from "../cards.js";
import { capital, clamp, counted } from "../dom.js";
import { pieces } from "./board.js";

/** All cards of a layout in absolute positions, with what their elements need. */
export function cardsOf(layout, session) {
  const found = [];
  for (const box of layout.boxes) {
    box.cards.forEach((card, i) =>
      found.push({
        ...card, at: meant(card, session), key: `${card.zone}/${card.at}`, x: card.x + box.x,
          y: card.y + box.y,
        w: box.cw, h: box.ch, z: i + 1, box, place: box.place, own: box.main ?? false,
        piece: box.kind === "pieces" && card.name !== null,
        back: box.place.backs?.[card.at],
      }),
    );
  }
  for (const space of layout.spaces) found.push(...piecesOf(space, session));
  return found;
}

/** Of several equal cards that are drawn as one: the one that can be chosen. */
function meant({ zone, at, group = [] }, { choosing }) {
  const which = (test) => group.find((each) => test(`card ${zone} ${each}`));
  return which((key) => choosing.isChosen(key)) ?? which((key) => choosing.marks.has(key)) ?? at;
}

/** The height of a space's name, which takes two lines in a narrow one. */
const headOf = (space) => (space.w < 72 && placeName(space.place).includes(" ") ? 22 : 13);

/** Whether there is room for the marks of a space; they are spoken in any case. */
export const marksShown = (space) => space.h >= 50 && (space.place.marks?.length ?? 0) > 0;

/** The pieces of a space, in rows below its name; equal ones are drawn once, with their number. */
function piecesOf(space, session) {
  const kinds = pieces(space.place);
  const head = headOf(space);
  const one = kinds.length === 1 && kinds[0].at.length === 1 && space.h > 64;
  const size = one ? Math.min(space.w, space.h - head) * 0.62
    : clamp(Math.min(space.h * 0.36, space.w / 4.4), 12, 30);
  const wide = (kind) => size + (kind.at.length > 1 ? Math.max(13, size * 0.75) : 0);
  const rows = [[]];
  let x = 0;
  for (const kind of kinds) {
    if (x && x + wide(kind) > space.w - 2) {
      rows.push([]);
      x = 0;
    }
    rows.at(-1).push({ kind, x });
    x += wide(kind) + 3;
  }
  const room = space.h - head - (marksShown(space) ? 13 : 4);
  const down = Math.min(size + 2, room / rows.length);
  const top = space.y + head + Math.max(0, (room - down * rows.length) / (one ? 2 : 3));
  return rows.flatMap((row, r) => {
    const width = row.length ? row.at(-1).x + wide(row.at(-1).kind) : 0;
    const start = space.x + (space.w - width) / 2;
    return row.map(({ kind, x: dx }) => {
      const at = meant({ zone: space.zone, at: kind.at[0], group: kind.at }, session);
      return {
        zone: space.zone, at, name: kind.name, key: `${space.zone}/${kind.at[0]}`, x: start + dx,
          y: top + r * down,
        w: size, h: size, z: 1, rot: 0, times: kind.at.length, piece: kind.name !== null,
          place: space.place, space,
      };
    });
  });
}

/** Whether a card is only to be seen: what covers it, or its place, stands for it. */
export function isInert(card, marks) {
  if (marks.has(`card ${card.zone} ${card.at}`)) return false;
  if (card.under || (card.name === null && card.covered)) return true;
  return false;
}

/** Zones of the piles of a place. */
export const zonesOf = (place) => [place.zone, ...(place.nodes ?? []).map((node) => node.zone)];

/** A card's title; hidden cards have none of their own. */
export function titleOf(card, session) {
  if (card.name === null) return "hidden card";
  const { title, facts = [] } = session.deck.card(card.name);
  return facts.length ? `${title} (${facts.join(", ")})` : title;
}

/** The spoken name of a card: what it is, where it is, how many there are. */
export function spokenCard(card, session) {
  const { place } = card;
  const parts = [titleOf(card, session)];
  if (card.times > 1) parts[0] = `${counted(card.times, "")} times ${parts[0]}`.replace(/ s? times/,
    " times");
  if (card.number) parts.push(`number ${card.number}`);
  parts.push(placeName(place));
  const total = card.box?.total ?? place.cards.length;
  if (card.box?.kind === "pile" && total > 1) parts.push(counted(total, "card"));
  if (place.marks?.length && card.space) parts.push(place.marks.map(([name, value]) =>
    `${name} ${value}`).join(", "));
  return capital(parts.join(", "));
}

export const placeName = (place) => readable(place.title ?? place.label);

/** The spoken name of a place. */
export function spokenPlace(place) {
  const total = place.cards.length
    + (place.nodes ?? []).reduce((sum, node) => sum + node.cards.length, 0);
  const size = place.counted === false ? "unknown number of cards" : total ? counted(total, "card")
    : "empty";
  const marks = (place.marks ?? []).map(([name, value]) => `${name} ${value}`);
  return capital([placeName(place), size, ...marks].join(", "));
}

/** Marks that most spaces share: they are said once instead of in each. */
export function commonMarks(spaces) {
  if (spaces.length < 4) return new Map();
  const tally = new Map();
  for (const { place } of spaces)
    for (const [name, value] of place.marks ?? []) tally.set(`${name}\n${value}`,
      (tally.get(`${name}\n${value}`) ?? 0) + 1);
  return new Map([...tally].filter(([, count]) => count > spaces.length / 2).map(([key]) =>
    key.split("\n")));
}

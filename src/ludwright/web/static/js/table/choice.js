// Which moves something on the table stands for: pure functions of the options of a state.

import { readable } from "../cards/deck.js";

const MOST_BUTTONS = 10; // moves without a place on the table; more are grouped by action
const FEWEST_NUMBERED = 6; // cards of a zone whose positions can be recognised as numbers

/** A reference as a key; equal for the same thing. */
export function keyOf(ref) {
  if (ref.k === "card") return `card ${ref.zone} ${ref.at}`;
  if (ref.k === "zone") return `zone ${ref.zone}`;
  return `${ref.k} ${ref.value ?? ref.text}`;
}

export const onTable = (ref) => ref.k === "card" || ref.k === "zone";
const actionKey = (move) => `action ${move.action}`;
const keysOf = (move) => [actionKey(move), ...move.refs.map(keyOf)];

/** Moves that contain everything chosen so far. */
export const candidates = (moves, chosen) =>
  moves.filter((move) => {
    const keys = keysOf(move);
    return chosen.every((key) => keys.includes(key));
  });

/** Moves that nothing on the table stands for: they get buttons. */
export const bare = (moves) => moves.filter((move) => !move.refs.some(onTable));

/** The last zone of a move: where it leads. */
export const targetOf = (move) => move.refs.findLast((ref) => ref.k === "zone");

/** The zone that a move starts from. */
export const sourceOf = (move) => move.refs.find(onTable)?.zone;

/** What may be chosen first: every card of a move; a zone, if no card comes before it. */
function starts(move) {
  const cards = move.refs.filter((ref) => ref.k === "card");
  return cards.length ? cards : move.refs.filter(onTable).slice(0, 1);
}

/** What may be chosen next, when something is chosen already. */
function rest(move, chosen) {
  const left = move.refs.filter((ref) => ref.k === "card" && !chosen.includes(keyOf(ref)));
  const places = chosen.filter((key) => /^(card|zone)/.test(key));
  const target = targetOf(move);
  if (places.length === 1 && target && target.zone !== zoneOfKey(places[0])) left.push(target);
  return left;
}

const zoneOfKey = (key) => Number(key.split(" ")[1]);

/** Keys of the things that can be chosen now. */
export function marks(moves, chosen) {
  const found = new Set();
  for (const move of candidates(moves, chosen))
    for (const ref of chosen.some((key) => /^(card|zone)/.test(key)) ? rest(move, chosen)
      : starts(move)) found.add(keyOf(ref));
  return found;
}

/** The move that is complete with what is chosen, if there is only one and it asks nothing more. */
export function complete(moves, chosen) {
  const found = candidates(moves, chosen);
  if (found.length !== 1) return undefined;
  const target = targetOf(found[0]);
  // Cards that go along with the first need not be chosen one by one.
  if (chosen.length > 1 && target && chosen.at(-1) === keyOf(target)) return found[0];
  return rest(found[0], chosen).length ? undefined : found[0];
}

/** Moves that take something to a zone; `zones` are the piles of one place. */
export function towards(moves, source, zones) {
  return candidates(moves, [source]).filter((move) =>
    move.refs.some((ref) => onTable(ref) && zones.includes(ref.zone) && keyOf(ref) !== source
      && ref.zone !== zoneOfKey(source)),
  );
}

/** The move of a double click: to a pile, if one leads there; never back to where the card is. */
export function preferred(moves, source, isPile) {
  const found = candidates(moves, [source]).filter((move) => {
    const target = targetOf(move);
    return !target || target.zone !== zoneOfKey(source) || move.refs.filter(onTable).length === 1;
  });
  return found.find((move) => targetOf(move) && isPile(targetOf(move).zone)) ?? found[0];
}

/**
 * The next question where several moves are left: [{key, label, count}], by the first thing in which
 * they differ. Empty if they differ in nothing that can be named.
 */
export function questions(moves, chosen, label) {
  const found = candidates(moves, chosen);
  const byAction = new Map(found.map((move) => [actionKey(move), move.action]));
  if (byAction.size > 1) return tally(found, (move) => [actionKey(move), readable(move.action)]);
  const longest = Math.max(0, ...found.map((move) => move.refs.length));
  for (let i = 0; i < longest; i++) {
    const keys = new Set(found.map((move) => (move.refs[i] ? keyOf(move.refs[i]) : "")));
    if (keys.size < 2 || keys.has("")) continue;
    return tally(found, (move) => [keyOf(move.refs[i]), label(move.refs[i])]);
  }
  return [];
}

function tally(moves, named) {
  const found = new Map();
  for (const move of moves) {
    const [key, label] = named(move);
    const known = found.get(key);
    found.set(key, { key, label, count: (known?.count ?? 0) + 1, move });
  }
  return [...found.values()];
}

/** Buttons for moves that nothing on the table stands for; many are grouped by their action. */
export function buttons(moves, chosen, label) {
  const found = bare(candidates(moves, chosen));
  const actions = new Set(found.map((move) => move.action));
  if (found.length <= MOST_BUTTONS
    || (actions.size < 2 && !chosen.length && found.every((move) => move.refs.length < 2)))
    return found.map((move) => ({ key: `move ${move.n}`, label: move.text, count: 1, move }));
  return questions(found, chosen, label);
}

/**
 * The shared zone whose positions all choices are, if there is one: they differ only in a number, up
 * to the number of its cards. `known` are zones recognised before.
 */
export function numberedZone(options, places, known) {
  const { moves = [], ranges = [] } = options ?? {};
  const plain = moves.every((move) => move.refs.length === 1 && move.refs[0].k === "number");
  if (!plain || moves.length + ranges.length === 0
    || ranges.some((range) => range.refs.length)) return undefined;
  const ends = [...moves.map((move) => move.refs[0].value),
    ...ranges.flatMap(({ low, high }) => [low, high])];
  const size = moves.length + ranges.reduce((sum, { low, high, step = 1 }) => sum
    + (high - low) / step + 1, 0);
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const fitting = places.filter((place) => {
    const count = place.cards.length;
    if (low < 1 || high > count || place.owner !== null) return false;
    if (known.has(place.zone)) return true;
    return size >= count - 2 && count >= FEWEST_NUMBERED
      && place.cards.some((name) => name === null);
  });
  return fitting.length === 1 ? fitting[0] : undefined;
}

/**
 * Moves that cards stand for although they do not mention them, by card: they answer with a value of
 * a property, and every answer is a value of the same one. `propsOf(name)` are a card's properties.
 */
export function byProperty(moves, cards, propsOf) {
  const answers = new Map(moves.map((move) => [move.refs[0]?.text, move]));
  if (!moves.length || answers.size < moves.length
    || moves.some(({ refs }) => refs.length !== 1 || refs[0].k !== "word")) return new Map();
  const valuesOf = (property) => cards.map((name) => String(propsOf(name)[property]));
  const properties = [...new Set(cards.flatMap((name) => Object.keys(propsOf(name))))];
  const asked = properties.find((property) => {
    const known = new Set(valuesOf(property));
    return [...answers.keys()].every((answer) => known.has(answer));
  });
  if (asked === undefined) return new Map();
  const found = cards.map((name) => [name, answers.get(String(propsOf(name)[asked]))]);
  return new Map(found.filter(([, move]) => move));
}

// What is known of a card from its name and properties: rank, suit, title, texts and numbers.

import { FRENCH, OTHERS } from "./shapes.js";

const CARD = /^(10|[1-9TJQKA])([CDHS])$/;
const SUIT_WORDS = { S: /^s(pades?)?$/i, H: /^h(earts?)?$/i, D: /^d(iamonds?)?$/i,
  C: /^c(lubs?)?$/i };
const LATIN = { D: 0, C: 1, S: 2,
  B: 3 }; // suits of a Latin pack by letter: coins, cups, swords, batons
const RANKS = { 1: "A", T: "10", 11: "J", 12: "Q", 13: "K", 14: "A" };
const RANK_WORDS = { A: "ace", J: "jack", Q: "queen", K: "king" };
const NUMBERS = ["rank", "value", "number", "points", "strength", "cost"];
const NOTHING = new Set(["", "-", "none", "None", "null"]);
const COLOURS = {
  red: 2, orange: 28, yellow: 46, gold: 44, green: 135, teal: 175, cyan: 190, blue: 215,
    purple: 275,
  violet: 275, pink: 330, brown: 25,
};

const decks = new WeakMap();

/** All cards of a game by name, described for drawing. */
export function deckOf(game) {
  if (!decks.has(game)) decks.set(game, new Deck(game));
  return decks.get(game);
}

class Deck {
  #known = new Map();

  constructor(game) {
    this.cards = game.cards ?? {};
    this.suits = new Map(); // by supply: the suits in order of appearance
    for (const card of Object.values(this.cards)) {
      const suit = card.props?.suit;
      if (suit === undefined || NOTHING.has(String(suit))) continue;
      const found = this.suits.get(card.supply) ?? [];
      if (!found.includes(suit)) found.push(suit);
      this.suits.set(card.supply, found);
    }
    this.supplies = [...new Set(Object.values(this.cards).map((card) => card.supply))];
  }

  /** A card by its name; pieces have words for their state behind it. */
  card(name) {
    if (!this.#known.has(name)) this.#known.set(name, this.#described(name));
    return this.#known.get(name);
  }

  /** The properties of a card by its name. */
  props(name) {
    return this.cards[name]?.props ?? {};
  }

  /** The value of a property of cards in words and signs; undefined for those without a sign. */
  worded(property, text) {
    if (property !== "suit") return undefined;
    const known = [...this.suits.values()].flat();
    const suit = known.includes(text) && known.every(frenchSuit) ? frenchSuit(text) : undefined;
    return suit && `${SIGNS[suit]} ${FRENCH[suit].name}`;
  }

  #described(name) {
    let base = name;
    while (!this.cards[base] && base.includes(" ")) base = base.slice(0, base.lastIndexOf(" "));
    const info = this.cards[base];
    if (!info) base = name;
    const state = name.slice(base.length).trim();
    const props = info?.props ?? {};
    const kinds = this.suits.get(info?.supply) ?? [];
    const known = new Set(kinds.map(frenchSuit).filter(Boolean));
    const french = known.size === 4 || kinds.every((suit) => frenchSuit(suit));
    const parsed = CARD.exec(base);
    const suit = french ? frenchSuit(props.suit) ?? parsed?.[2] : undefined;
    if (french && parsed && parsed[2] === suit) return frenchCard(name, RANKS[parsed[1]]
      ?? parsed[1], suit);
    if (/^(\w+ )?joker( ?\d+)?$/i.test(base.replace(/[-_]/g, " "))) return joker(name, props);
    return this.#custom(name, base, state, props, info, kinds);
  }

  #custom(name, base, state, props, info, kinds) {
    const which = kinds.indexOf(props.suit);
    const latin = kinds.length > 0 && kinds.every((suit) => suit in LATIN);
    const symbol = which < 0 ? undefined
      : OTHERS[(latin ? LATIN[props.suit] : which) % OTHERS.length];
    const suitName = which < 0 ? "" : latin ? symbol.name : readable(String(props.suit));
    const number = NUMBERS.map((key) => props[key]).find((value) => value !== undefined
      && !NOTHING.has(String(value)));
    const short = number === undefined ? "" : String(number);
    const coded = suitName && short && base.length <= 4;
    const title = coded ? `${RANK_WORDS[short] ?? short} of ${suitName}` : readable(base);
    return {
      name,
      kind: "custom",
      title: state ? `${title}, ${state}` : title,
      label: coded ? "" : readable(base),
      short,
      symbol,
      suitName,
      state,
      facts: facts(props, base),
      supply: info?.supply ?? "",
      hue: hueOf(props, base, which < 0 ? info?.supply ?? base : `${props.suit}`),
      shape: this.supplies.indexOf(info?.supply),
      single: info !== undefined && !Object.keys(this.cards).some((other) => other !== base
        && this.cards[other].supply === info.supply),
    };
  }
}

const frenchSuit = (suit) => Object.keys(SUIT_WORDS).find((key) =>
  SUIT_WORDS[key].test(String(suit ?? "")));

function frenchCard(name, rank, suit) {
  const title = `${RANK_WORDS[rank] ?? rank} of ${FRENCH[suit].name}`;
  return { name, kind: "french", rank, suit, title, short: rank };
}

const joker = (name, props) => ({
  name,
  kind: "joker",
  title: readable(name),
  short: "",
  red: /red|2/.test(`${name} ${props.color ?? props.colour ?? ""}`),
});

/** An identifier as words; capitals that belong together stay. */
export const readable = (name) => name.replace(/[-_]+/g, " ").replace(
  /([a-z])([A-Z])(?![A-Z])/g, (_, end, start) => `${end} ${start.toLowerCase()}`).trim();

function facts(props, name) {
  const found = [];
  for (const [key, value] of Object.entries(props)) {
    const text = String(value);
    if (NOTHING.has(text) || text === name || key === "suit" || NUMBERS.includes(key)) continue;
    if (/^(has |name$|token type$)/.test(key) || value === false || /valued$/.test(key)) continue;
    found.push(value === true ? readable(key) : `${readable(key)}: ${readable(text)}`);
  }
  return found.slice(0, 4);
}

function hueOf(props, name, kind) {
  const text = `${props.color ?? props.colour ?? ""} ${name}`.toLowerCase();
  for (const [word,
    hue] of Object.entries(COLOURS)) if (new RegExp(`\\b${word}\\b`).test(text)) return hue;
  if (/\bblack\b/.test(text)) return "black";
  if (/\bwhite\b/.test(text)) return "white";
  return (hash(kind) * 47) % 360;
}

/** A small number from a text, the same everywhere. */
export function hash(text) {
  let sum = 7;
  for (const letter of text) sum = (sum * 31 + letter.codePointAt(0)) % 9973;
  return sum;
}

const MOVE_CARD = /(?<!\w)(10|[1-9TJQKA])([CDHS])(?!\w)/g;
const SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };

/** A text in which French cards have suit signs, if the game is played with French cards. */
export function signed(text, deck) {
  const plain = suited(text, deck).replace(/ -> /g, " → ").replace(/ {2,}/g, " ");
  return plain.replace(MOVE_CARD, (found, rank, suit) =>
    deck.card(found).kind === "french" ? `${rank}${SIGNS[suit]}` : found,
  );
}

/** A text that is only a suit, or a suit that answers a question, has its name. */
const suited = (text, deck) => text.replace(/(^|: )(\w+)$/, (found, before, word) => {
  const named = deck.worded("suit", word);
  return named ? `${before}${named}` : found;
});

/** A text in which French cards are spelled out, for speech. */
export const spoken = (text, deck) =>
  suited(text, deck).replace(/ -> /g, " to ").replace(MOVE_CARD, (found) => deck.card(found).title);

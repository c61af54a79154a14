// What is asked now: in the game's own words, or from the kinds of things that can be chosen.

import { Face } from "../cards.js";
import { html } from "../dom.js";
import { onTable } from "./choice.js";

const SMALL = 30; // pixels: the width of a card beside a question

/** What to do, where a game does not say it; "" if there are several kinds of moves. */
export function instruction(moves, places, solitaire) {
  const all = moves.map((move) => move.refs.filter(onTable));
  if (!all.length || all.some((refs) => !refs.length)) return "";
  const single = all.every((refs) => refs.length === 1);
  const paired = all.every((refs) => refs.length > 1 && refs.at(-1).k === "zone");
  // Who plays alone knows what to do, unless there is nothing but cards to click.
  if (!single && (!paired || solitaire)) return "";
  const words = new Set(all.map(([ref]) => thing(ref, places)));
  if (words.size > 1) return "";
  const [what] = words;
  if (single) return `Choose a ${what}`;
  return `Choose a ${what === "space" ? "piece" : what}, then where to`;
}

/** What a reference is to those who see it. */
function thing(ref, places) {
  const place = places.get(ref.zone);
  const board = place?.look === "space";
  if (ref.k === "card") return board ? "piece" : "card";
  return board ? "space" : place?.cards.length ? "card" : "place";
}

/** The card that has just come to a player's hand by itself, if a question may be about it. */
export function concerned({ state, seat, choosing }) {
  const { moves } = choosing;
  if (!moves.length || moves.some((move) => move.refs.length !== 1 || move.refs[0].k !== "word"))
    return null;
  const places = new Map(state.scene.places.map((place) => [place.zone, place]));
  const isHand = (zone) => (places.get(zone)?.owner ?? null) !== null;
  const [before, last] = [null, null, ...(state.events ?? []).filter((event) =>
    event.k === "move")].slice(-2);
  const hand = places.get(last?.to);
  // In a deal, one hand gets its cards after another.
  if (!last || hand?.owner !== seat || hand.look !== "row" || hand.cards.length < 2
    || (before && isHand(before.to))) return null;
  return last.card;
}

/** The card that a question is about. */
export function Concerned({ session }) {
  const name = session.mine ? concerned(session) : null;
  if (!name) return null;
  const card = session.deck.card(name);
  return html`
    <span class="concerned" role="img" aria-label=${card.title}
      style=${{ width: `${SMALL}px`, height: `${SMALL * 1.4}px` }}>
      <${Face} card=${card} width=${SMALL} />
    </span>
  `;
}

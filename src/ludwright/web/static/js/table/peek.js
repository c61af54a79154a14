// A closer look at a card, and at everything visible in its place.

import { Back, Face } from "../cards.js";
import { capital, counted, html } from "../dom.js";
import { placeName, zonesOf } from "./drawn.js";

const WIDE = 150;
const SMALL = 52;
const MOST = 60;

export function Peek({ peek, session, close }) {
  const found = peek.element ? aimed(peek.element, session) : peek;
  if (!found?.place) return null;
  const { place, zone, at, box } = found;
  const pile = (place.nodes ?? []).find((node) => node.zone === zone) ?? place;
  const name = pile.cards[at] ?? null;
  const known = pile.cards.filter((card) => card !== null);
  // A mouse that only rests on a hidden card wants nothing.
  if (peek.hover && name === null) return null;
  const card = name === null ? null : session.deck.card(name);
  const left = Math.max(8, Math.min(innerWidth - WIDE - 24, box.right + 12 > innerWidth - WIDE
    ? box.left - WIDE - 28 : box.right + 12));
  const top = Math.max(8, Math.min(innerHeight - WIDE * 1.4 - 60, box.top - 20));
  const all = !peek.hover && known.length > 1;
  return html`
    <div class=${all ? "peek all" : "peek"} role=${peek.hover ? "presentation" : "dialog"}
      aria-label="Closer look" onClick=${close}
      style=${all ? {} : { left: `${left}px`, top: `${top}px` }}>
      <div class="peek-card" style=${{ width: `${WIDE}px`, height: `${WIDE * 1.4}px` }}>
        ${card ? html`<${Face} card=${card} width=${WIDE} />`
          : html`<${Back} game=${session.game} back=${place.backs?.[at]} />`}
      </div>
      <p>${capital(card?.title ?? "hidden card")}${card?.facts?.length
        ? ` (${card.facts.join(", ")})` : ""}</p>
      ${all && html`
        <p>${capital(placeName(place))}: ${counted(pile.cards.length,
          "card")}, from bottom to top</p>
        <div class="peek-row">
          ${pile.cards.slice(-MOST).map((each) => html`
            <span class="peek-small" style=${{ width: `${SMALL}px`, height: `${SMALL * 1.4}px` }}>
              ${each === null ? html`<${Back} game=${session.game} />`
                : html`<${Face} card=${session.deck.card(each)} width=${SMALL} />`}
            </span>`)}
        </div>
        <button type="button" class="button" onClick=${close}>Close</button>`}
    </div>
  `;
}

function aimed(element, session) {
  const zone = Number(element.dataset.zone);
  const state = session.past ?? session.state;
  const place = state.scene.places.find((each) => zonesOf(each).includes(zone));
  return { zone, at: Number(element.dataset.at), place, box: element.getBoundingClientRect() };
}

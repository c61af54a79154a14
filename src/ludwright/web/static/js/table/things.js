// What lies on the table: outlines of places, spaces of a map, cards and pieces, as elements.

import { Back, Face, Piece } from "../cards.js";
import { classes, html } from "../dom.js";
import { fitting, labelRoom, labelSize } from "./labels.js";
import {
  commonMarks, isInert, marksShown, placeName, spokenCard, spokenPlace, zonesOf,
} from "./drawn.js";

const READABLE = 8; // pixels: smaller letters are left out
const SMALLEST = 7.4; // of the name of a space, which is never left out

// ---- places -------------------------------------------------------------------------------------

export function Places({ layout, session, first, over }) {
  const common = commonMarks(layout.spaces);
  return html`
    ${layout.links.length > 0 && html`
      <svg class="links" viewBox=${`0 0 ${layout.width} ${layout.height}`} aria-hidden="true"
        focusable="false"
        style=${{ width: `${layout.width}px`, height: `${layout.height}px` }}>
        ${layout.links.map(([a, b, c, d]) => html`<line x1=${a} y1=${b} x2=${c} y2=${d} />`)}
      </svg>`}
    ${layout.spaces.map((space) =>
      html`<${Space} key=${space.zone} space=${space} common=${common} session=${session}
        first=${first} over=${over} />`)}
    ${layout.boxes.map((box) =>
      html`<${Outline} key=${`box${box.zone}`} box=${box} session=${session} first=${first}
        over=${over} />`)}
  `;
}

function Outline({ box, session, first, over }) {
  const { place } = box;
  const zones = zonesOf(place);
  const empty = box.cards.length === 0;
  const marked = zones.some((zone) => session.choosing.marks.has(`zone ${zone}`));
  const height = box.kind === "column" ? Math.max(box.h, box.room ?? 0) : box.h;
  const label = placeName({ title: place.number ? `${place.label} ${place.number}` : place.label });
  const played = box.cards.some((card) => session.tricks.arrivals.has(`${card.zone}/${card.at}`));
  const named = !empty && !played && (box.labelled || box.small);
  const room = box.small ? Math.max(box.w + 12, 46) : labelRoom(box);
  const size = fitting(label, box.cw - 8, 12);
  const look = {
    left: `${box.x}px`, top: `${box.y}px`, width: `${box.w}px`,
    height: `${empty && box.kind === "column" ? box.ch : height}px`,
  };
  const style = classes(
    "place", box.kind, empty && "empty", box.gone && "gone", marked && "marked",
    over === place.zone && "over",
    session.choosing.isChosen(`zone ${place.zone}`) && "chosen",
  );
  const inner = html`
    ${empty && !box.gone && size >= READABLE && html`
      <span class="inside" aria-hidden="true" style=${{ fontSize: `${size}px` }}>
        ${label}${place.counted === false ? " (?)" : ""}
      </span>`}
    ${named && html`
      <span class=${classes("label", box.small && "small")} aria-hidden="true"
        style=${{ maxWidth: `${room}px`,
          ...(box.small ? {} : { fontSize: `${labelSize(place, room)}px` }) }}>
        ${label}${place.cards.length > 1 && box.small ? ` ${place.cards.length}` : ""}
      </span>`}
  `;
  if (!empty) return html`<div class=${style} data-zone=${place.zone} style=${look}>${inner}</div>`;
  return html`
    <button type="button" class=${style} data-zone=${place.zone} data-focus=${`place${place.zone}`}
      style=${look}
      tabindex=${first === `place${place.zone}` ? 0 : -1}
        aria-label=${`${spokenPlace(place)}${marked ? ", can be chosen" : ""}`}
    >${inner}</button>
  `;
}

/** The size of letters of a space's name; words that are still too long are broken. */
const nameSize = (name, width) => Math.max(SMALLEST, fitting(name, width - 3, 11));

function Space({ space, common, session, first, over }) {
  const { place } = space;
  const name = placeName({ title: place.number ? `${place.label} ${place.number}` : place.label });
  const marked = session.choosing.marks.has(`zone ${place.zone}`);
  const own = (place.marks ?? []).filter(([name, value]) => common.get(name) !== value);
  const style = classes("space", marked && "marked", over === place.zone && "over",
    session.choosing.isChosen(`zone ${place.zone}`) && "chosen");
  return html`
    <button type="button" class=${style} data-zone=${place.zone} data-focus=${`place${place.zone}`}
      tabindex=${first === `place${place.zone}` ? 0 : -1}
        aria-label=${`${spokenPlace(place)}${marked ? ", can be chosen" : ""}`}
      style=${{ left: `${space.x}px`, top: `${space.y}px`, width: `${space.w}px`,
        height: `${space.h}px` }}
    >
      <span class="space-name" aria-hidden="true"
        style=${{ fontSize: `${nameSize(name, space.w)}px` }}>${name}</span>
      ${own.length > 0 && marksShown(space)
        && html`<span class="space-marks"
        aria-hidden="true">${own.map(([, value]) => value).join(" · ")}</span>`}
    </button>
  `;
}

// ---- cards --------------------------------------------------------------------------------------

export function Card({ card, session, first, over }) {
  const { choosing } = session;
  const key = `card ${card.zone} ${card.at}`;
  const zoneMarked = !card.covered && !card.under && choosing.marks.has(`zone ${card.zone}`);
  const marked = choosing.marks.has(key) || zoneMarked;
  const chosen = choosing.isChosen(key) || (choosing.isChosen(`zone ${card.zone}`) && !card.under);
  const hinted = session.hint?.refs?.includes(key);
  const look = {
    left: `${card.x}px`, top: `${card.y}px`, width: `${card.w}px`, height: `${card.h}px`,
      zIndex: card.z,
    ...(card.rot ? { rotate: `${card.rot}deg` } : {}),
    ...(card.piece ? { fontSize: `${Math.max(9, Math.min(13, card.h * 0.6))}px` } : {}),
  };
  const style = classes(
    "card", card.piece && "piece", card.space && "on-space", card.name === null && "back", marked
      && "marked", chosen && "chosen", hinted && "hinted",
    card.own && "own", card.covered && (card.strip || card.branch) && "covered",
      over === card.place.zone && !card.covered && "over", card.under && "under",
  );
  const shown = session.deck;
  const face = card.name === null
    ? html`<${Back} back=${card.back} game=${session.game} />`
    : card.piece
      ? html`<${Piece} card=${shown.card(card.name)} text=${pieceText(shown.card(card.name))} />`
      : html`<${Face} card=${shown.card(card.name)} width=${card.w}
      strip=${card.strip} covered=${card.covered} />`;
  const times = card.times > 1 || (card.box?.counted && !card.under && !card.covered
    && card.box.total > 1);
  const badge = times
    && html`<span class=${classes("count", card.piece && "beside")} aria-hidden="true">${card.piece
    ? "×" : ""}${card.times > 1 ? card.times : card.box.total}</span>`;
  const number = card.number > 0
    && html`<span class="number" aria-hidden="true">${card.number}</span>`;
  const from = session.tricks.arrivals.get(card.key);
  if (isInert(card, choosing.marks))
    return html`<span class=${style} data-zone=${card.zone} data-card=${card.key} data-at=${card.at}
      style=${look} aria-hidden="true">${face}</span>`;
  return html`
    <button type="button" class=${style} data-zone=${card.zone} data-card=${card.key}
      data-at=${card.at} data-focus=${card.key}
      data-branch=${card.branch?.join() ?? undefined} style=${look}
        tabindex=${first === card.key ? 0 : -1}
      aria-label=${spokenCard(card, session) + (marked ? ", can be chosen" : "")}
        aria-pressed=${chosen ? "true" : undefined}
      title=${card.piece ? spokenCard(card, session) : undefined}
    >${face}${badge}${number}${from !== undefined
      && html`<span class="from" aria-hidden="true">${session.name(from)}</span>`}</button>
  `;
}

const pieceText = (card) => {
  const words = (card.label || card.title).split(" ");
  const last = words.at(-1);
  return /^\d+$/.test(last) ? last : words[0].slice(0, 2);
};

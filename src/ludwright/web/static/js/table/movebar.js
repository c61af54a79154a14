// The bar below the table: what is asked, buttons for what is not on the table, steps and picks.

import { readable } from "../cards.js";
import { classes, counted, html, useEffect, useRef, useState } from "../dom.js";
import { Concerned, instruction } from "./asking.js";
import { buttons, candidates, questions } from "./choice.js";
import { placeName } from "./drawn.js";

const MOST_NUMBERS = 400; // of a range, in the list
const MOST_LISTED = 400; // moves that the server sends
const MOST_SHOWN = 24; // buttons; with more of them the list is offered

export function MoveBar({ session }) {
  const { state } = session;
  const shown = !session.solitaire || !quiet(session);
  if (!state || session.past || !(shown || session.choosing.chosen.length)) return null;
  return html`
    <section class=${classes("movebar", !shown && "passing")} aria-label="Your move">
      <div class="movebar-line">
        ${prompt(session) && html`<p class="prompt">${prompt(session)}</p>`}
        <${Concerned} session=${session} />
        <${Steps} session=${session} />
      </div>
    </section>
  `;
}

/** Whether there is nothing to say: all moves of a solitaire are made on the table. */
function quiet({ state, choosing, mine }) {
  const options = state.options ?? { kind: "none" };
  if (state.over || choosing.confirming || choosing.picks || options.prompt) return false;
  if (instruction(choosing.moves, placesOf(state), true)) return false;
  return mine && options.kind === "moves" && (choosing.numbered || !options.ranges?.length)
    && !buttons(choosing.moves, [], String).length;
}

function prompt(session) {
  const { state, choosing } = session;
  const options = state.options ?? { kind: "none" };
  if (state.over) return ending(session);
  if (session.spectating) return `${names(session, state.turn?.waiting)} to move`;
  if (!session.mine) {
    const waiting = (state.turn?.waiting ?? []).filter((seat) => seat !== session.seat);
    const chosen = (state.chosen ?? []).map((text) => session.text(text)).join(", ");
    const before = chosen ? `You chose ${chosen}. ` : "";
    return waiting.length ? `${before}Waiting for ${names(session, waiting)}` : " ";
  }
  if (options.kind === "continue") return session.solitaire ? "Continue" : " ";
  const asked = session.text(options.prompt)
    || instruction(choosing.moves, placesOf(state), session.solitaire)
    || (session.solitaire ? "" : "Your move");
  if (!choosing.picks) return asked;
  const { least, most } = choosing.picks;
  const range = least === most ? `${most}` : `${least} to ${most}`;
  return `${asked || "Pick"} (${choosing.picked.length} of ${range})`;
}

const names = (session, seats = []) => seats.map((seat) => session.name(seat)).join(", ")
  || "nobody";

/** How a game ended, in words. */
export function ending(session) {
  const { result } = session.state;
  if (!result) return "The game is over";
  const won = result.winners.includes(session.seat);
  if (session.solitaire) return won ? "You won" : "No more moves: this deal is lost";
  const who = result.teams?.length ? result.teams.join(", ") : names(session, result.winners);
  if (won) return result.winners.length > 1 ? `${who} won` : "You won";
  if (!result.winners.length) return "Nobody won";
  const lost = session.seat !== null && session.game.seats === 2;
  return lost ? `You lost: ${who} won` : `${who} won`;
}

function Steps({ session }) {
  const { choosing } = session;
  if (!session.mine) return html`<${Change} session=${session} />`;
  const { options } = choosing;
  if (choosing.confirming) return html`<${Confirm} session=${session} />`;
  if (options.kind === "continue")
    return session.solitaire
      && html`<button type="button" class="button main"
      onClick=${() => choosing.goOn()}>Continue</button>`;
  if (choosing.picks) return html`<${Picks} session=${session} />`;
  return html`
    <${Buttons} session=${session} />
    ${!choosing.chosen.length && (options.ranges ?? []).map((range, i) =>
      html`<${Range} key=${i} range=${range} number=${i} session=${session} />`)}
    ${choosing.chosen.length > 0
      && html`<button type="button" class="button" onClick=${() => choosing.back()}>Back</button>`}
  `;
}

/** Choose something else, as long as others have to choose. */
function Change({ session }) {
  if (session.state.over || !session.settled || !session.state.chosen?.length) return null;
  return html`<button type="button" class="button"
    onClick=${() => session.request("undo")}>Change</button>`;
}

/** The places of a state by the numbers of their piles. */
const placesOf = (state) => new Map(state.scene.places.flatMap((place) =>
  [[place.zone, place], ...(place.nodes ?? []).map((node) => [node.zone, place])]));

/** What a reference is called. */
export function labelOf(session) {
  const places = placesOf(session.state);
  return (ref) => {
    if (ref.k === "card") return ref.text ? session.deck.card(ref.text).title : "hidden card";
    if (ref.k === "zone") return places.has(ref.zone) ? placeName(places.get(ref.zone))
      : `place ${ref.zone}`;
    if (ref.k === "seat") return session.name(ref.value);
    return session.text(String(ref.text ?? ref.value));
  };
}

function Buttons({ session }) {
  const { choosing } = session;
  const { chosen, moves } = choosing;
  const left = candidates(moves, chosen);
  const asked = chosen.length && left.length > 1 ? questions(moves, chosen, labelOf(session)) : [];
  const shown = chosen.length ? asked : choosing.numbered ? []
    : buttons(moves, chosen, labelOf(session));
  // A choice among places is made on the table.
  const offered = chosen.length && shown.every((each) => /^(card|zone)/.test(each.key))
    && shown.length > 6 ? [] : shown;
  const single = chosen.length > 0 && left.length === 1;
  if (chosen.length && !single && !offered.length && left.length <= MOST_SHOWN && !asked.length)
    return html`<div class="choices">${left.map((move) =>
      html`<button type="button" class="button" key=${move.n}
        onClick=${() => choosing.play(move)}>${session.text(move.text)}</button>`)}</div>`;
  return html`
    <div class="choices">
      ${single && html`<button type="button" class="button main"
        onClick=${() => choosing.play(left[0])}>${session.text(left[0].text)}</button>`}
      ${offered.slice(0, MOST_SHOWN).map((each) => html`
        <button type="button" class="button" key=${each.key}
          onClick=${() => choosing.choose(each.count === 1 && each.move ? `move ${each.move.n}`
            : each.key)}>
          ${session.text(each.label)}${each.count > 1 ? " …" : ""}
        </button>`)}
      ${offered.length > MOST_SHOWN
        && html`<button type="button" class="button"
        onClick=${() => open(session)}>${offered.length - MOST_SHOWN} more …</button>`}
    </div>
  `;
}

function open(session) {
  session.choosing.listOpen = true;
  session.changed();
}

function Confirm({ session }) {
  const { choosing } = session;
  const button = useRef(null);
  useEffect(() => button.current?.focus(), []);
  return html`
    <div class="choices" role="group" aria-label="Confirm">
      <span>${session.text(choosing.confirming.text)}</span>
      <button type="button" class="button main" ref=${button}
        onClick=${() => choosing.confirm()}>Confirm</button>
      <button type="button" class="button" onClick=${() => choosing.back()}>Back</button>
    </div>
  `;
}

function Picks({ session }) {
  const { choosing } = session;
  const { picks } = choosing;
  const label = labelOf(session);
  const places = session.state.scene.places;
  const reachable = (ref) => ref.k === "card"
    && places.some((place) => place.zone === ref.zone && place.cards[ref.at] !== undefined);
  return html`
    <div class="choices">
      ${picks.items.map((ref, i) => (reachable(ref) ? null : html`
        <button type="button" key=${i}
          class=${classes("button", choosing.picked.includes(i) && "main")}
            aria-pressed=${choosing.picked.includes(i) ? "true" : "false"}
          onClick=${() => choosing.toggle(i)}>${label(ref)}</button>`))}
      <button type="button" class="button main" disabled=${!choosing.pickReady}
        onClick=${() => choosing.pick()}>Confirm</button>
      ${choosing.picked.length > 0
        && html`<button type="button" class="button"
        onClick=${() => choosing.back()}>Back</button>`}
    </div>
  `;
}

const numbersOf = ({ low, high, step = 1 }) =>
  Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, i) => low + i * step);

/** A number to choose: few as buttons, many by a slider or written. */
function Range({ range, number, session }) {
  const numbers = numbersOf(range);
  if (session.choosing.numbered) return null;
  if (numbers.length > MOST_SHOWN) return html`<${Slider} range=${range} number=${number}
    session=${session} />`;
  const around = `${range.before ?? ""}…${range.after ?? ""}`.trim();
  return html`
    <div class="choices" role="group" aria-label=${around === "…" ? "Numbers" : around}>
      ${numbers.map((value) =>
        html`<button type="button" class="button" key=${value}
          onClick=${() => session.choosing.number(number, value)}>${`${range.before
            ?? ""}${value}${range.after ?? ""}`.trim()}</button>`)}
    </div>
  `;
}

function Slider({ range, number, session }) {
  const [value, set] = useState(range.low);
  const { low, high, step = 1 } = range;
  const valid = Number.isInteger(value) && value >= low && value <= high
    && (value - low) % step === 0;
  const before = (range.before ?? "").trim() || readable(range.action);
  const change = (event) => set(event.target.valueAsNumber);
  return html`
    <form class="range" onSubmit=${(event) => {
      event.preventDefault();
      if (valid) session.choosing.number(number, value);
    }}>
      <label>
        <span>${before}</span>
        <input type="range" aria-label=${`${before}: slider`} min=${low} max=${high} step=${step}
          value=${valid ? value : low} onInput=${change} />
      </label>
      <input type="number" aria-label=${before} min=${low} max=${high} step=${step} value=${value}
        onInput=${change} required />
      <button type="submit" class="button main" disabled=${!valid}>${before} ${valid ? value
        : ""}${range.after ?? ""}</button>
    </form>
  `;
}

// ---- the list of all moves ----------------------------------------------------------------------

/** A dialog takes the focus, and gives it back. */
export function useDialog(first) {
  useEffect(() => {
    const before = document.activeElement;
    const element = first.current;
    (element?.querySelector("button, a") ?? element)?.focus();
    return () => before?.isConnected && before.focus();
  }, []);
}

/** All moves, filtered by words; the way to make any move without the table. */
export function MoveList({ session }) {
  const { choosing } = session;
  const [filter, set] = useState("");
  const input = useRef(null);
  useDialog(input);
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const numbers = (choosing.options.ranges ?? []).flatMap((range, i) =>
    numbersOf(range).slice(0, MOST_NUMBERS).map((value) =>
      ({ n: `${i}.${value}`, text: `${range.before ?? ""}${value}${range.after ?? ""}`, range: i,
        value })));
  const found = [...choosing.moves, ...numbers].filter((move) =>
    words.every((word) => `${move.text} ${session.text(move.text)}`.toLowerCase().includes(word)));
  const make = (move) => (move.range === undefined ? choosing.play(move)
    : choosing.number(move.range, move.value));
  const hidden = choosing.moves.length >= MOST_LISTED
    && choosing.options.count > choosing.moves.length;
  const close = () => {
    choosing.listOpen = false;
    session.changed();
  };
  const arrows = (event) => {
    const all = [...event.currentTarget.querySelectorAll("input, li button")];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") close();
    if (!step) return;
    event.preventDefault();
    all[Math.max(0, Math.min(all.length - 1, all.indexOf(document.activeElement) + step))]?.focus();
  };
  return html`
    <div class="dialog-back" onClick=${(event) => event.target === event.currentTarget && close()}>
      <div class="dialog" role="dialog" aria-modal="true" aria-label="All moves"
        onKeyDown=${arrows}>
        <div class="dialog-head">
          <h2>${counted(choosing.moves.length + numbers.length, "move")}</h2>
          <button type="button" class="button" onClick=${close}>Close</button>
        </div>
        <form onSubmit=${(event) => {
          event.preventDefault();
          if (found.length === 1) make(found[0]);
          else if (filter && (hidden || !found.length)) session.act({ t: "say", text: filter });
        }}>
          <input ref=${input} type="search" aria-label="Filter moves" placeholder="Filter"
            value=${filter} onInput=${(event) => set(event.target.value)} />
        </form>
        ${hidden && html`<p
          class="note">Of ${choosing.options.count} moves, ${choosing.moves.length} are listed. Write a move and press Enter to make one that is not.</p>`}
        <ul class="moves">
          ${found.map((move) =>
            html`<li key=${move.n}><button type="button"
              onClick=${() => make(move)}>${session.text(move.text)}</button></li>`)}
        </ul>
        ${found.length === 0 && html`<p>No move matches.</p>`}
      </div>
    </div>
  `;
}

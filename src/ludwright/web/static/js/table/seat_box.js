// A player at the table: name, presence, whose turn it is, clock and values.

import { classes, html } from "../dom.js";
import { valuesOf } from "./arrange.js";

export function SeatBox({ box, session, state }) {
  const { seat } = box;
  const info = session.info?.seats?.find((each) => each.seat === seat) ?? {};
  const waiting = !state.over && (state.turn?.waiting ?? []).includes(seat);
  const values = valuesOf(state.scene, seat);
  const team = session.game.teams?.find((each) => each.seats.includes(seat));
  const marked = session.choosing.marks.has(`seat ${seat}`) || session.choosing.moves.some((move) => move.refs.length === 1 && move.refs[0].k === "seat" && move.refs[0].value === seat);
  const won = state.over && state.result?.winners?.includes(seat);
  const style = classes("seat", box.own && "own", waiting && "to-move", marked && "marked", info.kind === "person" && info.connected === false && "away");
  const name = `${session.name(seat)}${box.own && session.name(seat).toLowerCase() !== "you" ? " (you)" : ""}`;
  return html`
    <div class=${style} style=${{ left: `${box.x}px`, top: `${box.y}px`, width: `${box.w}px`, height: `${box.h}px` }}>
      <div class="seat-head">
        <span class="seat-name">${marked
          ? html`<button type="button" class="link" onClick=${() => choose(session, seat)}>${name}</button>`
          : name}</span>
        ${info.kind === "bot" && html`<span class="tag" title=${`bot: ${info.bot ?? ""}`}>bot</span>`}
        ${team && html`<span class="tag">${team.name}</span>`}
        ${info.kind === "person" && info.connected === false && html`<span class="tag warn">away</span>`}
        ${won && html`<span class="tag good">won</span>`}
        ${waiting && html`<span class="turn">${box.own ? "your turn" : "to move"}</span>`}
        ${info.clock !== undefined && info.clock !== null && html`<span class="clock">${clockText(info.clock)}</span>`}
      </div>
      ${values.length > 0 && html`
        <div class="seat-values">
          ${values.slice(0, 6).map((value) => html`<span class="value">${value.text === "yes" ? value.name : html`${value.name} <b>${value.text}</b>`}</span>`)}
        </div>`}
    </div>
  `;
}

function choose(session, seat) {
  const { choosing } = session;
  const only = choosing.moves.find((move) => move.refs.length === 1 && move.refs[0].k === "seat" && move.refs[0].value === seat);
  if (only) choosing.play(only);
  else choosing.choose(`seat ${seat}`);
}

/** Seconds as minutes and seconds. */
export function clockText(seconds) {
  const left = Math.max(0, Math.round(seconds));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}

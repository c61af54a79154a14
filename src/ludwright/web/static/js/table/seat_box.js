// A player at the table: name, presence, whose turn it is, clock and values.

import { classes, html, useEffect, useState } from "../dom.js";
import { botName } from "../lobby/words.js";
import { valuesOf } from "./arrange.js";
import { isNarrow } from "./seating.js";

const LINE = 17; // pixels of a line of values, as in the style sheet

export function SeatBox({ box, session, state }) {
  const { seat } = box;
  const info = session.info?.seats?.find((each) => each.seat === seat) ?? {};
  const waiting = !state.over && (state.turn?.waiting ?? []).includes(seat);
  const values = valuesOf(state.scene, seat);
  const team = session.game.teams?.find((each) => each.seats.includes(seat));
  const marked = session.choosing.marks.has(`seat ${seat}`)
    || session.choosing.moves.some((move) => move.refs.length === 1 && move.refs[0].k === "seat"
    && move.refs[0].value === seat);
  const won = state.over && state.result?.winners?.includes(seat);
  const narrow = isNarrow(box.w);
  const style = classes("seat", box.own && "own", narrow && !box.own && "narrow",
    waiting && "to-move", marked && "marked",
    info.kind === "person" && info.connected === false && "away");
  const name = `${session.name(seat)}${box.own && session.name(seat).toLowerCase() !== "you"
    ? " (you)" : ""}`;
  return html`
    <div class=${style}
      style=${{ left: `${box.x}px`, top: `${box.y}px`, width: `${box.w}px`, height: `${box.h}px` }}>
      <div class="seat-head">
        <span class="seat-name">${marked
          ? html`<button type="button" class="link"
          onClick=${() => choose(session, seat)}>${name}</button>`
          : name}</span>
        ${(info.kind === "bot" || ((info.left || info.absent) && !state.over)) && !(waiting && narrow)
          && html`<span class="tag" title=${`bot: ${botName(info.bot ?? "")}`}>bot</span>`}
        ${team && !narrow && html`<span class="tag">${team.name}</span>`}
        ${info.kind === "person" && info.connected === false && !info.left
          && html`<span class="tag warn">away</span>`}
        ${won && html`<span class="tag good">won</span>`}
        ${waiting && html`<span class="turn" title="to move">${narrow && !box.own
          ? html`<span aria-hidden="true">…</span><span class="unseen">to move</span>`
          : box.own ? "your turn" : "to move"}</span>`}
        <${Clock} session=${session} seat=${info} />
      </div>
      ${values.length > 0 && html`
        <div class="seat-values" style=${{ maxHeight: `${box.lines * LINE}px` }}>
          ${values.slice(0, 6).map((value) =>
            html`<span class="value">${value.text === "yes" ? value.name
              : html`${value.name} <b>${session.value(value)}</b>`}</span>`)}
        </div>`}
    </div>
  `;
}

function choose(session, seat) {
  const { choosing } = session;
  const only = choosing.moves.find((move) => move.refs.length === 1 && move.refs[0].k === "seat"
    && move.refs[0].value === seat);
  if (only) choosing.play(only);
  else choosing.choose(`seat ${seat}`);
}

/** The time a player has left, which runs between messages. */
export function Clock({ session, seat }) {
  const running = session.info?.clock?.running?.includes(seat.seat);
  useTick(running ? 1000 : 0);
  if (seat.clock === undefined || seat.clock === null) return null;
  const passed = running ? (Date.now() - session.received) / 1000 : 0;
  return html`<span class="clock" role="timer">${clockText(seat.clock - passed)}</span>`;
}

/** Draw the calling component again in steps of some milliseconds; 0 for never. */
export function useTick(step) {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!step) return undefined;
    const timer = setInterval(() => tick((count) => count + 1), step);
    return () => clearInterval(timer);
  }, [step]);
}

/** Seconds as minutes and seconds. */
export function clockText(seconds) {
  const left = Math.max(0, Math.round(seconds));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}

// Table life while a game runs and after it: who sits where, votes, resigning, rematch.

import { html, useState } from "../dom.js";
import { Access, accessWords, clockWords } from "../lobby/fields.js";
import { sentence } from "../lobby/frame.js";
import { botName } from "../lobby/words.js";
import { url } from "../router.js";
import { Clock } from "./seat_box.js";

export function TableLife({ session }) {
  return html`<${Life} session=${session} />`;
}

function Life({ session }) {
  const { info, you } = session;
  if (!info) return null;
  const seated = you.seats.length > 0;
  return html`
    <h2 class="unseen">Table</h2>
    ${(info.votes ?? []).filter((vote) => vote.kind !== "rematch").map((vote) =>
      html`<${Vote} key=${vote.id} vote=${vote} session=${session} />`)}
    <ul class="seats">${info.seats.map((seat) =>
      html`<${SeatLine} key=${seat.seat} seat=${seat} session=${session} />`)}</ul>
    ${!session.solitaire && html`<${Visitors} session=${session} />`}
    ${info.phase === "playing" && seated && html`<${Playing} session=${session} />`}
    ${info.phase === "over" && html`<${Over} session=${session} />`}
    ${you.seats.length > 1 && html`
      <h2 class="minor">Seats on this device</h2>
      <p class="row">${you.seats.map((seat) =>
        html`<button type="button" key=${seat} class="button"
          aria-pressed=${seat === session.seat ? "true" : "false"}
            onClick=${() => session.sit(seat)}>${session.name(seat)}</button>`)}</p>`}
  `;
}

/** Who may join and watch; the host may still change it. */
function Visitors({ session }) {
  const { info, you } = session;
  const access = { ...info.settings, public: info.public };
  const watching = info.spectators ? `; ${info.spectators} watching` : "";
  const clock = info.clock ? `; ${clockWords(info.clock)}` : "";
  if (!you.host || info.phase !== "playing")
    return html`<p class="note">${sentence(`${accessWords(access)}${watching}${clock}`)}</p>`;
  return html`
    <details class="more">
      <summary>Visitors <span class="dim">${accessWords(access)}${watching}${clock}</span></summary>
      <${Access} value=${access} change=${(what) => session.send({ t: "settings", ...what })} />
    </details>
  `;
}

/** What is to be said of a person in a seat. */
function presence(seat, session) {
  const own = session.you.seats.includes(seat.seat);
  const plays = session.info.phase === "playing" ? ", a bot plays" : "";
  const gone = LEFT[seat.left] && LEFT[seat.left] + plays;
  const away = !gone && session.info.phase === "playing" && seat.connected === false;
  return [own && "you", gone, away && "away", seat.absent && "a bot plays"].filter(Boolean)
    .join(", ");
}

const LEFT = { resigned: "resigned", time: "out of time", absent: "left", kicked: "removed" };

function SeatLine({ seat, session }) {
  const { you, info } = session;
  const own = you.seats.includes(seat.seat);
  const [sure, ask] = useState(false);
  const person = seat.kind === "person";
  const removable = you.host && !own && person && info.phase === "playing" && !seat.left;
  const remove = () => {
    session.send({ t: "kick", seat: seat.seat });
    ask(false);
  };
  return html`
    <li>
      <span class=${`dot ${seat.kind === "bot" || seat.connected ? "on" : "off"}`}
        aria-hidden="true"></span>
      <b>${session.name(seat.seat)}</b> <span class="note">${person ? presence(seat, session)
        : `bot: ${botName(seat.bot)}`}</span>
      <${Clock} session=${session} seat=${seat} />
      ${removable && (sure
        ? html`<p class="row"><span>Let a bot play for ${session.name(seat.seat)} until the end?</span>
            <button type="button" class="button small main" onClick=${remove}>Remove</button>
            <button type="button" class="button small" onClick=${() => ask(false)}>Cancel</button></p>`
        : html`<span class="row"><button type="button" class="button small"
            onClick=${() => ask(true)}>Replace by a bot</button></span>`)}
    </li>
  `;
}

/** What a proposal asks, as a sentence. */
export function asks({ kind, by, to }, session) {
  const who = by === null ? "Somebody asks" : by === session.seat ? "You ask"
    : `${session.name(by)} asks`;
  if (kind === "rematch") return `${who} to play again.`;
  return `${who} to take back ${(to ?? null) === null ? "a move" : `everything after move ${to}`}.`;
}

export function Vote({ vote, session }) {
  const own = session.you.seats.find((seat) => vote.missing.includes(seat));
  const answer = (yes) => {
    session.rematching ||= yes && vote.kind === "rematch";
    session.send({ t: "vote", seat: own, id: vote.id, yes });
  };
  return html`
    <div class="vote" role="group" aria-label="Vote">
      <p>${asks(vote, session)}</p>
      ${own === undefined
        ? html`<p class="note">Waiting for ${vote.missing.map((seat) =>
        session.name(seat)).join(", ")}</p>`
        : html`<p class="row"><button type="button" class="button main"
        onClick=${() => answer(true)}>Agree</button><button type="button" class="button"
          onClick=${() => answer(false)}>Decline</button></p>`}
    </div>
  `;
}

const RETURNS = ["time", "absent"]; // ways to leave from which one may come back
const REPLACED = { resigned: "You have resigned", time: "Your time ran out", absent: "You were away" };

/** Says that a bot plays for this person, and offers the seat back. */
export function Substitute({ session }) {
  const { info, you } = session;
  const seat = info?.phase === "playing"
    && info.seats.find((each) => you.seats.includes(each.seat) && REPLACED[each.left]);
  if (!seat) return null;
  return html`
    <div class="vote" role="status">
      <p class="row">${REPLACED[seat.left]}: a bot plays for you.
        ${RETURNS.includes(seat.left) && html`<button type="button" class="button main"
          onClick=${() => session.send({ t: "takeover" })}>Take my seat back</button>`}</p>
    </div>
  `;
}

function Playing({ session }) {
  const [sure, ask] = useState(false);
  const seat = session.info.seats.find((each) => each.seat === session.seat);
  if (session.solitaire || seat?.left) return null;
  const resign = () => {
    session.send({ t: "resign", seat: session.seat });
    ask(false);
  };
  return html`
    <p class="row">
      ${sure
        ? html`<span>Resign this game?</span><button type="button" class="button main"
        onClick=${resign}>Resign</button><button type="button" class="button"
          onClick=${() => ask(false)}>Keep playing</button>`
        : html`<button type="button" class="button" onClick=${() => ask(true)}>Resign</button>`}
    </p>
  `;
}

/** Whose answer to a rematch is missing: this person's. */
export const rematchAsked = ({ info, you }) => (info?.votes ?? []).find((vote) =>
  vote.kind === "rematch" && vote.missing.some((seat) => you.seats.includes(seat)));

/** The way to another game: ask for it, agree to it, go there, or watch it. */
export function Rematch({ session }) {
  const { info, rematching } = session;
  if (info.rematch)
    return html`<a class="button main" href=${url(session.spectating ? `table/${info.rematch}?watch`
      : `table/${info.rematch}`)}>${session.spectating ? "Watch the rematch" : "Go to the rematch"}</a>`;
  if (session.spectating) return null;
  const asked = rematchAsked(session);
  const decline = () => session.send({ t: "rematch", yes: false });
  return html`
    <button type="button" class="button main" disabled=${rematching}
      onClick=${() => session.rematch()}
    >${rematching ? "Waiting for the others …" : asked ? "Agree to a rematch" : "Rematch"}</button>
    ${asked && html`<button type="button" class="button" onClick=${decline}>Decline</button>`}
  `;
}

function Over({ session }) {
  const { info } = session;
  return html`
    <p class="row">
      <${Rematch} session=${session} />
      <a class="button" href=${url(`replay/${info.id}`)}>Replay</a>
      <a class="button" href=${url(`api/tables/${info.id}/record`)}
        download=${`${info.game}.json`}>Record</a>
    </p>
  `;
}

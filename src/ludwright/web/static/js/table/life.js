// Table life: who sits where, invitations, ready and start, settings of the host, votes, resigning.

import { api } from "../api.js";
import { readable } from "../cards.js";
import { capital, html, useEffect, useState } from "../dom.js";
import { botName } from "../lobby/words.js";
import { url } from "../router.js";
import { Clock, clockText } from "./seat_box.js";

export function TableLife({ session }) {
  return html`<${Life} session=${session} />`;
}

function Life({ session }) {
  const { info, you } = session;
  if (!info) return null;
  const lobby = info.phase === "lobby";
  const seated = you.seats.length > 0;
  return html`
    <h2 class="unseen">Table</h2>
    ${(info.votes ?? []).map((vote) =>
      html`<${Vote} key=${vote.id} vote=${vote} session=${session} />`)}
    <ul class="seats">${info.seats.map((seat) =>
      html`<${SeatLine} key=${seat.seat} seat=${seat} session=${session} lobby=${lobby} />`)}</ul>
    <p class="note">${info.public ? "Public table" : "Private table"}${info.spectators
      ? `, ${info.spectators} watching` : ""}${info.clock ? `, clock ${clockWords(info.clock)}`
      : ""}</p>
    ${lobby && html`<${Lobby} session=${session} />`}
    ${info.seats.some((seat) => seat.absent && you.seats.includes(seat.seat))
      && html`<p class="row"><button type="button" class="button main"
      onClick=${() => session.send({ t: "takeover" })}>Take my seat back</button></p>`}
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

const clockWords = ({ seconds, increment }) =>
  `${clockText(seconds)}${increment ? ` + ${increment} s` : ""} each`;

function SeatLine({ seat, session, lobby }) {
  const { you } = session;
  const own = you.seats.includes(seat.seat);
  const [link, setLink] = useState(seat.link ?? "");
  const invite = async () => {
    const found = await session.ask({ t: "invite", seat: seat.seat });
    if (found?.link) setLink(new URL(found.link, document.baseURI).href);
  };
  const state = {
    open: "open",
    bot: `bot${seat.bot ? `, ${botName(seat.bot).toLowerCase()}` : ""}`,
    person: [own ? "you" : "", seat.connected === false ? "away" : "", seat.absent
      ? "absent, a bot plays" : "", seat.resigned ? "resigned" : "", lobby && seat.ready ? "ready"
      : ""].filter(Boolean).join(", "),
  }[seat.kind];
  return html`
    <li>
      <span class=${`dot ${seat.kind === "bot" || seat.connected ? "on" : "off"}`}
        aria-hidden="true"></span>
      <b>${seat.kind === "open" ? `Seat ${seat.seat + 1}` : session.name(seat.seat)}</b> <span
        class="note">${state}</span>
      <${Clock} session=${session} seat=${seat} />
      <span class="row">
        ${lobby && seat.kind === "open"
          && html`<button type="button" class="button small"
          onClick=${() => session.send({ t: "sit", seat: seat.seat })}>Sit here</button>`}
        ${lobby && own
          && html`<button type="button" class="button small"
          onClick=${() => session.send({ t: "stand", seat: seat.seat })}>Stand up</button>`}
        ${lobby && you.host && seat.kind === "open" && html`
          <button type="button" class="button small" onClick=${invite}>Invite</button>
          <${AddBot} session=${session} seat=${seat.seat} />`}
        ${you.host && !own && (lobby ? seat.kind !== "open" : seat.kind === "person"
          && session.info.phase === "playing") && html`
          <button type="button" class="button small"
            onClick=${() => session.send({ t: "kick", seat: seat.seat })}>${lobby ? "Remove"
              : "Replace by a bot"}</button>`}
      </span>
      ${link && html`<label class="link-line">Link for this seat <input type="text" readonly
        value=${link} onFocus=${(event) => event.target.select()} /></label>
        <button type="button" class="button small"
          onClick=${() => navigator.clipboard?.writeText(link)}>Copy</button>`}
    </li>
  `;
}

/** A bot for an open seat, of those that the server has. */
function AddBot({ session, seat }) {
  const [bots, set] = useState([]);
  useEffect(() => {
    let stale = false;
    api("api/games").then(
      (found) => stale || set(found.bots ?? []),
      (error) => session.notice(capital(error.message), "refused"),
    );
    return () => {
      stale = true;
    };
  }, []);
  const put = (event) => event.target.value
    && session.send({ t: "bot", seat, name: event.target.value });
  return html`
    <select aria-label=${`Bot for seat ${seat + 1}`} value="" onChange=${put}>
      <option value="">Add bot …</option>
      ${bots.map((name) =>
        html`<option key=${name} value=${name}>${botName(name)}</option>`)}
    </select>
  `;
}

const CLOCKS = [[0, "none"], [60, "1 minute each"], [180, "3 minutes each"],
  [300, "5 minutes each"], [900, "15 minutes each"], [3600, "1 hour each"]];

function Lobby({ session }) {
  const { info, you, game } = session;
  const mine = info.seats.filter((seat) => you.seats.includes(seat.seat));
  const ready = mine.length > 0 && mine.every((seat) => seat.ready);
  const sizes = Array.from({ length: game.most - game.least + 1 }, (_, i) => game.least + i);
  const change = (what) => session.send({ t: "settings", ...what });
  return html`
    <p class="row">
      ${mine.length > 0
        && html`<button type="button" class="button" aria-pressed=${ready ? "true" : "false"}
        onClick=${() => mine.forEach((seat) =>
          session.send({ t: "ready", seat: seat.seat, yes: !ready }))}>${ready ? "Not ready"
            : "Ready"}</button>`}
      ${you.host && html`<button type="button" class="button main"
        onClick=${() => session.send({ t: "start" })}>Start</button>`}
    </p>
    ${you.host && html`
      <fieldset class="settings">
        <legend>Settings</legend>
        ${sizes.length > 1
          && html`<label>Players <select value=${info.players}
          onChange=${(event) => change({ players: Number(event.target.value) })}>${sizes.map((n) =>
            html`<option key=${n} value=${n}>${n}</option>`)}</select></label>`}
        <label><input type="checkbox" checked=${info.public}
          onChange=${(event) => change({ public: event.target.checked })} /> Anyone may join</label>
        <label><input type="checkbox" checked=${info.settings?.spectators}
          onChange=${(event) =>
            change({ spectators: event.target.checked })} /> Others may watch</label>
        <label>Clock <select value=${String(info.clock?.seconds ?? 0)}
          onChange=${(event) =>
            change({ clock: Number(event.target.value) ? { seconds: Number(event.target.value) }
              : null })}>
          ${CLOCKS.map(([seconds, label]) =>
            html`<option key=${seconds} value=${String(seconds)}>${label}</option>`)}
        </select></label>
        <label>Who stays away <select value=${info.settings?.absent ?? "bot"}
          onChange=${(event) => change({ absent: event.target.value })}>
          ${[["bot", "is replaced by a bot"], ["forfeit", "loses"],
            ["wait", "is waited for"]].map(([value, label]) =>
              html`<option key=${value} value=${value}>${label}</option>`)}
        </select></label>
        ${(game.options ?? []).map((option) =>
          html`<${Option} key=${option.name} option=${option}
            value=${info.options?.[option.name] ?? option.default}
              change=${(value) =>
                change({ options: { ...info.options, [option.name]: value } })} />`)}
      </fieldset>`}
  `;
}

/** A field for an option of the game, by its type. */
function Option({ option, value, change }) {
  const label = capital(readable(option.name));
  if (typeof option.default === "boolean")
    return html`
      <label>
        <input type="checkbox" checked=${value}
          onChange=${(event) => change(event.target.checked)} />
        ${` ${label}`}
      </label>`;
  if (option.choices?.length) {
    const texts = option.choices.map(String);
    const chosen = (event) => change(option.choices[texts.indexOf(event.target.value)]);
    return html`
      <label>${label} <select value=${String(value)} onChange=${chosen}>
        ${texts.map((text) => html`<option key=${text} value=${text}>${text}</option>`)}
      </select></label>`;
  }
  const number = typeof value === "number";
  const written = ({ target }) => change(number ? target.valueAsNumber : target.value);
  return html`
    <label>${label} <input type=${number ? "number" : "text"} value=${value} onChange=${written} />
    </label>`;
}

const ASKED = { undo: ["to take back", "a move", "everything after move"],
  rematch: ["to play again"] };

/** What a proposal asks, as a sentence. */
function asks({ kind, by, to }, session) {
  const who = by === null ? "Somebody asks" : by === session.seat ? "You ask"
    : `${session.name(by)} asks`;
  const [what, one, after] = ASKED[kind] ?? [kind];
  const which = one && ((to ?? null) === null ? ` ${one}` : ` ${after} ${to}`);
  return `${who} ${what}${which ?? ""}.`;
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

function Playing({ session }) {
  const [sure, ask] = useState(false);
  if (session.solitaire) return null;
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

function Over({ session }) {
  const { info } = session;
  return html`
    <p class="row">
      <button type="button" class="button main" onClick=${() => session.rematch()}
      >${info.rematch ? "Go to the rematch" : "Rematch"}</button>
      <a class="button" href=${url(`replay/${info.id}`)}>Replay</a>
      <a class="button" href=${url(`api/tables/${info.id}/record`)}
        download=${`${info.game}.json`}>Record</a>
    </p>
  `;
}

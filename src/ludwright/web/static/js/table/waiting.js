// The waiting room: who sits where, links to invite people, settings of the host, ready and start.

import { counted, html, useEffect, useState } from "../dom.js";
import { absolute, changeMe, library, me } from "../lobby/data.js";
import { Access, accessWords, ClockChoice, clockWords, OptionField,
  optionWords } from "../lobby/fields.js";
import { Choice, Copyable, sentence, useLoaded } from "../lobby/frame.js";
import { botName } from "../lobby/words.js";

const LONGEST_NAME = 40;

export function WaitingRoom({ session }) {
  const { info, you, game } = session;
  const chosen = optionWords(game.options, info.options);
  const watching = info.spectators ? `${counted(info.spectators, "person")} watching` : "";
  const rules = [accessWords({ ...info.settings, public: info.public }), clockWords(info.clock),
    chosen, watching].filter(Boolean).join("; ");
  return html`
    <div class="waiting-room">
      <h2>${game.title}</h2>
      <${Name} session=${session} />
      <ul class="seats">${info.seats.map((seat) =>
        html`<${Seat} key=${seat.seat} seat=${seat} session=${session} />`)}</ul>
      <${Begin} session=${session} />
      ${you.host ? html`<${Settings} session=${session} />`
        : html`<p class="note">${sentence(rules)}</p>`}
    </div>
  `;
}

/** Who has come by a link has no name yet: others should know who it is. */
function Name({ session }) {
  const known = useLoaded(me, []);
  const [name, type] = useState("");
  if (!known.data || known.data.named || !session.you.seats.length) return null;
  const save = async (event) => {
    event.preventDefault();
    await changeMe({ name: name.trim() }).then(known.again,
      (problem) => session.notice(sentence(problem.message), "refused"));
    session.connection.renew(); // the server asks for the name when somebody comes
  };
  return html`
    <form class="inline" onSubmit=${save}>
      <div class="field grows">
        <label for="your-name">Your name</label>
        <input id="your-name" value=${name} maxlength=${LONGEST_NAME} autocomplete="nickname"
          placeholder=${known.data.name} onInput=${(event) => type(event.target.value)} />
      </div>
      <button type="submit" class="button" disabled=${!name.trim()}>Save</button>
    </form>
  `;
}

// ---- seats --------------------------------------------------------------------------------------

function Seat({ seat, session }) {
  const { you, info } = session;
  const own = you.seats.includes(seat.seat);
  const open = seat.kind === "open";
  const may = info.public || you.host || you.seats.length > 0;
  const state = { open: "open", bot: `bot: ${botName(seat.bot)}`, person: presence(seat, own, info) };
  return html`
    <li>
      <span class=${`dot ${seat.kind === "bot" || seat.connected ? "on" : "off"}`}
        aria-hidden="true"></span>
      <b>${open ? `Seat ${seat.seat + 1}` : session.name(seat.seat)}</b> <span
        class="note">${state[seat.kind]}</span>
      <span class="row">
        ${open && may && html`<button type="button" class="button small"
          onClick=${() => session.send({ t: "sit", seat: seat.seat })}
        >${you.seats.length ? "Sit here, too" : "Sit here"}</button>`}
        ${own && html`<button type="button" class="button small"
          onClick=${() => session.send({ t: "stand", seat: seat.seat })}>Stand up</button>`}
        ${you.host && open && html`<${AddBot} session=${session} seat=${seat.seat} />`}
        ${you.host && !own && !open && html`<button type="button" class="button small"
          onClick=${() => session.send({ t: "kick", seat: seat.seat })}>Remove</button>`}
      </span>
      ${you.host && open && html`<${Invitation} session=${session} seat=${seat.seat} />`}
    </li>
  `;
}

function presence(seat, own, info) {
  const host = seat.person !== undefined && seat.person === info.host;
  const away = seat.connected === false;
  return [own && "you", host && "host", away && "away", seat.ready && "ready"].filter(Boolean)
    .join(", ");
}

/** The link of an open seat; a seat that was taken and left has another. */
function Invitation({ session, seat }) {
  const [link, set] = useState("");
  useEffect(() => {
    let stale = false;
    session.connection.ask({ t: "invite", seat }).then(
      (found) => stale || set(absolute(found.link)),
      () => {}, // it was taken meanwhile
    );
    return () => {
      stale = true;
    };
  }, [session.status]);
  return link && html`<${Copyable} label=${`Link for seat ${seat + 1}`} text=${link} />`;
}

/** A bot for an open seat, of those that the server has. */
function AddBot({ session, seat }) {
  const found = useLoaded(library, []);
  const put = (name) => name && session.send({ t: "bot", seat, name });
  return html`
    <${Choice} label=${`Bot for seat ${seat + 1}`} hidden value="" change=${put}
      choices=${[["", "Add a bot …"],
        ...(found.data?.bots ?? []).map((name) => [name, botName(name)])]} />
  `;
}

// ---- ready and start ----------------------------------------------------------------------------

const numbers = (seats) => seats.map(({ seat }) => seat + 1).join(", ");

/** Why the game cannot start yet; nothing if it can. */
function missing(session) {
  const { info, you } = session;
  const open = info.seats.filter((seat) => seat.kind === "open");
  if (open.length)
    return `${open.length > 1 ? "Seats" : "Seat"} ${numbers(open)} ${open.length > 1 ? "are" : "is"} open: ${
      you.host ? "send the link to somebody, or add a bot" : "waiting for players"}`;
  const late = info.seats.filter((seat) => !seat.ready && seat.person !== info.host);
  const names = late.map((seat) => session.name(seat.seat)).join(", ");
  return late.length ? `Waiting until ${names} ${late.length > 1 ? "are" : "is"} ready` : "";
}

function Begin({ session }) {
  const { info, you } = session;
  const mine = info.seats.filter((seat) => you.seats.includes(seat.seat));
  const ready = mine.length > 0 && mine.every((seat) => seat.ready);
  const reason = missing(session);
  const answer = (yes) => mine.forEach(({ seat }) => session.send({ t: "ready", seat, yes }));
  if (you.host)
    return html`
      <p class="row">
        <button type="button" class="button main" disabled=${Boolean(reason)}
          onClick=${() => session.send({ t: "start" })}>Start</button>
        <span class="note" role="status">${reason && sentence(reason)}</span>
      </p>`;
  return html`
    <p class="row">
      ${mine.length > 0 && (ready
        ? html`<button type="button" class="button" onClick=${() => answer(false)}>Not ready</button>`
        : html`<button type="button" class="button main" onClick=${() => answer(true)}>Ready</button>`)}
      <span class="note" role="status">${sentence(mine.length > 0 && !ready
        ? "the host can start the game when you are ready" : reason || "waiting for the host to start")}</span>
    </p>`;
}

// ---- settings -----------------------------------------------------------------------------------

const ABSENT = [["bot", "a bot plays for them"], ["forfeit", "they lose"], ["wait", "others wait"]];

function Settings({ session }) {
  const { info, game } = session;
  const sizes = Array.from({ length: game.most - game.least + 1 }, (_, i) => game.least + i);
  const change = (what) => session.send({ t: "settings", ...what });
  return html`
    <details class="more">
      <summary>Settings <span class="dim">${accessWords({ ...info.settings, public: info.public })};
        ${" "}${clockWords(info.clock)}</span></summary>
      ${sizes.length > 1 && html`
        <${Choice} label="Players" value=${info.players} choices=${sizes.map((n) => [n, n])}
          change=${(value) => change({ players: Number(value) })} />`}
      <${Access} value=${{ ...info.settings, public: info.public }} change=${change} />
      <${ClockChoice} value=${info.clock} change=${(clock) => change({ clock })} />
      <${Choice} label="If somebody stays away" value=${info.settings.absent} choices=${ABSENT}
        change=${(absent) => change({ absent })} />
      ${(game.options ?? []).map((option) => html`
        <${OptionField} key=${option.name} option=${option}
          value=${info.options[option.name] ?? option.default}
          change=${(value) => change({ options: { ...info.options, [option.name]: value } })} />`)}
    </details>
  `;
}

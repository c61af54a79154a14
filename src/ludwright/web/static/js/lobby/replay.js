// A finished game, move by move, as each seat saw it.

import { announce, html, useEffect, useMemo, useRef, useState } from "../dom.js";
import { go, url } from "../router.js";
import { duration } from "../settings.js";
import { useObservable } from "../store.js";
import { Felt } from "../table/felt.js";
import { Session, sentence as lineText } from "../table/session.js";
import { playFrom, recordOf } from "./data.js";
import { Choice, Copyable, Frame, sentence } from "./frame.js";

const BETWEEN = 70; // milliseconds between requests: a dragged slider must not flood the server
const PACE = 1100; // milliseconds per move while playing
const SPECTATOR = "spectator";

export function Page({ id }) {
  const session = useMemo(() => new Session(id), [id]);
  useEffect(() => () => session.close(), [session]);
  useObservable(session);
  const ready = session.game && session.state;
  const title = session.game ? `Replay: ${session.game.title}` : "Replay";
  return html`
    <${Frame} title=${title} here="my" wide busy=${!ready}>
      <h1>${title}</h1>
      ${session.bye && html`<p class="problem" role="alert">${sentence(session.bye.message)}</p>`}
      ${ready && !session.state.over && html`
        <p>This game is not over yet. <a href=${url(`table/${session.id}`)}>Go to the table</a></p>`}
      ${ready && (session.state.over || session.solitaire) && html`<${Player} session=${session} />`}
    <//>
  `;
}

/** The state after a number of moves, as a seat saw it: asked for one after another, the newest wins. */
function usePast(session, seat, move) {
  const [error, setError] = useState("");
  const asking = useRef({ wanted: null, busy: false });
  const open = session.status === "open";
  useEffect(() => {
    if (!open) return;
    const ask = asking.current;
    ask.wanted = { t: "history", seat: seat === SPECTATOR ? null : Number(seat), move };
    if (!ask.busy) follow(session, ask, setError);
  }, [session, seat, move, open]);
  return error;
}

async function follow(session, ask, setError) {
  ask.busy = true;
  while (ask.wanted) {
    const { wanted } = ask;
    ask.wanted = null;
    try {
      const found = await session.connection.ask(wanted);
      session.past = { ...found, options: { kind: "none" } };
      session.changed();
      setError("");
    } catch (problem) {
      setError(problem.message);
    }
    await new Promise((done) => setTimeout(done, BETWEEN));
  }
  ask.busy = false;
}

function Player({ session }) {
  const total = session.state.moves;
  const [move, setMove] = useState(total);
  const [seat, setSeat] = useState(session.seat ?? SPECTATOR);
  const [playing, play] = useState(false);
  const error = usePast(session, seat, move);
  const line = session.log.get(move);
  const said = line ? session.text(lineText(line)) : move === 0 ? "The deal" : "";
  useEffect(() => {
    if (!playing) return undefined;
    if (move >= total) return play(false);
    const timer = setTimeout(() => setMove(move + 1), PACE + duration());
    return () => clearTimeout(timer);
  }, [playing, move, total]);
  useEffect(() => {
    if (!playing) announce(`Move ${move} of ${total}. ${said}`);
  }, [move]);
  const jump = (to) => () => {
    play(false);
    setMove(Math.max(0, Math.min(total, to)));
  };
  const seats = Array.from({ length: session.game.seats }, (_, i) => [i, session.name(i)]);
  return html`
    <div class="replay">
      <div class="replay-table"><${Felt} session=${session} /></div>
      <div class="replay-bar" role="group" aria-label="Replay">
        <button type="button" class="button small" aria-label="To the deal" disabled=${move === 0} onClick=${jump(0)}>«</button>
        <button type="button" class="button small" aria-label="One move back" disabled=${move === 0} onClick=${jump(move - 1)}>‹</button>
        <button type="button" class="button small" onClick=${() => (move >= total && setMove(0), play(!playing))}>${playing ? "Pause" : "Play"}</button>
        <button type="button" class="button small" aria-label="One move forward" disabled=${move >= total} onClick=${jump(move + 1)}>›</button>
        <button type="button" class="button small" aria-label="To the end" disabled=${move >= total} onClick=${jump(total)}>»</button>
        <input type="range" min="0" max=${total} value=${move} aria-label="Move"
          aria-valuetext=${`Move ${move} of ${total}`} onInput=${(event) => jump(Number(event.target.value))()} />
        <span class="dim">${move} / ${total}</span>
        ${seats.length > 1 && html`<${Choice} label="As seen by" value=${seat} choices=${[...seats, [SPECTATOR, "a spectator"]]} change=${setSeat} />`}
      </div>
      <p class="said">${said}</p>
      ${error && html`<p class="error" role="alert">${sentence(error)}</p>`}
      <${Sharing} session=${session} move=${move} />
    </div>
  `;
}

function Sharing({ session, move }) {
  const [error, setError] = useState("");
  const from = () =>
    playFrom(session.id, move).then((made) => go(`table/${made.table}`), (problem) => setError(problem.message));
  return html`
    <div class="replay-more">
      <div class="buttons">
        <button type="button" class="button main" disabled=${move >= session.state.moves} onClick=${from}>Play from here</button>
        <a class="button" href=${recordOf(session.id)} download=${`${session.info.game}-${session.id}.json`}>Download the record</a>
        ${session.info.upload ? "" : html`<a class="button" href=${url(`game/${session.info.game}`)}>Rules</a>`}
      </div>
      <${Copyable} label="Link to this replay" text=${new URL(url(`replay/${session.id}`), location.href).href} />
      ${session.info.seed !== undefined && html`<p class="dim">Deal number ${session.info.seed}</p>`}
      ${error && html`<p class="error" role="alert">${sentence(error)}</p>`}
    </div>
  `;
}

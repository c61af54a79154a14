// The page of a table, and the same table inside another page.

import { classes, html, useEffect, useMemo, useState } from "../dom.js";
import { sentence } from "../lobby/frame.js";
import { url } from "../router.js";
import { useSettings } from "../settings.js";
import { useObservable } from "../store.js";
import { Answers, Ending, History, openList, Refusal, SolitaireBar, TopBar, undoable,
  ValueBar } from "./bars.js";
import { Felt } from "./felt.js";
import { Substitute, Vote } from "./life.js";
import { MoveBar, MoveList } from "./movebar.js";
import { Panel } from "./panel.js";
import { RoundSummary } from "./rounds.js";
import { Session } from "./session.js";
import { WaitingRoom } from "./waiting.js";

const WIDE = 1100; // pixels: from here on the panel is open beside the table

export function Page({ id }) {
  const watch = new URLSearchParams(location.search).has("watch");
  return html`<main class="table-page"><${Table} id=${id} spectate=${watch} /></main>`;
}

/** A table by its id; `embedded` leaves out the way to other pages. */
export function Table({ id, embedded = false, seats = [], spectate = false }) {
  const [watching, watch] = useState(spectate);
  const session = useMemo(() => new Session(id, { seats, spectate: watching }), [id, watching]);
  useEffect(() => () => session.close(), [session]);
  useObservable(session);
  const [panel, setPanel] = useState(!embedded && innerWidth >= WIDE);
  const { zoom } = useSettings();
  const [seen, setSeen] = useState(null);
  useEffect(() => {
    document.title = session.game ? `${session.game.title} – Ludwright` : "Ludwright";
  }, [session.game]);
  useEffect(() => {
    const press = (event) => shortcut(event, session);
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [session]);
  if (session.panelWanted) {
    session.panelWanted = false;
    setPanel(true);
  }
  const { state, info } = session;
  const ended = state?.over && session.still && seen !== state.at;
  useEffect(() => {
    if (ended && innerWidth < WIDE) setPanel(false); // it would cover the result
  }, [ended]);
  return html`
    <div class=${classes("table", panel && "with-panel", embedded && "embedded")}>
      <${TopBar} session=${session} panel=${panel} togglePanel=${() => setPanel(!panel)}
        embedded=${embedded} />
      <div class="stage">
        ${session.bye ? html`<${Gone} bye=${session.bye} watch=${() => watch(true)}
          embedded=${embedded} />`
          : session.game && info?.phase === "lobby" ? html`<${WaitingRoom} session=${session} />`
          : session.game && state
            ? html`
                <${ValueBar} session=${session} />
                ${session.curtain !== null ? html`<${Curtain} session=${session} />`
                  : html`<${Felt} session=${session} zoom=${zoom} />`}
                ${(info?.votes ?? []).filter((vote) => !(ended && vote.kind === "rematch")
                  && vote.missing.some((seat) => session.you.seats.includes(seat))).map((vote) =>
                    html`<${Vote} key=${vote.id} vote=${vote} session=${session} />`)}
                <${Substitute} session=${session} />
                <${Answers} session=${session} />
                ${session.past && html`<${History} session=${session} />`}
                ${!session.solitaire && html`<${Refusal} session=${session} />`}
                <div class="lower">
                  ${session.solitaire && html`<${Refusal} session=${session} />`}
                  <${MoveBar} session=${session} /><${SolitaireBar} session=${session} />
                </div>`
            : html`<p class="loading">Opening the table …</p>`}
        ${!ended && !session.bye && html`<${RoundSummary} session=${session} />`}
        ${ended && !session.bye && html`<${Ending} session=${session} close=${() => setSeen(state.at)} />`}
        <div class="toasts">${!session.bye && session.toasts.map((toast) =>
          html`<p key=${toast.id} class=${`toast ${toast.kind}`}
            onClick=${() => session.dismiss(toast.id)}>${toast.text}</p>`)}</div>
      </div>
      ${session.game
        && html`<${Panel} session=${session} open=${panel} close=${() => setPanel(false)} />`}
      ${session.choosing.listOpen && html`<${MoveList} session=${session} />`}
    </div>
  `;
}

/** The server has ended the connection for good: why, and what else one can do. */
const Gone = ({ bye, watch, embedded }) => html`
  <div class="gone" role="alert">
    <p>${sentence(bye.message)}</p>
    <p class="row">
      ${bye.watch && html`<button type="button" class="button main"
        onClick=${watch}>Watch the game</button>`}
      ${!embedded && html`<a class="button" href=${url("")}>All games</a>`}
    </p>
  </div>
`;

/** Several seats on one device: the next player takes it before cards are shown. */
const Curtain = ({ session }) => html`
  <div class="curtain">
    <h2>${session.name(session.curtain)} is next</h2>
    <p>Hand over the device.</p>
    <button type="button" class="button main"
      onClick=${() => session.sit(session.curtain)}>Show my cards</button>
  </div>
`;

const SHORTCUTS = {
  m: (session) => session.mine && openList(session),
  u: (session) => session.seat !== null && undoable(session) && session.request("undo"),
  r: (session) => session.state?.undo?.redo > 0 && session.request("redo"),
  h: (session) => session.advisable && (session.solitaire || session.mine) && session.seek("hint"),
  Escape: (session) => session.choosing.back() || session.forget(),
};

/** Keys that work wherever the focus is, except in fields. */
function shortcut(event, session) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest?.("input, textarea, select")) return;
  SHORTCUTS[event.key]?.(session);
}

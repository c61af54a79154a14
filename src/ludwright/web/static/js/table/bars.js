// Bars above and below the table: title and tools, solitaire's deal and clock, the game's history.

import { api } from "../api.js";
import { capital, clamp, counted, html, useEffect, useRef, useState } from "../dom.js";
import { go, url } from "../router.js";
import { settings, useSettings } from "../settings.js";
import { asks, Rematch, rematchAsked } from "./life.js";
import { clockText, useTick } from "./seat_box.js";
import { ending, useDialog } from "./movebar.js";

const ZOOM = 1.25; // per step
const MOST_ZOOM = 2.5;
const zoomTo = (zoom) => settings.set("zoom", clamp(zoom, 1, MOST_ZOOM));

export function TopBar({ session, panel, togglePanel, embedded }) {
  const { info, state, game } = session;
  const { zoom } = useSettings();
  const undo = state?.undo ?? {};
  const own = session.seat !== null;
  return html`
    <header class="topbar">
      ${!embedded && html`<a class="home" href=${url("")} aria-label="All games"><svg
        viewBox="0 0 20 20" aria-hidden="true"><path
          d="M3 9.500 10 3l7 6.500V17h-5v-4H8v4H3z" /></svg></a>`}
      <h1>${info?.title ?? game?.title ?? "Table"}</h1>
      <${Status} session=${session} />
      <span class="tools">
        ${own && state
          && html`<${Tool} label=${undo.can || session.solitaire ? "Undo" : "Ask to undo"}
          path="M8 4 3 9l5 5v-3c4 0 7 1 9 5 0-6-4-9-9-9z" disabled=${!undoable(session)}
            action=${() => session.request("undo")} />`}
        ${own && undo.redo > 0
          && html`<${Tool} label="Redo" path="m12 4 5 5-5 5v-3c-4 0-7 1-9 5 0-6 4-9 9-9z"
          action=${() => session.request("redo")} />`}
        <${Tool} label="Smaller" path="M3 9h14v2H3z" wide disabled=${zoom <= 1}
          action=${() => zoomTo(zoom / ZOOM)} />
        <${Tool} label="Larger" path="M9 3h2v6h6v2h-6v6H9v-6H3V9h6z" wide disabled=${zoom >= MOST_ZOOM}
          action=${() => zoomTo(zoom * ZOOM)} />
        ${session.advisable && !session.solitaire
          && html`<${Tool} label="Hint" path="M10 2a5 5 0 0 1 3 9v3H7v-3a5 5 0 0 1 3-9zM8 16h4v2H8z"
          disabled=${!session.mine || session.hint?.busy} action=${() => session.seek("hint")} />`}
        ${session.mine && session.choosing.moves.length > 0
          && html`<${Tool} label="All moves" path="M3 4h14v2H3zm0 5h14v2H3zm0 5h14v2H3z"
          action=${() => openList(session)} />`}
        <${Tool} label=${panel ? "Hide panel" : "Show panel"} path="M3 3h14v14H3zm9 2v10h3V5z"
          pressed=${panel} action=${togglePanel} badge=${session.unread} />
      </span>
    </header>
  `;
}

/** Whether a move can be taken back, at least if all agree. */
export const undoable = ({ state, solitaire }) => state?.undo?.can
  || (!solitaire && state?.moves > 0 && !state.over);

export function openList(session) {
  session.choosing.listOpen = true;
  session.changed();
}

function Tool({ label, path, action, disabled = false, pressed, wide, badge = 0 }) {
  return html`
    <button type="button" class=${wide ? "tool wide-only" : "tool"} aria-label=${label}
      title=${label} disabled=${disabled}
        aria-pressed=${pressed === undefined ? undefined : String(pressed)} onClick=${action}>
      <svg viewBox="0 0 20 20" aria-hidden="true"><path fill-rule="evenodd" d=${path} /></svg>
      ${badge > 0 && html`<span class="badge">${badge}</span>`}
    </button>
  `;
}

const LOST = { connecting: "connecting …", lost: "connection lost; trying again …",
  closed: "closed" };

function Status({ session }) {
  const { status, bye, info } = session;
  if (bye) return null; // the stage says why
  if (status !== "open") return html`<span class="status warn"
    role="status">${LOST[status]}</span>`;
  if (info?.phase === "faulted") return html`<span class="status warn"
    role="status">this game has stopped: its description has a fault</span>`;
  return null;
}

const MOST_VALUES = 8;

/** How many texts fit in a line of some pixels, with a link to the others. */
function howMany(texts, width) {
  let left = width - 20;
  const fitting = texts.findIndex((text) => {
    left -= text.length * 7 + 12;
    return left < 60;
  });
  return Math.min(MOST_VALUES, fitting < 0 ? texts.length : Math.max(2, fitting));
}

/** The variables of the whole table that fit in a line. */
export function ValueBar({ session }) {
  const state = session.past ?? session.state;
  const values = (state?.scene.values ?? []).filter((value) => value.owner === null
    && !["no", "-", "none"].includes(value.text));
  if (!values.length) return null;
  const texts = values.map((value) => `${value.name} ${session.value(value)}`);
  const most = howMany(texts, innerWidth);
  const more = () => {
    session.wantedTab = "scores";
    session.panelWanted = true;
    session.changed();
  };
  return html`
    <div class="valuebar">
      ${values.slice(0, most).map((value) =>
        html`<span class="value" key=${value.name}>${value.text === "yes" ? capital(value.name)
          : html`${value.name} <b>${session.value(value)}</b>`}</span>`)}
      ${values.length > most
        && html`<button type="button" class="link"
        onClick=${more}>${values.length - most} more</button>`}
    </div>
  `;
}

/** Deal number, time, moves; restart, hint, solution, finish. */
export function SolitaireBar({ session }) {
  const { info, state } = session;
  const [deal, set] = useState("");
  const [open, setOpen] = useState(false);
  const { winnable } = useSettings();
  if (!session.solitaire || session.seat === null || !state) return null;
  const again = (event) => {
    event.preventDefault();
    const seed = Number(deal);
    setOpen(false);
    session.send(deal !== "" && Number.isSafeInteger(seed) ? { t: "restart", seed }
      : { t: "restart" });
  };
  const busy = session.hint?.busy || session.solution?.busy;
  return html`
    <div class="solitairebar">
      <button type="button" class="button small" aria-expanded=${open ? "true" : "false"}
        title="Restart, new deal, another deal" onClick=${() => {
          set(String(info?.seed ?? ""));
          setOpen(!open);
        }}>Deal ${info?.seed ?? "?"}<span aria-hidden="true">${"\u00a0…"}</span></button>
      <span>${counted(state.moves, "move")}</span>
      <${Timer} session=${session} />
      <button type="button" class="button small" disabled=${busy || state.over}
        title="the solver sees all cards" onClick=${() => session.seek("hint")}>Hint</button>
      <button type="button" class="button small" disabled=${busy || state.over}
        title="the solver sees all cards" onClick=${() => session.seek("solution")}>Solution</button>
      <button type="button" class="button small" disabled=${state.over}
        onClick=${() => session.request("finish")}>Finish</button>
      ${open && html`
        <form class="deal" onSubmit=${again}>
          <button type="button" class="button small" onClick=${() => {
            setOpen(false);
            session.send({ t: "restart", seed: info?.seed });
          }}>Restart</button>
          <button type="button" class="button small" onClick=${() => {
            setOpen(false);
            session.send({ t: "restart", fresh: true, winnable });
          }}>New deal</button>
          <label><input type="checkbox" checked=${winnable}
            onChange=${(event) => settings.set("winnable",
              event.target.checked)} /> winnable deals only</label>
          <label>Deal number <input type="number" min="0" value=${deal}
            onInput=${(event) => set(event.target.value)} /></label>
          <button type="submit" class="button small main">Deal</button>
        </form>`}
    </div>
  `;
}

function Timer({ session }) {
  useTick(1000);
  const { started, ended } = session.info ?? {};
  const start = started ? started * 1000 : session.began;
  const end = ended && session.state.over ? ended * 1000 : Date.now();
  return html`<span class="clock" role="timer"
    aria-label="Time">${clockText((end - start) / 1000)}</span>`;
}

/** What an adviser thinks of the best moves; it sees what the seat sees. */
const Favoured = ({ moves, session }) => html`
  <table class="favoured">
    <thead><tr><th>Move</th><th title="how often the search came back to it">Visits</th>
      <th title="what it is worth on average: 1 is a victory">Utility</th></tr></thead>
    <tbody>${moves.map((move) => html`<tr key=${move.text}><td>${session.text(move.text)}</td>
      <td>${Math.round(100 * move.share)} %</td><td>${signed(move.utility)}</td></tr>`)}</tbody>
  </table>
`;

const signed = (number) => `${number < 0 ? "\u2212" : "+"}${Math.abs(number).toFixed(2)}`;

/** A hint or a solution: whichever was asked for last. */
export function Answers({ session }) {
  const kind = session.solution ? "solution" : "hint";
  const found = session[kind];
  if (!found) return null;
  const close = () => {
    session[kind] = null;
    session.changed();
  };
  return html`
    <div class="answer" role="status">
      <p>${found.busy ? `Looking for a ${kind} …` : session.text(found.text)} ${found.sees_hidden
        && html`<span class="tag">sees all cards</span>`}</p>
      ${!found.busy && html`<button type="button" class="button small"
        onClick=${close}>Close</button>`}
      ${found.favoured?.length > 0 && html`<${Favoured} moves=${found.favoured}
        session=${session} />`}
      ${found.moves?.length > 0 && html`
        <details><summary>${counted(found.moves.length, "move")}</summary>
          <ol class="log">${found.moves.map((text, i) =>
            html`<li key=${i}>${session.text(text)}</li>`)}</ol></details>`}
    </div>
  `;
}

/** Why a move was refused: a sentence over the table, and all conditions below it. */
export function Refusal({ session }) {
  const { explanation } = session;
  if (!explanation) return null;
  const { lines } = explanation;
  return html`
    <div class=${session.solitaire ? "answer refusal" : "answer refusal upper"}>
      <div class="refusal-head">
        <p role="status"><b>${session.text(explanation.text)}</b> ${explanation.legal ? "is legal"
          : `is not legal${session.text(reasons(lines))}`}</p>
        <button type="button" class="button small"
          onClick=${() => session.forget()}>Close</button>
      </div>
      ${lines.some((line) => line.line) && html`
        <details key=${explanation.text}><summary>All conditions</summary>
          <ul class="reasons">${lines.map((line, i) => html`
            <li key=${i} class=${`depth${Math.min(line.depth ?? 0, 3)}`}><span
              class="truth">${TRUTH(line.holds)}</span> ${session.text(line.text)}${line.line
                ? html` <small class="note">${where(line)}</small>` : ""}</li>`)}
          </ul>
        </details>`}
    </div>
  `;
}

const MOST_WAYS = 2; // to make a move legal, in the sentence

/** What a move lacks, as the end of a sentence. */
function reasons(lines) {
  const { text } = needed(tree(lines));
  if (text.startsWith("there is a rule")) return ": no rule of the game allows it";
  return text && `. Required: ${text}.`;
}

/** Lines by depth as a tree. */
function tree(lines, depth = 0) {
  const starts = lines.flatMap((line, i) => ((line.depth ?? 0) === depth ? [i] : []));
  return starts.map((start, i) =>
    ({ ...lines[start], parts: tree(lines.slice(start + 1, starts[i + 1]), depth + 1) }));
}

/** What has to become true of conditions that all must hold: a text, and how many of them. */
function needed(conditions) {
  const found = conditions.filter(({ holds }) => holds === false).map((each) => {
    if (!each.parts.length || each.joins === "not") return { text: each.text, count: 1 };
    if (each.joins !== "or") return needed(each.parts);
    // Of alternatives, those that lack least; below the sentence are all of them.
    const ways = each.parts.map((part) => needed([part])).filter(({ text }) => text)
      .sort((one, other) => one.count - other.count);
    const near = [...new Set(ways.map(({ text }) => text))].slice(0, MOST_WAYS);
    return { text: near.join("; or "), count: ways[0]?.count ?? 0 };
  });
  const texts = [...new Set(found.map(({ text }) => text).filter(Boolean))];
  return { text: texts.join(" and "), count: found.reduce((sum, { count }) => sum + count, 0) };
}

/** Where a condition is written: the name of the file, without its way. */
const where = ({ file, line }) => `${file ? `${file.split(/[/\\]/).at(-1)}, ` : ""}line ${line}`;

const TRUTH = (holds) => (holds === true ? "holds:" : holds === false ? "fails:" : "unknown:");

/** A slider through the game: alone at any time, with others after the end. */
export function History({ session }) {
  const { state, past } = session;
  if (!state || !(session.solitaire || state.over) || !state.moves) return null;
  const total = state.moves;
  const at = past ? past.moves : total;
  const from = async () => {
    try {
      const made = await api(`api/tables/${encodeURIComponent(session.id)}/from-here`,
        { body: { move: at } });
      go(`table/${made.table?.id ?? made.table ?? made.id}`);
    } catch (error) {
      session.notice(capital(error.message), "refused");
    }
  };
  return html`
    <div class="history">
      <button type="button" class="button small" aria-label="One move back" disabled=${at === 0}
        onClick=${() => session.lookBack(at - 1)}>‹</button>
      <input type="range" aria-label="Move of the game" min="0" max=${total} value=${at}
        onChange=${(event) => session.lookBack(Number(event.target.value))} />
      <button type="button" class="button small" aria-label="One move forward"
        disabled=${at >= total} onClick=${() => session.lookBack(at + 1)}>›</button>
      <span class="note">${at} / ${total}</span>
      ${past && html`<button type="button" class="button small"
        onClick=${from}>Play from here</button><button type="button" class="button small"
          onClick=${() => session.lookBack(null)}>Back to now</button>`}
    </div>
  `;
}

/** How this person has fared at the game so far, in a line. */
function useStatistics(session) {
  const [line, set] = useState("");
  useEffect(() => {
    if (session.seat === null || session.info?.upload) return undefined;
    let stale = false;
    const shown = ({ played = 0, won = 0, streak = 0 }) => {
      const share = played ? `, ${Math.round((100 * won) / played)} %` : "";
      if (!stale && played) set(`${counted(played, "game")} played, ${won} won${share}${streak > 1
        ? `, ${streak} in a row` : ""}`);
    };
    // Without statistics the result is still complete.
    api(`api/statistics/${session.info.game}`).then(shown, () => {});
    return () => {
      stale = true;
    };
  }, []);
  return line;
}

const SAID = /^(win|won|loss|lost)\.?$/i; // reasons that say no more than the heading

const HELPED = {
  hint: "You were given hints.",
  solution: "You were shown the solution, so a win does not count.",
};

/** The end of a game: who won, scores, and what next. */
export function Ending({ session, close }) {
  const { state, info, game } = session;
  const { result } = state;
  const dialog = useRef(null);
  useDialog(dialog);
  const record = useStatistics(session);
  const scores = result?.scores;
  const asked = rematchAsked(session);
  const next = () => {
    session.send({ t: "restart", fresh: true, winnable: settings.winnable });
  };
  return html`
    <div class="ending" role="dialog" aria-label="Result" tabindex="-1" ref=${dialog}>
      <h2>${ending(session)}</h2>
      ${result?.reason && !session.solitaire && !SAID.test(result.reason)
        && html`<p>${capital(session.text(result.reason))}</p>`}
      ${scores && game.seats > 1 && html`
        <table class="scores"><thead><tr><th scope="col">Player</th><th
          scope="col">Score</th></tr></thead>
          <tbody>${scores.map((score, seat) =>
            html`<tr key=${seat} class=${result.winners.includes(seat) ? "winner" : ""}><th
              scope="row">${session.name(seat)}${result.winners.includes(seat) ? " (won)"
                : ""}</th><td>${score}</td></tr>`)}</tbody>
        </table>`}
      ${session.solitaire
        && html`<p>${counted(state.moves, "move")}${scores ? `, score ${scores[0]}`
        : ""}, deal ${info?.seed ?? "?"}</p>`}
      ${asked && html`<p><b>${asks(asked, session)}</b></p>`}
      ${HELPED[info?.help] && html`<p class="note">${HELPED[info.help]}</p>`}
      ${record && html`<p class="note">${record}</p>`}
      <p class="row">
        ${session.solitaire
          ? html`<button type="button" class="button main" onClick=${next}>Next deal</button>
              <button type="button" class="button"
                onClick=${() =>
                  session.send({ t: "restart", seed: info?.seed })}>Same deal again</button>`
          : html`<${Rematch} session=${session} />`}
        <a class="button" href=${url(`replay/${session.id}`)}>Replay</a>
        <button type="button" class="button" onClick=${close}>Look at the table</button>
      </p>
    </div>
  `;
}

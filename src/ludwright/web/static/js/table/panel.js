// The panel beside the table: players and table life, log, chat, scores, rules, settings.

import { Face } from "../cards.js";
import { capital, classes, html, useEffect, useRef, useState } from "../dom.js";
import { gamePage } from "../lobby/data.js";
import { Problem, useLoaded } from "../lobby/frame.js";
import { Rules } from "../lobby/rules.js";
import { settings, useSettings } from "../settings.js";
import { askPermission } from "./alert.js";
import { History } from "./bars.js";
import { TableLife } from "./life.js";
import { sentence } from "./session.js";

const MOST_EFFECTS = 4; // of a move, in the log
const TABS = [
  ["table", "Table"],
  ["log", "Log"],
  ["scores", "Scores"],
  ["chat", "Chat"],
  ["rules", "Rules"],
  ["settings", "Settings"],
];

const OF_A_GAME = ["table", "log", "scores"]; // tabs that are empty before it begins

export function Panel({ session, open, close }) {
  const [tab, set] = useState("log");
  const lobby = session.info?.phase === "lobby"; // the waiting room has what the table is about
  const shown = TABS.filter(([name]) => !(name === "chat" && session.solitaire)
    && !(name === "rules" && session.info?.upload) && !(lobby && OF_A_GAME.includes(name)));
  const wanted = session.wantedTab ?? tab;
  const current = shown.some(([name]) => name === wanted) ? wanted : shown[0][0];
  const reading = open && current === "chat";
  useEffect(() => {
    session.reading = reading;
    if (!reading || !session.unread) return;
    session.unread = 0;
    session.changed();
  }, [reading]);
  const choose = (name) => {
    session.wantedTab = null;
    set(name);
    session.changed();
  };
  const arrows = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const names = shown.map(([name]) => name);
    const next = names[(names.indexOf(current) + step + names.length) % names.length];
    choose(next);
    event.currentTarget.querySelector(`#tab-${next}`)?.focus();
  };
  return html`
    <aside class=${classes("panel", open && "open")} aria-label="About this table">
      <div class="tabs">
      <div class="tablist" role="tablist" aria-label="Panel" onKeyDown=${arrows}>
        ${shown.map(([name, label]) => html`
          <button type="button" role="tab" id=${`tab-${name}`} key=${name}
            aria-selected=${current === name ? "true" : "false"} aria-controls="tabpanel"
            tabindex=${current === name ? 0 : -1} onClick=${() => choose(name)}>
            ${label}${name === "chat" && session.unread > 0 && current !== "chat"
              ? html` <span class="badge">${session.unread}</span>` : ""}
          </button>`)}
      </div>
        <button type="button" class="close-panel" aria-label="Close panel"
          onClick=${close}>×</button>
      </div>
      <div class="tabpanel" role="tabpanel" id="tabpanel" aria-labelledby=${`tab-${current}`}
        tabindex="0">
        ${{ table: TableLife, log: Log, scores: Scores, chat: Chat, rules: RulesTab,
          settings: SettingsTab }[current]({ session })}
      </div>
    </aside>
  `;
}

// ---- log ----------------------------------------------------------------------------------------

function Log({ session }) {
  return html`<${LogLines} session=${session} />`;
}

function LogLines({ session }) {
  const end = useRef(null);
  const lines = [...session.log.values()].filter((line) => sentence(line)).sort((a, b) =>
    a.n - b.n);
  useEffect(() => end.current?.scrollIntoView({ block: "nearest" }), [lines.length]);
  const trick = session.tricks.last;
  return html`
    ${trick && html`
      <div class="trick">
        <p>Last ${trick.label}, taken by ${trick.taker === session.seat ? "you"
          : session.name(trick.taker)}</p>
        <div class="peek-row">${trick.cards.map((name, i) => html`
          <span key=${i} class="peek-small" role="img" aria-label=${session.deck.card(name).title}
            style=${{ width: "40px", height: "56px" }}><${Face} card=${session.deck.card(name)}
              width=${40} /></span>`)}
        </div>
      </div>`}
    <${History} session=${session} />
    ${lines.length === 0 && html`<p class="note">No moves yet.</p>`}
    <ol class="log">
      ${lines.map((line) => html`<${LogLine} key=${line.n} line=${line} session=${session} />`)}
    </ol>
    <span ref=${end}></span>
  `;
}

/** A move; of many effects, the last are folded away. */
function LogLine({ line, session }) {
  const effects = line.lines ?? [];
  const shown = session.text(sentence({ ...line, lines: effects.slice(0, MOST_EFFECTS) }));
  const rest = effects.slice(MOST_EFFECTS);
  return html`
    <li value=${line.n}>${shown}${rest.length > 0 && html`
      <details><summary>${rest.length} more</summary>${session.text(rest.join("; "))}</details>`}
    </li>
  `;
}

// ---- scores -------------------------------------------------------------------------------------

/** Values as a sheet: one row per player, one column per name. */
function Scores({ session }) {
  const state = session.past ?? session.state;
  if (!state) return null;
  const { values } = state.scene;
  const kinds = [...new Set(values.filter((value) => value.owner !== null).map((value) =>
    value.name))];
  const seats = [...new Set(values.filter((value) => value.owner !== null).map((value) =>
    value.owner))];
  const common = values.filter((value) => value.owner === null);
  const at = (seat, name) => {
    const found = values.find((value) => value.owner === seat && value.name === name);
    return found ? session.value(found) : "";
  };
  return html`
    ${kinds.length > 0 && html`
      <div class="scroll" tabindex="0" role="region" aria-label="Score sheet">
        <table class="scores">
          <thead><tr><th scope="col">Player</th>${kinds.map((name) =>
            html`<th scope="col" key=${name}>${capital(name)}</th>`)}</tr></thead>
          <tbody>${seats.map((seat) => html`
            <tr key=${seat}><th scope="row">${session.name(seat)}</th>${kinds.map((name) =>
              html`<td key=${name}>${at(seat, name)}</td>`)}</tr>`)}
          </tbody>
        </table>
      </div>`}
    ${common.length > 0 && html`
      <dl class="values">${common.map((value) =>
        html`<div key=${value.name}><dt>${capital(value.name)}</dt><dd>${session.value(value)}</dd></div>`)}</dl>`}
    ${values.length === 0 && html`<p class="note">This game keeps no scores.</p>`}
  `;
}

// ---- chat ---------------------------------------------------------------------------------------

function Chat({ session }) {
  return html`<${ChatLines} session=${session} />`;
}

function ChatLines({ session }) {
  const [text, set] = useState("");
  const { phrases } = session;
  const submit = (event) => {
    event.preventDefault();
    if (text.trim()) session.send({ t: "chat", text: text.trim() });
    set("");
  };
  const said = (line) => line.text ?? phrases[line.phrase] ?? "";
  return html`
    <div role="log" aria-label="Messages"><ol class="chat">
      ${session.chat.map((line, i) => html`
        <li key=${i}><b>${line.from?.name ?? line.from ?? session.name(line.seat)}</b> ${said(line)}
          ${line.person !== undefined && line.person !== session.you.person && html`
            <button type="button" class="link"
              onClick=${() =>
                session.send({ t: "mute", person: line.person, yes: true })}>mute</button>`}
        </li>`)}
    </ol></div>
    <div class="phrases">${phrases.map((phrase, n) =>
      html`<button type="button" class="button small" key=${n}
        onClick=${() => session.send({ t: "phrase", n })}>${phrase}</button>`)}</div>
    <form class="say" onSubmit=${submit}>
      <input type="text" maxlength="500" aria-label="Message" value=${text}
        onInput=${(event) => set(event.target.value)} />
      <button type="submit" class="button">Send</button>
    </form>
  `;
}

// ---- rules --------------------------------------------------------------------------------------

function RulesTab({ session }) {
  return html`<${RulesOf} name=${session.info.game} title=${session.game.title} />`;
}

/** The rules of a game of the library, as its page shows them. */
function RulesOf({ name, title }) {
  const { data, error, again } = useLoaded((signal) => gamePage(name, signal), [name]);
  if (error) return html`<${Problem} error=${error} again=${again} />`;
  if (!data) return html`<p class="note">Opening the rules …</p>`;
  return html`
    <h2 class="minor">${title}</h2>
    ${data.rules?.length ? html`<${Rules} blocks=${data.rules} title=${title} />`
      : html`<p class="note">The rules of this game are not written down.</p>`}
  `;
}

// ---- settings -----------------------------------------------------------------------------------

const SWITCHES = [
  ["fourColours", "Four-colour suits"],
  ["largeIndex", "Large indices"],
  ["sounds", "Sounds"],
  ["confirmMoves", "Confirm every move"],
  ["autoPlay", "Make forced moves automatically"],
  ["autoContinue", "Continue after pauses automatically"],
];

function SettingsTab() {
  return html`<${SettingsForm} />`;
}

export function SettingsForm() {
  const now = useSettings();
  const notify = async (event) => {
    const wanted = event.target.checked;
    settings.set("notify", wanted && (await askPermission()));
  };
  return html`
    <div class="settings">
      ${SWITCHES.map(([name, label]) => html`
        <label key=${name}><input type="checkbox" checked=${now[name]}
          onChange=${(event) => settings.set(name, event.target.checked)} /> ${label}</label>`)}
      <label><input type="checkbox" checked=${now.notify}
        onChange=${notify} /> Notify me when it is my turn</label>
      <label>Animation
        <select value=${now.animation}
          onChange=${(event) => settings.set("animation", event.target.value)}>
          ${["off", "fast", "normal", "slow"].map((each) =>
            html`<option key=${each} value=${each}>${each}</option>`)}
        </select>
      </label>
      <label>Zoom
        <select value=${String(now.zoom)}
          onChange=${(event) => settings.set("zoom", Number(event.target.value))}>
          ${[...new Set([1, 1.25, 1.5, 2, 2.5, now.zoom])].sort().map((each) =>
            html`<option key=${each} value=${String(each)}>${Math.round(each * 100)} %</option>`)}
        </select>
      </label>
      <label>Theme
        <select value=${now.theme} onChange=${(event) => settings.set("theme", event.target.value)}>
          ${["auto", "light", "dark"].map((each) =>
            html`<option key=${each} value=${each}>${each}</option>`)}
        </select>
      </label>
      <h2 class="minor">Keys</h2>
      <dl class="keys">
        ${[["Arrows", "move between cards"], ["Enter", "choose"], ["d", "best place"],
          ["p", "look closer"], ["m", "all moves"], ["u, r", "undo, redo"], ["h", "hint"],
            ["Escape", "back"]].map(
          ([key, what]) => html`<div key=${key}><dt><kbd>${key}</kbd></dt><dd>${what}</dd></div>`)}
      </dl>
    </div>
  `;
}

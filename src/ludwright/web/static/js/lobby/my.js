// This person: name, games, statistics, settings, and the link that brings them back.

import { announce, html, useEffect, useState } from "../dom.js";
import { url } from "../router.js";
import { SettingsForm } from "../table/panel.js";
import { changeMe, deleteTable, me, myTables, noPicture, picture, recoveryLink, statistics } from "./data.js";
import { Check, Confirm, Copyable, Frame, Problem, sentence, useLoaded } from "./frame.js";
import { StatisticsOf } from "./statistics.js";
import { company, resultWords, whenWords } from "./tables.js";

const LONGEST_NAME = 40;
const PHASES = { lobby: "waiting for players", playing: "running", over: "finished", faulted: "stopped by a fault" };

export function Page() {
  const tables = useLoaded(myTables, []);
  return html`
    <${Frame} title="My games" here="my">
      <h1>My games</h1>
      ${tables.error && html`<${Problem} error=${tables.error} again=${tables.again} />`}
      ${tables.data && html`<${Tables} tables=${tables.data} again=${tables.again} />`}
      <div class="two">
        <div>
          <${Name} />
          <section aria-labelledby="recovery"><h2 id="recovery">On another device</h2><${Recovery} /></section>
        </div>
        <div>
          <section aria-labelledby="settings"><h2 id="settings">Settings</h2><${SettingsForm} /></section>
          <section aria-labelledby="research"><h2 id="research">Research</h2><${Research} /></section>
        </div>
      </div>
      ${tables.data && html`<${AllStatistics} tables=${tables.data} />`}
    <//>
  `;
}

function Tables({ tables, again }) {
  const [leaving, ask] = useState(null);
  const [error, setError] = useState("");
  const remove = async () => {
    const table = leaving;
    ask(null);
    try {
      await deleteTable(table.id);
      announce(`${table.title} deleted`);
    } catch (problem) {
      setError(problem.message);
    }
    again();
  };
  if (!tables.length) return html`<p>You have no games yet. <a href=${url("")}>Choose one</a>.</p>`;
  const running = tables.filter((table) => table.phase !== "over");
  const finished = tables.filter((table) => table.phase === "over");
  return html`
    ${error && html`<p class="error" role="alert">${sentence(error)}</p>`}
    <${Part} title="Unfinished" tables=${running} remove=${ask} />
    <${Part} title="Finished" tables=${finished} remove=${ask} />
    ${leaving && html`
      <${Confirm} title=${`Delete ${leaving.title}?`} yes="Delete" act=${remove} cancel=${() => ask(null)}
        text="The game and its record are removed from your list. This cannot be undone." />`}
  `;
}

function Part({ title, tables, remove }) {
  if (!tables.length) return null;
  return html`
    <section class="my-tables" aria-label=${title}>
      <h2>${title}</h2>
      <ul>
        ${tables.map((table) => html`
          <li key=${table.id}>
            ${table.upload ? html`<span class="thumb blank" aria-hidden="true"></span>` : html`<img class="thumb" src=${picture(table.game)} onError=${noPicture} alt="" width="80" height="50" loading="lazy" />`}
            <span class="table-text">
              <b>${table.title}</b>
              <span class="dim">${company(table)}</span>
              ${table.result && html`<span class="dim">${resultWords(table)}</span>`}
              <span class="dim">${table.turn && html`<strong class="your-turn">Your turn</strong>, `}${!table.result && `${PHASES[table.phase]}, `}${whenWords(table)}</span>
            </span>
            <span class="buttons">
              ${table.phase === "over"
                ? html`<a class="button small" href=${url(`replay/${table.id}`)} aria-label=${`Replay ${table.title}`}>Replay</a>`
                : html`<a class="button small main" href=${url(`table/${table.id}`)} aria-label=${`Continue ${table.title}`}>Continue</a>`}
              <button type="button" class="button small quiet" aria-label=${`Delete ${table.title}`} onClick=${() => remove(table)}>Delete</button>
            </span>
          </li>`)}
      </ul>
    </section>
  `;
}

function Name() {
  const loaded = useLoaded(me, []);
  const [name, setName] = useState(null);
  const [status, setStatus] = useState("");
  const shown = name ?? loaded.data?.name ?? "";
  const save = async (event) => {
    event.preventDefault();
    try {
      const answer = await changeMe({ name: shown.trim() });
      setName(answer?.name ?? shown.trim());
      setStatus("Saved.");
    } catch (problem) {
      setStatus(sentence(problem.message));
    }
  };
  return html`
    <section aria-labelledby="name-title">
      <h2 id="name-title">My name</h2>
      <form class="inline" onSubmit=${save}>
        <div class="field grows">
          <label for="name">What others see</label>
          <input id="name" value=${shown} maxlength=${LONGEST_NAME} required autocomplete="nickname"
            onInput=${(event) => (setName(event.target.value), setStatus(""))} />
        </div>
        <button type="submit" class="button main" disabled=${!shown.trim()}>Save</button>
      </form>
      <p role="status" class="dim">${status}</p>
    </section>
  `;
}

/** Whether this person's finished games may be exported; only the server keeps this setting. */
function Research() {
  const loaded = useLoaded(me, []);
  const [chosen, choose] = useState(null);
  const [status, setStatus] = useState("");
  const agreed = chosen ?? loaded.data?.settings.research === true;
  const save = async (research) => {
    choose(research);
    try {
      const known = await me();
      await changeMe({ settings: { ...known.settings, research } });
      setStatus("Saved.");
    } catch (problem) {
      choose(!research);
      setStatus(sentence(problem.message));
    }
  };
  if (!loaded.data) return null;
  return html`
    <${Check} label="My finished games may be used for research" value=${agreed} change=${save}
      note="The moves and results of games that you finish or have finished may then be copied, without your name, chat or times, if everybody at the table agrees. You can change your mind for later copies." />
    <p role="status" class="dim">${status}</p>
  `;
}

/** A link that makes another browser the same person. */
function Recovery() {
  const [link, setLink] = useState("");
  const [error, setError] = useState("");
  const get = () => recoveryLink().then(setLink, (problem) => setError(problem.message));
  return html`
    <p>There are no accounts: this browser knows you. With your link, another browser does, too. Whoever has it can play as you.</p>
    ${link
      ? html`<${Copyable} label="Your link" text=${link} />`
      : html`<button type="button" class="button" onClick=${get}>Show my link</button>`}
    ${error && html`<p class="error" role="alert">${sentence(error)}</p>`}
  `;
}

/** Statistics of the games that this person has finished, one request each. */
function AllStatistics({ tables }) {
  const names = [...new Set(tables.filter((table) => table.phase === "over" && !table.upload).map((table) => table.game))];
  const [found, set] = useState({});
  const key = names.join();
  useEffect(() => {
    const abort = new AbortController();
    for (const name of names)
      statistics(name, abort.signal).then((data) => set((old) => ({ ...old, [name]: data })), () => {});
    return () => abort.abort();
  }, [key]);
  const shown = names.filter((name) => found[name]?.played);
  if (!shown.length) return null;
  const title = (name) => tables.find((table) => table.game === name).title;
  return html`
    <section aria-labelledby="all-statistics">
      <h2 id="all-statistics">Statistics</h2>
      <div class="all-statistics">
        ${shown.map((name) => html`<div key=${name}><h3><a href=${url(`game/${name}`)}>${title(name)}</a></h3><${StatisticsOf} data=${found[name]} /></div>`)}
      </div>
    </section>
  `;
}

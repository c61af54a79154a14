// Experiments with a draft: simulated games, the check of its secrets, the solver.

import { deckOf, signed } from "../cards.js";
import { announce, counted, html, useEffect, useRef, useState } from "../dom.js";
import { sentence } from "../lobby/frame.js";
import { lasting, percent, players, rough } from "../lobby/words.js";
import { Lengths, Settling, Shares } from "./charts.js";
import { secrets, simulate, solve, upload } from "./server.js";

const GAMES = 1000;

/** Run one thing at a time; a new one, or leaving, stops the one before. */
function useRun() {
  const [state, set] = useState({ busy: false, error: "", data: null });
  const abort = useRef(null);
  useEffect(() => () => abort.current?.abort(), []);
  const run = async (work) => {
    abort.current?.abort();
    const { signal } = (abort.current = new AbortController());
    const still = (change) => signal.aborted || set((old) => ({ ...old, ...change }));
    set({ busy: true, error: "", data: null });
    try {
      const data = await work(signal, (part) => still({ data: part }));
      still({ busy: false, data });
    } catch (error) {
      still({ busy: false, error: error.message });
    }
  };
  const stop = () => {
    abort.current?.abort();
    set((old) => ({ ...old, busy: false }));
  };
  return { ...state, run, stop };
}

const Failure = ({ error }) => error && html`<p class="error" role="alert">${error}</p>`;

// ---- simulation ----------------------------------------------------------------------------------

export function Simulation({ draft, disabled }) {
  const { busy, error, data, run, stop } = useRun();
  const start = () =>
    run(async (signal, show) => {
      const { upload: id } = await upload(draft, signal);
      const points = [];
      return new Promise((resolve, reject) => {
        let last = null;
        const end = simulate(id, { games: GAMES, seed: 1 }, (progress) => {
          if (progress.result?.branching) points.push([progress.done, progress.result.branching]);
          last = { ...progress, points: [...points] };
          show(last);
        }, (problem) => {
          if (problem) return reject(new Error(problem));
          announce(`${GAMES} games simulated`);
          return resolve(last);
        });
        signal.addEventListener("abort", () => (end(), resolve(last)));
      });
    });
  return html`
    <div>
      <p class="dim">Random players play ${GAMES.toLocaleString("en")} games.</p>
      <div class="buttons">
        <button type="button" class="button main" disabled=${disabled || busy} onClick=${start}>Simulate</button>
        ${busy && html`<button type="button" class="button" onClick=${stop}>Stop</button>`}
      </div>
      <${Failure} error=${error} />
      ${data && html`
        <p><progress max=${data.games} value=${data.done} aria-label="Games simulated"></progress> ${data.done.toLocaleString("en")} of ${data.games.toLocaleString("en")}</p>`}
      ${data?.result && html`<${Results} data=${data} />`}
    </div>
  `;
}

function Results({ data: { result, points } }) {
  const { seats, length, branching, finished, games, unfinished, faulted, decisions_per_game: decisions } = result;
  return html`
    <h2>Games won</h2>
    <${Shares} seats=${seats} />
    <p class="dim">Bars: share of games won; lines: 95 % intervals.</p>
    <h2>Length in turns</h2>
    <${Lengths} length=${length} />
    <p class="dim">
      ${length.p50 !== null && "Nine of ten games are within the bar; the line is the median. "}
      ${rough(decisions)} decisions per game.
    </p>
    ${branching !== null && html`
      <h2>Choices per decision</h2>
      <${Settling} points=${points} label="Choices per decision" />
      <p class="dim">
        ${rough(branching)} on average${points.length > 1 && "; the line is the average so far"}.
      </p>`}
    <p>${percent(finished / games)} of the games ended${unfinished ? `, ${unfinished} were cut off` : ""}${faulted ? html`, <strong class="error">${faulted} broke</strong>` : ""}.</p>
    ${result.first_fault && html`<p class="error">${result.first_fault.diagnostic?.message ?? ""}</p>`}
  `;
}

// ---- secrets -------------------------------------------------------------------------------------

export function Secrets({ draft, disabled }) {
  const { busy, error, data, run } = useRun();
  const start = () =>
    run(async (signal) => {
      const { upload: id, game } = await upload(draft, signal);
      return { ...(await secrets(id, signal)), players: [game.least, game.most] };
    });
  return html`
    <div>
      <p class="dim">Plays random games and compares what each seat gets to see in two worlds that it must not be able to distinguish.</p>
      <button type="button" class="button main" disabled=${disabled || busy} onClick=${start}>${busy ? "Checking…" : "Check its secrets"}</button>
      <${Failure} error=${error} />
      ${data && html`<${SecretsFound} data=${data} />`}
    </div>
  `;
}

/** Each of the failures is the first one in its game: something revealed, or a fault. */
function SecretsFound({ data }) {
  const { failures, failed_actions: failed, games, unfinished } = data;
  const bad = failures.length > 0;
  const found = bad ? `Failed: ${failures.length} of` : "No leak found in";
  const worlds = counted(data.worlds, "other world");
  return html`
    <p role="status" class=${bad ? "error" : "good"}>
      ${bad ? "Something is revealed, or the game broke." : "No seat sees what it may not know."}
    </p>
    <p>
      ${found} ${counted(games, "game")} with ${players(data.players)};
      ${" "}${counted(data.tested_moves, "move")} checked in ${worlds}.
    </p>
    ${data.stopped_by === "time" && html`
      <p class="dim">The time was up before more games were played.</p>`}
    ${!bad && unfinished > 0 && html`
      <p class="dim">${counted(unfinished, "game")} did not end.</p>`}
    ${failures.map(({ message, code }, i) => html`
      <p key=${i} class="error">${sentence(message)} <code class="code">${code}</code></p>`)}
    ${failed.length > 0 && html`
      <h2>Actions that failed</h2>
      <ul>${failed.map((each, i) => html`<li key=${i}>${failedText(each)}</li>`)}</ul>`}
  `;
}

/** An action that did nothing in some of the games, and why. */
function failedText({ rule, action, reason, line, count }) {
  const what = [rule, action].filter(Boolean).join(" ") || "an action";
  return `${what}${line ? ` (line ${line})` : ""}: ${reason}, ${counted(count, "time")}`;
}

// ---- solver --------------------------------------------------------------------------------------

const ANSWERS = {
  solved: "This deal can be won.",
  impossible: "This deal cannot be won.",
  unknown: "The solver found no answer in time.",
};

export function Solver({ draft, disabled }) {
  const [seed, setSeed] = useState("1");
  const { busy, error, data, run } = useRun();
  const start = (event) => {
    event.preventDefault();
    run(async (signal) => {
      const { upload: id, game } = await upload(draft, signal);
      const found = await solve(id, Number(seed), signal);
      const deck = deckOf(game);
      const moves = (found.moves ?? []).map((move) => signed(move.text ?? move, deck));
      return { ...found, moves };
    });
  };
  return html`
    <div>
      <p class="dim">Searches for a way to win a deal, knowing all cards. For solitaires.</p>
      <form class="inline" onSubmit=${start}>
        <div class="field"><label for="solve-seed">Number of the deal</label>
          <input id="solve-seed" inputmode="numeric" pattern="[0-9]+" required value=${seed} onInput=${(event) => setSeed(event.target.value)} /></div>
        <button type="submit" class="button main" disabled=${disabled || busy}>${busy ? "Searching…" : "Solve"}</button>
      </form>
      <${Failure} error=${error} />
      ${data && html`
        <p role="status">${ANSWERS[data.status] ?? data.status}
          ${" "}<span class="dim">${data.states?.toLocaleString("en") ?? "?"} positions, ${lasting(data.seconds ?? 0)}</span></p>
        ${data.moves.length > 0 && html`
          <h2>${counted(data.moves.length, "move")}</h2>
          <ol class="solution">
            ${data.moves.map((move, i) => html`<li key=${i}>${move}</li>`)}
          </ol>`}`}
    </div>
  `;
}

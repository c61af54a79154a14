// Diagnostics: asked for while one types, listed with their locations.

import { announce, classes, counted, html, useEffect, useState } from "../dom.js";
import { check } from "./server.js";

const DELAY = 350; // milliseconds after the last key
const MOST = 100; // listed
const RETRY = 2500; // milliseconds after which a busy server is asked again
const PASSING = ["rate", "busy", "offline"];

/** The diagnostics of a draft: {diagnostics, busy, error, draft: what they belong to}. */
export function useDiagnostics(draft) {
  const [state, set] = useState({ diagnostics: [], busy: true, error: "", draft: null });
  useEffect(() => {
    const abort = new AbortController();
    set((old) => ({ ...old, busy: true }));
    const ask = async () => {
      try {
        const { diagnostics } = await check(draft, abort.signal);
        set({ diagnostics, busy: false, error: "", draft });
      } catch (error) {
        if (abort.signal.aborted) return;
        set((old) => ({ ...old, busy: false, error: error.message }));
        if (PASSING.includes(error.code)) timer = setTimeout(ask, RETRY);
      }
    };
    let timer = setTimeout(ask, DELAY);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [draft.language, draft.files]);
  const summary = summed(state.diagnostics);
  useEffect(() => {
    if (state.draft) announce(summary);
  }, [summary, state.draft === null]);
  return state;
}

const count = (diagnostics, severity) => diagnostics.filter((each) => each.severity === severity).length;

export const broken = (diagnostics) => count(diagnostics, "error") > 0;

/** "2 errors, 1 warning", or that all is well. */
export function summed(diagnostics) {
  const parts = ["error", "warning"].map((kind) => [count(diagnostics, kind), kind]).filter(([number]) => number);
  return parts.map(([number, kind]) => counted(number, kind)).join(", ") || "No problems";
}

export function Problems({ state, files, jump }) {
  const { diagnostics, busy, error } = state;
  return html`
    <div class="problems" aria-busy=${busy ? "true" : undefined}>
      ${error && html`<p class="error">${error}</p>`}
      ${diagnostics.length === 0 && !error && html`<p class="dim">${busy ? "Checking…" : "No problems."}</p>`}
      <ol>
        ${diagnostics.slice(0, MOST).map((each, i) => html`<li key=${i}><${Problem} problem=${each} files=${files} jump=${jump} /></li>`)}
      </ol>
      ${diagnostics.length > MOST && html`<p class="dim">and ${diagnostics.length - MOST} more</p>`}
    </div>
  `;
}

function Problem({ problem, files, jump }) {
  const { severity, file, line, column, message, help, notes = [], code } = problem;
  const at = files.findIndex((each) => each.name === file);
  const place = line > 0 ? `${files.length > 1 || at < 0 ? `${file} ` : ""}line ${line}, column ${column}` : "";
  const known = at >= 0 && line > 0;
  return html`
    <div class=${classes("problem-row", severity)}>
      <span class="severity">${severity}</span>
      ${known
        ? html`<button type="button" class="link" onClick=${() => jump(at, line, column)}>${place}</button>`
        : html`<span>${place}</span>`}
      <code class="code">${code}</code>
      <p>${message}${help && html`<br /><span class="dim">${help}</span>`}${notes.map((note) => html`<br /><span class="dim">${note}</span>`)}</p>
    </div>
  `;
}

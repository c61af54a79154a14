// What every page but the table has around it: title, navigation, name, messages.

import { announce, classes, html, useEffect, useRef, useState } from "../dom.js";
import { url } from "../router.js";

const PLACES = [
  ["", "Games"],
  ["my", "My games"],
  ["workshop", "Workshop"],
];

let shown = 0; // pages since the first one was loaded

/** A page with its heading; `here` is the path of the current entry of the navigation. */
export function Frame({ title, here, wide = false, busy = false, children }) {
  const main = useRef(null);
  useEffect(() => {
    document.title = title === "Ludwright" ? title : `${title} · Ludwright`;
    announce(title);
  }, [title]);
  useEffect(() => {
    // Whoever followed a link goes on reading here; after loading, the browser decides.
    if (shown++ && document.activeElement === document.body) main.current.focus({ preventScroll: true });
  }, []);
  const skip = (event) => {
    event.preventDefault(); // the page has a base address, so a fragment alone would leave it
    main.current.focus();
  };
  return html`
    <div class="page">
      <header class="page-head">
        <a class="skip" href=${url(here ?? "")} onClick=${skip}>Skip to the content</a>
        <a class="brand" href=${url("")}><img src=${url("static/icon.svg")} alt="" width="28" height="28" /> Ludwright</a>
        <nav aria-label="Main">
          <ul>
            ${PLACES.map(([path, name]) => html`
              <li><a href=${url(path)} aria-current=${path === here ? "page" : undefined}>${name}</a></li>`)}
          </ul>
        </nav>
      </header>
      <main class=${classes("page-main", wide && "wide")} ref=${main} tabindex="-1" aria-busy=${busy ? "true" : undefined}>
        ${children}
      </main>
    </div>
  `;
}

/** What a promise of `load` gives: {data, error, busy, again}. A newer request cancels an older one. */
export function useLoaded(load, inputs) {
  const [state, set] = useState({ data: null, error: null, busy: true });
  const [round, next] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    set((old) => ({ ...old, busy: true }));
    load(abort.signal).then(
      (data) => abort.signal.aborted || set({ data, error: null, busy: false }),
      (error) => abort.signal.aborted || set((old) => ({ ...old, error, busy: false })),
    );
    return () => abort.abort();
  }, [...inputs, round]);
  return { ...state, again: () => next((count) => count + 1) };
}

/** Call something again and again while the page is visible. */
export function usePolling(action, seconds) {
  const latest = useRef(action);
  latest.current = action;
  useEffect(() => {
    const timer = setInterval(() => document.hidden || latest.current(), seconds * 1000);
    const shown = () => document.hidden || latest.current();
    document.addEventListener("visibilitychange", shown);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", shown);
    };
  }, [seconds]);
}

/** An error of a request, with a way to try again. */
export const Problem = ({ error, again }) => html`
  <div class="problem" role="alert">
    <p>${sentence(error.message)}</p>
    ${again && html`<button type="button" class="button" onClick=${again}>Try again</button>`}
  </div>
`;

/** A message as a sentence. */
export function sentence(text) {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}

/** A text to copy, such as a link: shown, selected by a click, copied by a button. */
export function Copyable({ label, text }) {
  const [done, set] = useState(false);
  const field = useRef(null);
  const id = useId("copy");
  const copy = async () => {
    field.current.select();
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      document.execCommand("copy"); // without a secure origin there is no clipboard
    }
    set(true);
    announce("Copied");
    setTimeout(() => set(false), 2000);
  };
  return html`
    <div class="copyable">
      <label for=${id}>${label}</label>
      <input id=${id} ref=${field} readonly value=${text} onFocus=${(event) => event.target.select()} />
      <span class="buttons">
        <button type="button" class="button" onClick=${copy} aria-label=${`Copy: ${label}`}>${done ? "Copied" : "Copy"}</button>
        ${navigator.share && html`
          <button type="button" class="button" onClick=${() => navigator.share({ url: text }).catch(() => {})} aria-label=${`Share: ${label}`}>Share</button>`}
      </span>
    </div>
  `;
}

let last = 0;

/** An id that is unique in the page and stays the same for a component. */
export function useId(stem) {
  const id = useRef("");
  id.current ||= `${stem}${++last}`;
  return id.current;
}

/** A select box with its label; choices are [value, text]. */
export function Choice({ label, value, choices, change, note, hidden = false, disabled = false }) {
  const id = useId("choice");
  return html`
    <div class="field">
      <label for=${id} class=${hidden ? "unseen" : undefined}>${label}</label>
      <select id=${id} value=${value} disabled=${disabled}
        aria-describedby=${note ? `${id}-note` : undefined} onChange=${(event) => change(event.target.value)}>
        ${choices.map(([each, text]) => html`<option value=${each} selected=${String(each) === String(value)}>${text}</option>`)}
      </select>
      ${note && html`<small id=${`${id}-note`}>${note}</small>`}
    </div>
  `;
}

/** A check box with its label. */
export function Check({ label, value, change, note }) {
  const id = useId("check");
  return html`
    <div class="check">
      <input id=${id} type="checkbox" checked=${value} onChange=${(event) => change(event.target.checked)}
        aria-describedby=${note ? `${id}-note` : undefined} />
      <label for=${id}>${label}</label>
      ${note && html`<small id=${`${id}-note`}>${note}</small>`}
    </div>
  `;
}

/** Ask before something that cannot be undone: a modal dialog. */
export function Confirm({ title, text, yes, act, cancel }) {
  const dialog = useRef(null);
  useEffect(() => {
    dialog.current.showModal();
  }, []);
  return html`
    <dialog class="confirm" ref=${dialog} onClose=${cancel} aria-labelledby="confirm-title">
      <h2 id="confirm-title">${title}</h2>
      <p>${text}</p>
      <div class="buttons">
        <button type="button" class="button" onClick=${() => dialog.current.close()} autofocus>Cancel</button>
        <button type="button" class="button danger" onClick=${act}>${yes}</button>
      </div>
    </dialog>
  `;
}

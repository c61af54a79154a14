// The workshop: write a description, see what is wrong with it, and play it at once.

import { announce, classes, html, useEffect, useMemo, useRef, useState } from "../dom.js";
import { url } from "../router.js";
import { library } from "../lobby/data.js";
import { Choice, Frame, Problem, useLoaded } from "../lobby/frame.js";
import { draftOfFiles, drafts, keep, languageOf } from "./drafts.js";
import { Editor } from "./editor.js";
import { Secrets, Simulation, Solver } from "./lab.js";
import { broken, Problems, summed, useDiagnostics } from "./problems.js";
import { sourceOf } from "./server.js";
import { draftOfSource, Start } from "./start.js";
import { Trial } from "./trial.js";

const SAVED = 300; // milliseconds after a change, or when the page is left
const WIDE = 900; // pixels: from here on there is room for a table beside the text

// Only this page needs it; the page is shown when it is there.
await new Promise((done) => {
  const sheet = document.createElement("link");
  Object.assign(sheet, { rel: "stylesheet", href: url("static/css/workshop.css"), onload: done, onerror: done });
  document.head.append(sheet);
});

export function Page() {
  const loaded = useLoaded(library, []);
  return html`
    <${Frame} title="Workshop" here="workshop" wide busy=${loaded.busy}>
      <h1 class="unseen">Workshop</h1>
      ${loaded.error && html`<${Problem} error=${loaded.error} again=${loaded.again} />`}
      ${loaded.data && html`<${Workshop} ...${loaded.data} />`}
    <//>
  `;
}

/** The draft that is edited: the last one, or the description of a game named in the address. */
function useDraft() {
  const [draft, set] = useState(() => drafts()[0] ?? null);
  const [error, setError] = useState("");
  useEffect(() => {
    const game = new URLSearchParams(location.search).get("game");
    if (!game) return;
    sourceOf(game).then(
      (source) => {
        set(draftOfSource(source));
        // A reload must not replace what was changed meanwhile.
        history.replaceState(null, "", location.pathname);
      },
      (problem) => setError(problem.message),
    );
  }, []);
  const [full, setFull] = useState(false);
  const latest = useRef(null);
  useEffect(() => {
    if (!draft) return undefined;
    latest.current = draft;
    const timer = setTimeout(() => setFull(!keep(draft)), SAVED);
    return () => clearTimeout(timer);
  }, [draft]);
  useEffect(() => {
    const save = () => latest.current && keep(latest.current);
    addEventListener("pagehide", save);
    return () => {
      removeEventListener("pagehide", save);
      save();
    };
  }, []);
  return [draft, set, error || (full ? "This browser has no room for the draft: download it before you leave." : "")];
}

function Workshop({ languages, bots }) {
  const [draft, setDraft, warning] = useDraft();
  const [starting, start] = useState(false);
  const [, redraw] = useState(0);
  const open = (next) => {
    setDraft(next);
    start(false);
    announce(`${next.files[0].name} opened`);
  };
  const dropped = useDrop(async (list) => open(await draftOfFiles(list, languages)));
  const kept = drafts();
  return html`
    <div class=${classes("workshop", dropped.over && "dropping")} ...${dropped.handlers}>
      ${warning && html`<p class="error" role="alert">${warning}</p>`}
      ${!draft || starting
        ? html`<${Start} languages=${languages} kept=${kept} open=${open} removed=${() => redraw((n) => n + 1)} cancel=${draft && (() => start(false))} />`
        : html`<${Bench} key=${draft.id} draft=${draft} change=${setDraft} languages=${languages} bots=${bots} startAgain=${() => start(true)} />`}
    </div>
  `;
}

/** Files dropped anywhere on an element. */
function useDrop(take) {
  const [over, set] = useState(false);
  const handlers = {
    onDragOver: (event) => {
      if (!event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      set(true);
    },
    onDragLeave: (event) => event.currentTarget.contains(event.relatedTarget) || set(false),
    onDrop: (event) => {
      set(false);
      if (!event.dataTransfer.files.length) return;
      event.preventDefault();
      take(event.dataTransfer.files);
    },
  };
  return { over, handlers };
}

const TABS = { problems: "Problems", play: "Play", simulate: "Simulate", secrets: "Secrets", solve: "Solve" };

/** The text on one side, what can be done with it on the other. */
function Bench({ draft, change, languages, bots, startAgain }) {
  const [active, setActive] = useState(0);
  const [goal, setGoal] = useState(null);
  const [tab, setTab] = useState(innerWidth > WIDE ? "play" : "problems");
  const [played, setPlayed] = useState(tab === "play");
  const state = useDiagnostics(draft);
  const { diagnostics } = state;
  const current = state.draft?.files === draft.files && state.draft.language === draft.language;
  const bad = broken(diagnostics);
  const ready = useMemo(() => (current && !bad && !state.error ? draft : null), [current, bad, state.error, draft.files, draft.language]);
  if (tab === "play" && !played) setPlayed(true);
  const file = draft.files[Math.min(active, draft.files.length - 1)];
  const own = useMemo(() => diagnostics.filter((each) => each.file === file.name), [diagnostics, file.name]);
  const jump = (at, line, column) => {
    setActive(at);
    setGoal({ line, column });
  };
  const at = draft.files.indexOf(file);
  const edited = (text) =>
    change((old) => ({
      ...old,
      files: old.files.map((each, i) => (i === at ? { ...each, text } : each)),
    }));
  return html`
    <div class="bench">
      <section class="text-side" aria-label="Description">
        <${FileBar} draft=${draft} change=${change} active=${active} setActive=${setActive} languages=${languages} startAgain=${startAgain} />
        <${Editor} key=${at} draft=${draft} file=${file.name} text=${file.text} change=${edited} diagnostics=${own} goal=${goal}
          label=${`Text of ${file.name}`}>
          <button type="button" class=${classes("link", bad && "error")} onClick=${() => setTab("problems")}>${state.error || summed(diagnostics)}</button>
          ${state.busy && html`<span class="dim">checking…</span>`}
        <//>
      </section>
      <section class="lab-side" aria-label="Try it">
        <${Tabs} tab=${tab} setTab=${setTab} />
        <div class="tab-body" role="tabpanel" id="lab-panel" aria-labelledby=${`lab-${tab}`}>
          ${tab === "problems" && html`<${Problems} state=${state} files=${draft.files} jump=${jump} />`}
          ${played && html`<${Trial} shown=${tab === "play"} ready=${ready} bots=${bots} broken=${bad} />`}
          ${tab === "simulate" && html`<${Simulation} draft=${draft} disabled=${!ready} />`}
          ${tab === "secrets" && html`<${Secrets} draft=${draft} disabled=${!ready} />`}
          ${tab === "solve" && html`<${Solver} draft=${draft} disabled=${!ready} />`}
        </div>
      </section>
    </div>
  `;
}

function Tabs({ tab, setTab }) {
  const names = Object.keys(TABS);
  const arrows = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = names[(names.indexOf(tab) + step + names.length) % names.length];
    setTab(next);
    event.currentTarget.querySelector(`#lab-${next}`).focus();
  };
  return html`
    <div class="lab-tabs" role="tablist" aria-label="Try it" onKeyDown=${arrows}>
      ${names.map((name) => html`
        <button type="button" key=${name} role="tab" id=${`lab-${name}`} aria-controls="lab-panel" aria-selected=${tab === name ? "true" : "false"}
          tabindex=${tab === name ? 0 : -1} onClick=${() => setTab(name)}>${TABS[name]}</button>`)}
    </div>
  `;
}

function FileBar({ draft, change, active, setActive, languages, startAgain }) {
  const { files } = draft;
  const suffix = languages.find((each) => each.name === draft.language)?.suffixes[0] ?? "";
  const add = () => {
    const name = `part-${files.length + 1}${suffix}`;
    change({ ...draft, files: [...files, { name, text: "" }] });
    setActive(files.length);
  };
  const remove = () => {
    change({ ...draft, files: files.filter((_, i) => i !== active) });
    setActive(0);
  };
  const rename = (name) => {
    if (!name || files.some((each, i) => i !== active && each.name === name)) return;
    change((old) => ({
      ...old,
      language: (active === 0 && languageOf(name, languages)) || old.language,
      files: old.files.map((each, i) => (i === active ? { ...each, name } : each)),
    }));
  };
  return html`
    <div class="file-bar">
      <${Choice} label="Language" value=${draft.language} choices=${languages.map((each) => [each.name, each.title])}
        change=${(language) => change({ ...draft, language })} />
      ${files.length > 1 && html`
        <${Choice} label="File" value=${active} choices=${files.map((each, i) => [i, each.name])} change=${(value) => setActive(Number(value))} />`}
      <${FileName} key=${active} name=${files[active].name} rename=${rename} />
      <div class="buttons">
        <button type="button" class="button small" onClick=${add}>Add file</button>
        ${active > 0 && html`<button type="button" class="button small" onClick=${remove}>Remove file</button>`}
        <button type="button" class="button small" onClick=${() => files.forEach(download)}>Download</button>
        <button type="button" class="button small" onClick=${startAgain}>New or open…</button>
      </div>
    </div>
  `;
}

/** What is typed becomes the name when the field is left, unless it cannot be one. */
function FileName({ name, rename }) {
  const [typed, type] = useState(null);
  const done = (event) => {
    rename(event.target.value.trim());
    type(null);
  };
  return html`
    <div class="field">
      <label for="file-name">Name</label>
      <input id="file-name" value=${typed ?? name} onChange=${done}
        onInput=${(event) => type(event.target.value)} />
    </div>
  `;
}

function download({ name, text }) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

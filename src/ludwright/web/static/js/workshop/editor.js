// A text field with line numbers, marks below what is wrong, completions, and help for a word.

import { html, useEffect, useMemo, useRef } from "../dom.js";
import { questions } from "./asking.js";
import { Offers, useCompletion } from "./completion.js";
import { Help, useHelp } from "./help.js";
import { indexOf, lineStarts, ranges } from "./positions.js";

const LINE = 20; // pixels, as in workshop.css

const OFFERS = "completions"; // the id of their list

/**
 * The text of a file of a draft. `diagnostics` are those of this file; `goal` is {line, column}, a new
 * object whenever the cursor is to jump there. `children` are shown below the text.
 */
export function Editor({ draft, file, text, change, diagnostics, goal, label, children }) {
  const area = useRef(null);
  const queue = useMemo(questions, []);
  const completion = useCompletion(area, { draft, file }, queue);
  const help = useHelp(area, { draft, file }, queue);
  const { offer } = completion;
  const frame = useRef(null);
  const starts = useMemo(() => lineStarts(text), [text]);
  const marks = useMemo(() => ranges(text, diagnostics), [text, diagnostics]);
  const lines = useMemo(() => worst(diagnostics), [diagnostics]);
  useEffect(() => {
    if (!goal) return;
    const index = indexOf(text, starts, goal.line, goal.column);
    area.current.focus({ preventScroll: true });
    area.current.setSelectionRange(index, index);
    frame.current.scrollTo({ top: Math.max(0, (goal.line - 6) * LINE), left: 0 });
    frame.current.scrollIntoView({ block: "nearest" });
  }, [goal]);
  return html`
    <div class="editor" ref=${frame}>
      <div class="gutter" aria-hidden="true">
        <pre>${starts.map((_, i) => i + 1).join("\n")}</pre>
        ${[...lines].map(([line, severity]) => html`<span key=${line} class=${`line-mark ${severity}`} style=${{ top: `${(line - 1) * LINE}px` }}></span>`)}
      </div>
      <div class="paper-area">
        <pre class="marks" aria-hidden="true">${marked(text, marks)}${"\n "}</pre>
        <textarea ref=${area} value=${text} aria-label=${label} spellcheck=${false} autocapitalize="off" autocomplete="off" wrap="off"
          aria-autocomplete="list" aria-controls=${offer?.items.length ? OFFERS : undefined} aria-activedescendant=${offer?.at >= 0 ? `${OFFERS}-${offer.at}` : undefined}
          onInput=${(event) => (change(event.target.value), completion.typed())} onBlur=${completion.close} onPointerDown=${completion.close}
          onKeyDown=${(event) => completion.keys(event) || keyed(event, completion)}></textarea>
        ${offer && html`<${Offers} id=${OFFERS} offer=${offer} choose=${completion.choose} area=${area} line=${LINE} />`}
      </div>
    </div>
    <${Help} blocks=${help.blocks} />
    <p class="status-line">
      ${children}
      <button type="button" class="button small" title="Ctrl-Space" onPointerDown=${(event) => event.preventDefault()}
        onClick=${() => (area.current.focus({ preventScroll: true }), completion.open(true))}>Complete</button>
    </p>
  `;
}

/** By line: the worst severity there. */
function worst(diagnostics) {
  const found = new Map();
  for (const { line, severity } of diagnostics)
    if (line > 0 && found.get(line) !== "error") found.set(line, severity);
  return found;
}

/** The text in parts, those of marks with an element around them. */
function marked(text, marks) {
  const parts = [];
  let last = 0;
  for (const [start, end, severity] of marks) {
    parts.push(text.slice(last, start), html`<mark class=${severity}>${text.slice(start, end)}</mark>`);
    last = end;
  }
  return [...parts, text.slice(last)];
}

/** The caret leaves the word that texts were offered for, or a line ends. */
function keyed(event, completion) {
  if (/^(Arrow|Home|End|Page)/.test(event.key)) completion.close();
  indented(event);
}

/** A new line begins below the text of the one before. */
function indented(event) {
  if (event.key !== "Enter" || event.isComposing || event.ctrlKey || event.metaKey) return;
  const { value, selectionStart } = event.target;
  const start = value.lastIndexOf("\n", selectionStart - 1) + 1;
  const blank = /^[ \t]*/.exec(value.slice(start, selectionStart))[0];
  if (!blank) return;
  event.preventDefault();
  // The only way to change a field that its own undo knows of.
  document.execCommand("insertText", false, `\n${blank}`);
}

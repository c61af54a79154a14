// A text field with line numbers and marks below what is wrong.

import { html, useEffect, useMemo, useRef } from "../dom.js";
import { indexOf, lineStarts, ranges } from "./positions.js";

const LINE = 20; // pixels, as in workshop.css

/**
 * The text of one file. `diagnostics` are those of this file; `goal` is {line, column}, a new object
 * whenever the cursor is to jump there.
 */
export function Editor({ text, change, diagnostics, goal, label }) {
  const area = useRef(null);
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
          onInput=${(event) => change(event.target.value)} onKeyDown=${(event) => indented(event)}></textarea>
      </div>
    </div>
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

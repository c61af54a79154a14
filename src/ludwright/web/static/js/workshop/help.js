// What the word at the caret means, in a line below the text that opens to all of it.

import { html, useEffect, useRef, useState } from "../dom.js";
import { marked, Rules } from "../lobby/rules.js";
import { indexAt, pointsTo, wordAt } from "./positions.js";
import { hover } from "./server.js";

const PAUSE = 300; // milliseconds that the caret rests

/** The help for a text field: {blocks, ask}, which is to be asked for when the caret may have moved. */
export function useHelp(area, point, queue) {
  const [blocks, set] = useState([]);
  const state = useRef({ timer: 0 });
  const latest = useRef(null);
  latest.current = point;
  const ask = () => {
    const now = state.current;
    clearTimeout(now.timer);
    now.timer = setTimeout(() => {
      const field = area.current;
      if (!field || document.activeElement !== field) return;
      const { value: text, selectionStart: index } = field;
      const { draft, file } = latest.current;
      const known = now.text === text && now.file === file && now.draft === draft && index >= now.start && index <= now.end;
      if (known) return;
      const [start, end] = wordAt(text, index);
      if (start === end) return;
      queue.ask("hover", () => hover({ draft, file, text, offset: pointsTo(text, index) }), (answer) => {
        if (!answer || !area.current || area.current.value !== text || latest.current.file !== file) return;
        const found = answer.blocks.length ? [indexAt(text, answer.start), indexAt(text, answer.end)] : [start, end];
        Object.assign(now, { text, file, draft, start: found[0], end: found[1] });
        // Where nothing is known, the help for the last word stays.
        if (answer.blocks.length) set(answer.blocks);
      });
    }, queue.pause(PAUSE));
  };
  useEffect(() => {
    const moved = () => document.activeElement === area.current && ask();
    document.addEventListener("selectionchange", moved);
    return () => {
      document.removeEventListener("selectionchange", moved);
      clearTimeout(state.current.timer);
    };
  }, []);
  return { blocks, ask };
}

/** The first entry as one line, and all of them when it is opened. */
export function Help({ blocks }) {
  const end = blocks.findIndex(({ text }) => text === "---");
  const first = end < 0 ? blocks : blocks.slice(0, end);
  const [title, about] = first.filter(({ kind }) => kind === "paragraph").map(({ text }) => text);
  if (!title) return html`<p class="help dim">Put the caret on a word to see what it means.</p>`;
  return html`
    <details class="help">
      <summary>${marked(title)}${about && html`<span> – ${marked(about)}</span>`}</summary>
      <div class="help-text" tabindex="0" role="group" aria-label="Help"><${Rules} blocks=${blocks.slice(1)} /></div>
    </details>
  `;
}

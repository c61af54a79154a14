// What may be written at the caret: a list below it, from which one text is chosen.

import { announce, classes, clamp, counted, html, useEffect, useLayoutEffect, useRef, useState } from "../dom.js";
import { marked } from "../lobby/rules.js";
import { indexAt, pointsTo, wordAt } from "./positions.js";
import { complete } from "./server.js";

const PAUSE = 150; // milliseconds after a key
const GAP = 2; // pixels between a line and the list
const SHOWN = 60; // of the items

/**
 * The list of a text field: {offer, keys, typed, open, close, choose}. `point` is {draft, file} of what
 * is edited, `queue` asks the server.
 */
export function useCompletion(area, point, queue) {
  const [offer, set] = useState(null); // {items, all, more, begin, rest, at, wanted, note}
  const timer = useRef(0);
  const barren = useRef(-1); // where a word begins that nothing fits
  const latest = useRef(null);
  latest.current = point;
  const close = () => {
    clearTimeout(timer.current);
    set(null);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  /** Ask what fits at the caret; `wanted` if somebody asked for it, and did not just type. */
  const open = (wanted) => {
    clearTimeout(timer.current);
    const { value: text, selectionStart: index } = area.current;
    const question = { ...latest.current, text, offset: pointsTo(text, index) };
    queue.ask("complete", () => complete(question), (answer, error) => {
      const now = area.current;
      if (!now || now.value !== text || now.selectionStart !== index || latest.current.file !== question.file) return;
      if (!answer) {
        if (wanted) set({ items: [], note: error.message, begin: index });
        return;
      }
      const all = answer.items.map((each) => ({ ...each, start: indexAt(text, each.start), rest: text.length - indexAt(text, each.end) }));
      const [begin] = wordAt(text, index);
      const found = narrowed({ all, more: answer.more, wanted, begin }, now);
      barren.current = all.length ? -1 : begin;
      if (wanted) announce(found?.items.length ? counted(found.items.length, "completion") : "No completions");
      set(found ?? (wanted ? { items: [], note: "Nothing to complete here", begin: index } : null));
    });
  };

  /** The text has changed: what was offered for this word still counts, for another one it is asked. */
  const typed = () => {
    clearTimeout(timer.current);
    const { value, selectionStart: index } = area.current;
    const [begin] = wordAt(value, index);
    const same = offer?.all && !offer.more && offer.begin === begin && begin < index;
    set(same ? narrowed(offer, area.current) : null);
    if (same || begin === index || begin === barren.current) return;
    timer.current = setTimeout(open, queue.pause(PAUSE), false);
  };

  const choose = (item) => {
    const field = area.current;
    field.focus();
    field.setSelectionRange(item.start, field.value.length - item.rest);
    // The only way to change a field that its own undo knows of.
    document.execCommand("insertText", false, item.text);
    close();
  };

  const move = (step) =>
    set((old) => {
      const count = old.items.length;
      return { ...old, at: old.at < 0 && step < 0 ? count - 1 : (old.at + step + count) % count };
    });
  const keys = (event) => {
    if (event.isComposing) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = offer?.items[event.key === "Tab" ? Math.max(offer.at, 0) : offer?.at];
    if (event.key === " " && event.ctrlKey) open(true);
    else if (offer && event.key === "Escape") close();
    else if (step && offer?.items.length) move(step);
    else if (chosen && !event.shiftKey && (event.key === "Enter" || event.key === "Tab")) choose(chosen);
    else return false;
    event.preventDefault();
    return true;
  };
  return { offer, keys, typed, open, close, choose };
}

/** An offer with the items that agree with what is typed by now; nothing if none is left. */
function narrowed(offer, { value, selectionStart: index }) {
  const fits = ({ text, start }) => {
    const [written, whole] = [value.slice(start, index).toLowerCase(), text.toLowerCase()];
    return whole.startsWith(written) ? 2 : offer.wanted && whole.includes(written) ? 1 : 0;
  };
  const items = offer.all.filter(fits).sort((a, b) => fits(b) - fits(a)).slice(0, SHOWN);
  const done = items.some(({ text, start }) => text === value.slice(start, index));
  // Who types is not disturbed by what is there already, and Enter begins a line.
  if (!items.length || (done && !offer.wanted)) return null;
  return { ...offer, items, at: offer.wanted ? 0 : -1 };
}

/** The list, in the coordinates of the text. */
export function Offers({ id, offer, choose, area, line }) {
  const box = useRef(null);
  useLayoutEffect(() => {
    const [popup, frame] = [box.current, area.current.closest(".editor")];
    const { x, y } = placeOf(area.current, offer.begin, line);
    if (y < frame.scrollTop || y + 2 * line > frame.scrollTop + frame.clientHeight) frame.scrollTop = y - frame.clientHeight / 2;
    const seen = frame.getBoundingClientRect();
    const bottom = Math.min(seen.bottom, visualViewport ? visualViewport.offsetTop + visualViewport.height : innerHeight);
    const top = area.current.getBoundingClientRect().top + y;
    const above = top + line + popup.offsetHeight > bottom && top - seen.top > bottom - top - line;
    const gutter = frame.firstElementChild.offsetWidth;
    const right = frame.scrollLeft + frame.clientWidth - gutter - popup.offsetWidth - 8;
    Object.assign(popup.style, {
      left: `${clamp(x, frame.scrollLeft, Math.max(frame.scrollLeft, right))}px`,
      top: `${above ? y - popup.offsetHeight - GAP : y + line + GAP}px`,
    });
    // Not `scrollIntoView`, which would scroll the text and the page, too.
    const chosen = popup.querySelector('[aria-selected="true"]');
    const list = chosen?.parentElement;
    if (list) list.scrollTop = clamp(list.scrollTop, chosen.offsetTop + chosen.offsetHeight - list.clientHeight, chosen.offsetTop);
  }, [offer]);
  const about = offer.items[Math.max(offer.at, 0)]?.about;
  return html`
    <div class="offers" ref=${box} onPointerDown=${(event) => event.preventDefault()}>
      ${offer.note && html`<p class="dim">${offer.note}</p>`}
      ${offer.items.length > 0 && html`
        <ul role="listbox" id=${id} aria-label="Completions">
          ${offer.items.map((item, i) => html`
            <li key=${i} id=${`${id}-${i}`} role="option" aria-selected=${i === offer.at ? "true" : "false"}
              class=${classes("offer", i === offer.at && "chosen")} onClick=${() => choose(item)}>
              <code>${item.text}</code> <span class="dim">${item.kind}</span>
            </li>`)}
        </ul>`}
      ${about && html`<p class="about">${marked(about)}</p>`}
    </div>
  `;
}

/** Where a character of a text field is, from its corner. */
function placeOf(field, index, line) {
  const before = field.value.slice(0, index).split("\n");
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = getComputedStyle(field).font;
  return { x: pen.measureText(before.at(-1).replaceAll("\t", "    ")).width, y: (before.length - 1) * line };
}

// A table of the draft beside its text, dealt again when the text has changed.

import { html, useEffect, useRef, useState } from "../dom.js";
import { createTable, deleteTable } from "../lobby/data.js";
import { Choice } from "../lobby/frame.js";
import { botName } from "../lobby/words.js";
import { Table } from "../table/page.js";
import { Others } from "./others.js";
import { upload } from "./server.js";

const DELAY = 900; // milliseconds after a check without errors
const RETRY = 3000; // milliseconds after which a busy server is asked again

/** `ready` is the draft if it was checked and has no errors, else null. */
export function Trial({ shown: visible, ready, bots, broken }) {
  const [count, setCount] = useState(0); // 0: the fewest
  const [[least, most], setRange] = useState([1, 1]);
  const [bot, setBot] = useState(bots[0]);
  const [shown, show] = useState({ table: null, error: "", of: null });
  const [round, again] = useState(0);
  const [shared, share] = useState(null); // the draft for which a table with others is set up
  const current = useRef(null);
  const dealt = useRef([]);
  const seats = Math.min(Math.max(count, least), most);
  const open = visible && !shared;

  useEffect(() => {
    const wanted = [ready, count, bot, round];
    if (!ready || !open || wanted.every((each, i) => each === dealt.current[i])) return undefined;
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const { upload: id, game } = await upload(ready, abort.signal);
        const players = Math.min(Math.max(count, game.least), game.most);
        const { table } = await createTable({ upload: id, players, seat: 0, bots: bot });
        if (abort.signal.aborted) return forget(table);
        forget(current.current);
        current.current = table;
        dealt.current = wanted;
        setRange([game.least, game.most]);
        show({ table, error: "", of: ready });
      } catch (error) {
        if (abort.signal.aborted) return;
        show((old) => ({ ...old, error: error.message }));
        if (error.code === "busy" || error.code === "rate") setTimeout(() => abort.signal.aborted || again((n) => n + 1), RETRY);
      }
    }, shown.table ? DELAY : 0);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [ready, open, count, bot, round]);
  useEffect(() => {
    const leave = () => forget(current.current);
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      leave();
    };
  }, []);

  const counts = Array.from({ length: most - least + 1 }, (_, i) => [least + i, least + i]);
  return html`
    ${shared && html`
      <div hidden=${!visible}>
        <${Others} draft=${shared} bots=${bots} back=${() => share(null)} />
      </div>`}
    <div class="trial" hidden=${!open}>
      <div class="trial-bar">
        ${counts.length > 1 && html`<${Choice} label="Players" value=${seats} choices=${counts} change=${(value) => setCount(Number(value))} />`}
        ${seats > 1 && html`<${Choice} label="Others" value=${bot} choices=${bots.map((each) => [each, botName(each)])} change=${setBot} />`}
        <button type="button" class="button small" disabled=${!ready} onClick=${() => again(round + 1)}>Deal again</button>
        ${most > 1 && html`
          <button type="button" class="button small" disabled=${!ready}
            onClick=${() => share(ready)}>Play with others</button>`}
        ${broken && html`<span class="dim" role="status">${shown.table ? "The table shows the last version without errors." : "The description has errors."}</span>`}
      </div>
      ${shown.error && html`<p class="error" role="alert">${shown.error}</p>`}
      <div class="trial-table">
        ${shown.table && html`<${Table} key=${shown.table} id=${shown.table} embedded />`}
      </div>
    </div>
  `;
}

/** Tables that were only tried out are not kept. */
const forget = (table) => table && deleteTable(table).catch(() => {});

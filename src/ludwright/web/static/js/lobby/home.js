// The lobby: games to continue, tables to join or watch, and the catalogue.

import { html } from "../dom.js";
import { Catalogue } from "./catalogue.js";
import { library, myTables, publicTables } from "./data.js";
import { Frame, Problem, useLoaded, usePolling } from "./frame.js";
import { isOpen, TableList } from "./tables.js";

const POLL = 15; // seconds
const LATELY = 30 * 60; // seconds: a table that nobody has touched since is not being played

export function Page() {
  const games = useLoaded(library, []);
  const mine = useLoaded(myTables, []);
  const others = useLoaded(publicTables, []);
  usePolling(() => {
    mine.again();
    others.again();
  }, POLL);
  const own = new Set((mine.data ?? []).map((table) => table.id));
  const unfinished = (mine.data ?? []).filter((table) => table.phase === "playing" || table.phase === "lobby");
  const foreign = (others.data ?? []).filter((table) => !own.has(table.id));
  const open = foreign.filter(isOpen);
  const since = Date.now() / 1000 - LATELY;
  const running = foreign.filter((table) => table.phase === "playing" && table.touched >= since);
  return html`
    <${Frame} title="Ludwright" here="" wide busy=${games.busy && !games.data}>
      <h1 class="unseen">Card games</h1>
      <div class="now">
        ${unfinished.length > 0 && html`<${TableList} title="Continue" tables=${unfinished} action="continue" />`}
        ${open.length > 0 && html`<${TableList} title="Open tables" tables=${open} action="join" />`}
        ${running.length > 0 && html`<${TableList} title="Being played now" tables=${running} action="watch" />`}
      </div>
      ${games.error && html`<${Problem} error=${games.error} again=${games.again} />`}
      ${games.data && html`<${Catalogue} ...${games.data} />`}
    <//>
  `;
}

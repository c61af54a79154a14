// Lists of tables: those of this person, open ones, and those one can watch.

import { capital, counted, html, useState } from "../dom.js";
import { url } from "../router.js";
import { noPicture, picture } from "./data.js";
import { useId } from "./frame.js";
import { ago, lasting } from "./words.js";

const FEW = 3; // tables before the others have to be asked for
const ACTIONS = {
  continue: { text: "Continue", path: (table) => `table/${table.id}` },
  join: { text: "Join", path: (table) => `table/${table.id}` },
  watch: { text: "Watch", path: (table) => `table/${table.id}?watch` },
  replay: { text: "Replay", path: (table) => `replay/${table.id}` },
};

/** Whether somebody can still sit down. */
export const isOpen = (table) => table.phase === "lobby" && table.seats.some((seat) => seat.kind === "open");

/** Who sits at a table, in words. */
export function company(table) {
  const people = table.seats.filter((seat) => seat.kind === "person").map((seat) => seat.name || "somebody");
  const bots = table.seats.filter((seat) => seat.kind === "bot").length;
  const open = table.seats.filter((seat) => seat.kind === "open").length;
  const parts = [people.join(", "), bots && counted(bots, "bot"), open && counted(open, "open seat")];
  return parts.filter(Boolean).join(" · ");
}

const HELP = { hint: "with hints", solution: "after its solution was shown, so it does not count" };

/** How a finished game ended, in words: who won, with scores, and why if not by the rules. */
export function resultWords({ result, help, seats }) {
  const { winners, scores, reason, early } = result;
  const name = (seat) => (seats[seat]?.you ? "you" : seats[seat]?.name || `seat ${seat + 1}`);
  const helped = HELP[help] ? `, ${HELP[help]}` : "";
  if (seats.length === 1) {
    const score = scores ? `, score ${scores[0]}` : "";
    return `${winners.length ? "Won" : early ? capital(reason) : "Lost"}${score}${helped}`;
  }
  const names = winners.map(name);
  const said = names.length ? `${capital(names.join(" and "))} won` : "Nobody won";
  const score = scores ? ` (${scores.map((each, seat) => `${name(seat)} ${each}`).join(", ")})` : "";
  return `${said}${score}${early ? `: ${reason}` : ""}${helped}`;
}

/** When a table was last used; of a finished game, also how long it took. */
export function whenWords({ result, touched }) {
  if (!result) return touched ? ago(touched) : "";
  const length = result.moves ? `, ${counted(result.moves, "move")} in ${lasting(result.seconds)}` : "";
  return `${capital(ago(result.ended))}${length}`;
}

export function TableList({ title, tables, action }) {
  const [all, show] = useState(false);
  const id = useId("tables");
  const shown = all ? tables : tables.slice(0, FEW);
  return html`
    <section class="tables" aria-labelledby=${id}>
      <h2 id=${id}>${title}</h2>
      <ul>
        ${shown.map((table) => html`<li key=${table.id}><${TableRow} table=${table} action=${action} /></li>`)}
      </ul>
      ${tables.length > shown.length && html`
        <button type="button" class="button quiet" onClick=${() => show(true)}>Show all ${tables.length}</button>`}
    </section>
  `;
}

function TableRow({ table, action }) {
  const { text, path } = ACTIONS[action];
  const turn = table.turn && table.phase === "playing";
  return html`
    <a class="table-row" href=${url(path(table))}>
      ${table.upload
        ? html`<span class="thumb blank" aria-hidden="true"></span>`
        : html`<img class="thumb" src=${picture(table.game)} onError=${noPicture} alt="" width="80" height="50" loading="lazy" />`}
      <span class="table-text">
        <b>${table.title}</b>
        <span class="dim">${company(table)}</span>
        <span class="dim">${turn ? html`<strong class="your-turn">Your turn</strong> · ` : ""}${table.touched ? ago(table.touched) : ""}</span>
      </span>
      <span class="button small">${text}</span>
    </a>
  `;
}

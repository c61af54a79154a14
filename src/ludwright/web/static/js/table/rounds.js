// The end of a hand: what each player scored in it, before the next one is looked at.

import { capital, html, useEffect, useRef } from "../dom.js";

const LASTING = 9000; // milliseconds that a summary stays without being closed

/** The numbers of a scene, by what they count: {name: {whose: number}}. */
function numbers({ values }, teams) {
  const found = new Map();
  for (const { name, owner, text } of values) {
    const team = owner === null ? teams.find((each) => name.startsWith(`${each.name}'s `)) : null;
    if ((owner === null && !team) || !/^-?\d+$/.test(text)) continue;
    const kind = team ? name.slice(team.name.length + 3) : name;
    if (!found.has(kind)) found.set(kind, new Map());
    found.get(kind).set(team ? team.name : owner, Number(text));
  }
  return found;
}

/** Whether cards are dealt anew: shuffled, and given to several players. */
function isDealt({ events = [], scene }) {
  if (!events.some((event) => event.k === "shuffle")) return false;
  const owners = new Map(scene.places.map((place) => [place.zone, place.owner ?? null]));
  const got = new Set(events.filter((event) => event.k === "move").map((event) =>
    owners.get(event.to) ?? null));
  got.delete(null);
  return got.size > 1;
}

/** Follows the numbers of a game from deal to deal. */
export class Rounds {
  shown = null; // the summary on the table: {kinds, rows}
  #start = null; // the numbers at the last deal that was seen
  #timer = 0;

  constructor(changed) {
    this.changed = changed;
  }

  /** Note a state that is shown; numbers count from the first one, and from every deal. */
  note(state, teams) {
    if (!this.#start || isDealt(state)) this.#start = numbers(state.scene, teams);
  }

  /** The summary of the hand that a state ends; null if it ends none, or nothing was scored. */
  ended(before, state, teams) {
    if (!before || !this.#start || state.over || state.moves < before.moves
      || !isDealt(state)) return null;
    const now = numbers(state.scene, teams);
    const kinds = [...now.keys()].filter((kind) => differ(this.#start.get(kind), now.get(kind)));
    if (!kinds.length) return null;
    const whose = [...new Set(kinds.flatMap((kind) => [...now.get(kind).keys()]))];
    const rows = whose.map((who) => ({
      who,
      cells: kinds.map((kind) => {
        const total = now.get(kind).get(who) ?? 0;
        return { total, change: total - (this.#start.get(kind).get(who) ?? 0) };
      }),
    }));
    return { kinds, rows };
  }

  show(summary, stays) {
    this.close();
    this.shown = { ...summary, stays };
    if (!stays) this.#timer = setTimeout(() => {
      this.close();
      this.changed();
    }, LASTING);
  }

  close() {
    clearTimeout(this.#timer);
    this.shown = null;
  }
}

/** Whether numbers have changed; not if they only went around, as a dealer's blinds do. */
function differ(before, now) {
  const sorted = (all) => [...(all?.values() ?? [])].sort((a, b) => a - b).join();
  return Boolean(before) && sorted(before) !== sorted(now);
}

const signed = (number) => (number > 0 ? `+${number}` : `${number}`);

/** The same in sentences. */
export function spokenRound({ kinds, rows }, name) {
  const said = (cells) => cells.map(({ change, total }, i) =>
    `${kinds[i]} ${signed(change)}, ${total} in all`).join("; ");
  const lines = rows.map(({ who, cells }) => `${name(who)}: ${said(cells)}`);
  return ["End of the hand", ...lines].join(". ");
}

export function RoundSummary({ session }) {
  const { shown } = session.rounds;
  const button = useRef(null);
  const stays = shown?.stays;
  useEffect(() => {
    if (stays) button.current?.focus();
  }, [stays]);
  if (!shown) return null;
  return html`
    <div class="round" role="group" aria-label="End of the hand">
      <h2>End of the hand</h2>
      <table class="scores">
        <thead>
          <tr><th scope="col">Player</th>${shown.kinds.map((kind) => html`
            <th scope="col" key=${kind}>${capital(kind)}</th><th scope="col">Total</th>`)}</tr>
        </thead>
        <tbody>${shown.rows.map(({ who, cells }) => html`
          <tr key=${who}><th scope="row">${session.whose(who)}</th>${cells.map(
            ({ change, total }, i) => html`<td key=${i}>${signed(change)}</td><td>${total}</td>`)}
          </tr>`)}</tbody>
      </table>
      <button type="button" class="button main" ref=${button}
        onClick=${() => session.nextRound()}>Continue</button>
    </div>
  `;
}

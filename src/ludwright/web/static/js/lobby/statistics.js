// A person's results in a game: played, won, streaks, times.

import { html } from "../dom.js";
import { lasting, percent } from "./words.js";

const ROWS = [
  ["Played", (data) => data.played],
  ["Won", (data) => `${data.won} (${percent(data.won / data.played)})`],
  ["Current streak", (data) => data.streak],
  ["Longest streak", (data) => data.best_streak],
  ["Fastest win", (data) => data.best_time && lasting(data.best_time)],
  ["Average time of wins", (data) => data.mean_time && lasting(data.mean_time)],
  ["Fewest moves", (data) => data.fewest_moves],
  ["Best score", (data) => data.best_score],
];

export function StatisticsOf({ data }) {
  if (!data.played) return html`<p class="dim">You have not finished a game yet.</p>`;
  const rows = ROWS.map(([term, text]) => [term, text(data)]);
  return html`
    <dl class="numbers">
      ${rows.filter(([, text]) => text !== undefined && text !== null).map(([term, text]) => html`<div><dt>${term}</dt><dd>${text}</dd></div>`)}
    </dl>
  `;
}

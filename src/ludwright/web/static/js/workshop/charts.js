// Small charts as SVG: shares with intervals, a range of lengths, and how a mean settles.

import { html } from "../dom.js";
import { between, percent, rough } from "../lobby/words.js";

const WIDE = 320;
const LEFT = 62; // where bars begin
const ROW = 26;

/** One bar per seat with its 95 % interval. */
export function Shares({ seats }) {
  const scale = (WIDE - LEFT - 58);
  const height = seats.length * ROW + 18;
  const x = (share) => LEFT + share * scale;
  const said = seats.map(({ seat, win_rate: rate, ci95 }) => `seat ${seat + 1}: ${percent(rate)}, interval ${between(ci95)}`).join("; ");
  return html`
    <svg class="chart" viewBox=${`0 0 ${WIDE} ${height}`} role="img" aria-label=${`Share of games won. ${said}`}>
      ${[0, 0.25, 0.5, 0.75, 1].map((share) => html`
        <line class="grid-line" x1=${x(share)} x2=${x(share)} y1="0" y2=${height - 14} />
        <text class="tick" x=${x(share)} y=${height - 2} text-anchor="middle">${share * 100}%</text>`)}
      ${seats.map(({ seat, win_rate: rate, ci95: [low, high] }, i) => html`
        <text x="0" y=${i * ROW + 17}>Seat ${seat + 1}</text>
        <rect class="bar" x=${LEFT} y=${i * ROW + 5} width=${Math.max(1, rate * scale)} height=${ROW - 10} rx="2" />
        <path class="whisker" d=${`M${x(low)} ${i * ROW + 8}v10M${x(low)} ${i * ROW + 13}H${x(high)}M${x(high)} ${i * ROW + 8}v10`} />
        <text x=${WIDE} y=${i * ROW + 17} text-anchor="end">${percent(rate)}</text>`)}
    </svg>
  `;
}

/** The middle 90 % of lengths as a bar, the median as a line. */
export function Lengths({ length }) {
  const { p5, p50, p95, mean } = length;
  if (p50 === null) return html`<p class="dim">Most games were cut off before their end.</p>`;
  const most = Math.max(1, p95 * 1.1);
  const x = (value) => 8 + (value / most) * (WIDE - 16);
  return html`
    <svg class="chart" viewBox=${`0 0 ${WIDE} 58`} role="img"
      aria-label=${`Turns per game: mean ${rough(mean)}, median ${p50}, nine of ten games between ${p5} and ${p95}`}>
      <line class="grid-line" x1="8" x2=${WIDE - 8} y1="26" y2="26" />
      <rect class="bar" x=${x(p5)} y="16" width=${Math.max(2, x(p95) - x(p5))} height="20" rx="3" />
      <path class="whisker" d=${`M${x(p50)} 10v32`} />
      <text class="tick" x=${x(p5)} y="54" text-anchor=${x(p5) < 40 ? "start" : "middle"}>${p5}</text>
      <text class="tick" x=${Math.min(WIDE - 8, Math.max(x(p50), x(p5) + 26))} y="8" text-anchor="middle">${p50}</text>
      <text class="tick" x=${x(p95)} y="54" text-anchor="middle">${p95}</text>
    </svg>
  `;
}

/** A mean over the games so far: where the line is flat, more games change little. */
export function Settling({ points, label }) {
  if (points.length < 2) return null;
  const values = points.map(([, value]) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const span = high - low || 1;
  const last = points.at(-1)[0];
  const place = ([games, value]) => `${8 + (games / last) * (WIDE - 60)} ${40 - ((value - low) / span) * 30}`;
  return html`
    <svg class="chart" viewBox=${`0 0 ${WIDE} 50`} role="img" aria-label=${`${label} after ${last} games: ${rough(values.at(-1))}`}>
      <line class="grid-line" x1="8" x2=${WIDE - 52} y1="42" y2="42" />
      <polyline class="trend" points=${points.map(place).join(" ")} />
      <text x=${WIDE} y=${44 - ((values.at(-1) - low) / span) * 30} text-anchor="end">${rough(values.at(-1))}</text>
    </svg>
  `;
}

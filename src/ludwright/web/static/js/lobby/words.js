// Measured facts and times in words that people understand.

import { counted } from "../dom.js";

/** A share as a percentage; small and nearly whole ones keep a decimal. */
export function percent(share) {
  const value = share * 100;
  const near = Math.min(value, 100 - value);
  if (near > 0 && near < 0.1) return value < 50 ? "under 0.1 %" : "over 99.9 %";
  return `${near > 0 && near < 3 ? value.toFixed(1) : Math.round(value)} %`;
}

/** An interval of shares. */
export const between = ([low, high]) => `${percent(low)} to ${percent(high)}`;

/** A number with at most two significant digits behind it. */
export const rough = (value) =>
  value >= 20 ? String(Math.round(value)) : value.toFixed(1).replace(/\.0$/, "");

export const players = ([least, most]) => {
  if (most === 1) return "1 player";
  return least === most ? `${least} players` : `${least} to ${most} players`;
};

const USUAL = 4;

/** The number of players unless somebody chooses another. */
export const usualCount = ([least, most]) => (least <= USUAL && USUAL <= most ? USUAL : least);

/**
 * How long a game for several is: short, medium or long, by the decisions that random games take.
 * Of solitaires this says nothing: random play gets stuck early.
 */
export function lengthOf(facts) {
  if (!facts?.fairness) return "";
  const mean = facts.length?.mean;
  if (mean === undefined) return "long";
  return mean < 25 ? "short" : mean <= 100 ? "medium" : "long";
}

export const LENGTHS = {
  short: "short (under 25 decisions)",
  medium: "medium (25 to 100)",
  long: "long (over 100)",
};

/** A measured share; at the ends, and where it is unknown, what the interval says. */
export function estimate({ rate, ci95: [low, high] }) {
  if (rate === undefined) return `${percent(low)} to ${percent(high)}`;
  if (rate === 0) return high < 0.001 ? percent(high) : `under ${percent(high)}`;
  return rate === 1 ? `over ${percent(low)}` : `about ${percent(rate)}`;
}

const randomLength = ({ mean, unit }) => `random play takes about ${rough(mean)} ${unit}`;

/** One line for a card of the catalogue. */
export function headline(facts) {
  const parts = [];
  if (facts?.fairness && facts.length) parts.push(randomLength(facts.length));
  const known = facts?.winnable && facts.winnable.ci95[1] - facts.winnable.ci95[0] < 0.5;
  if (known) parts.push(`${estimate(facts.winnable)} of deals winnable`);
  else if (facts?.fairness) parts.push(fairness(facts.fairness).short);
  return parts.join(" · ");
}

/** All facts as {term, text, note}. */
export function explained(facts) {
  const found = [];
  if (!facts?.games) return found;
  const sample = `${facts.games.toLocaleString("en")} random games${facts.players > 1 ? ` with ${facts.players} players` : ""}`;
  if (facts.fairness && facts.length)
    found.push({
      term: "Length",
      text: randomLength(facts.length),
      note: `mean of ${sample}`,
    });
  else if (facts.fairness)
    found.push({
      term: "Length",
      text: "long",
      note: `${percent(1 - facts.finished.rate)} of ${sample} were stopped before their end`,
    });
  if (facts.branching)
    found.push({
      term: "Choices",
      text: `${rough(facts.branching.mean)} possible moves at each decision`,
      note: "on average",
    });
  if (facts.winnable) found.push(winnable(facts.winnable));
  if (facts.honest)
    found.push({
      term: "Without peeking",
      text: `our player wins ${estimate(facts.honest)} of games, seeing what you see`,
      note: `${facts.honest.deals.toLocaleString("en")} deals; 95 % interval: ${between(facts.honest.ci95)}`,
    });
  if (facts.random)
    found.push({
      term: "By chance",
      text: `random play wins ${estimate(facts.random)} of games`,
      note: `95 % interval: ${between(facts.random.ci95)}`,
    });
  if (facts.fairness) {
    const { text, rates } = fairness(facts.fairness);
    found.push({ term: "Fairness", text, note: `of ${sample}, each seat won: ${rates}` });
  }
  const ladder = facts.levels?.steps.filter(({ second }) => second.startsWith("level-")) ?? [];
  if (ladder.length) found.push(levels(ladder));
  return found;
}

/** Which levels of bots play better than the one below; a difference that may be 0 is none. */
function levels(steps) {
  const number = (name) => name.replace("level-", "");
  const verdicts = steps.map(
    ({ first, second, certain }) =>
      `${number(first)} ${certain ? "beats" : "is not clearly stronger than"} ${number(second)}`,
  );
  const deals = Math.min(...steps.map((step) => step.deals));
  return {
    term: "Levels",
    text: `level ${verdicts.join(", ")}`,
    note: `at least ${deals.toLocaleString("en")} deals for each pair, played from all seats`,
  };
}

function winnable({ rate, ci95, deals, decided }) {
  const open = decided < 1 ? `; ${percent(1 - decided)} undecided` : "";
  return {
    term: "Winnable",
    text: `${estimate({ rate, ci95 })} of deals can be won, knowing all cards`,
    note: `${deals.toLocaleString("en")} deals searched${open}; 95 % interval: ${between(ci95)}`,
  };
}

/** Whether seats win equally often: only a difference that chance does not explain counts. */
function fairness(seats) {
  const rates = seats.map(({ mean }, i) => `seat ${i + 1} ${percent(mean)}`).join(", ");
  const all = seats.reduce((sum, { mean }) => sum + mean, 0) / seats.length;
  const ahead = seats.findIndex(({ ci95 }) => ci95[0] > all);
  if (ahead < 0) return { short: "fair seats", text: "no seat has a measurable advantage", rates };
  const by = seats[ahead].mean - all;
  const size = by < 0.03 ? "a slight" : by < 0.1 ? "an" : "a large";
  const which = seats.length === 2 ? (ahead ? "second" : "first") : `seat ${ahead + 1}`;
  const name = seats.length === 2 ? `the ${which} player` : which;
  return { short: `${size} edge for ${name}`, text: `${name} has ${size} advantage`, rates };
}

const SPANS = [
  [86400, "day"],
  [3600, "hour"],
  [60, "minute"],
];

/** How long ago a time (seconds since the epoch) was. */
export function ago(time) {
  const seconds = Math.max(0, Date.now() / 1000 - time);
  for (const [length, name] of SPANS)
    if (seconds >= length) return `${counted(Math.floor(seconds / length), name)} ago`;
  return "just now";
}

/** A duration in seconds. */
export function lasting(seconds) {
  if (seconds < 1) return "under a second";
  if (seconds < 60) return counted(Math.round(seconds), "second");
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`;
}

/** What is known of the bots; the server may have others. */
const BOTS = {
  "level-5": ["Level 5", "thinks for two seconds"],
  "level-4": ["Level 4", "thinks ahead, up to a second"],
  "level-3": ["Level 3", "thinks ahead"],
  "level-2": ["Level 2", "thinks ahead a little"],
  "level-1": ["Level 1", "for beginners"],
  greedy: ["Greedy", "takes the move that helps most at once"],
  random: ["Random", "any legal move, all equally likely"],
  first: ["First move", "always the first move of the list"],
};
export const botName = (name) => BOTS[name]?.[0] ?? name;
export const botNote = (name) => BOTS[name]?.[1] ?? "";

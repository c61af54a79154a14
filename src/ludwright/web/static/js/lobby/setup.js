// The form that sets up a table: who sits where, options, deal, clock, who may watch.

import { capital, html, useEffect, useRef, useState } from "../dom.js";
import { readable } from "../cards.js";
import { go, url } from "../router.js";
import { rememberBot, usualBot } from "./catalogue.js";
import { absolute, createTable, daily, languageTitle } from "./data.js";
import { Check, Choice, Copyable, sentence, useId } from "./frame.js";
import { botName, botNote, usualCount } from "./words.js";

const CLOCKS = [
  ["", "no clock"],
  ["300+5", "5 minutes, 5 seconds more per move"],
  ["900+10", "15 minutes, 10 seconds more per move"],
  ["3600+30", "1 hour, 30 seconds more per move"],
  ["86400+3600", "1 day, 1 hour more per move"],
];
const DEALS = [
  ["random", "a random deal"],
  ["winnable", "a random deal that can be won"],
  ["daily", "the deal of the day"],
  ["number", "a deal by its number"],
];
const LARGEST_SEED = 2 ** 53 - 1;

/** Who may sit in a seat besides bots; each as what the server is to do with the seat. */
const SITTERS = { me: "me", here: "somebody at this device", invite: "invite by link" };

const nameOf = (game, { language }) => (language ? `${game.name}:${language}` : game.name);

/** What the server needs to know of a table that was set up. */
export function wanted(game, setup, seed) {
  const seats = setup.sitters.slice(0, setup.players);
  const by = (kind) => seats.flatMap((sitter, seat) => (sitter === kind ? [seat] : []));
  const clock = setup.clock && setup.clock.split("+").map(Number);
  return {
    ...(game.upload ? { upload: game.upload } : { game: nameOf(game, setup) }),
    players: setup.players,
    options: setup.options,
    seat: by("me")[0] ?? null,
    bots: Object.fromEntries(seats.flatMap((sitter, seat) => (sitter.startsWith("bot:") ? [[seat, sitter.slice(4)]] : []))),
    public: setup.public,
    ...(clock ? { clock: { seconds: clock[0], increment: clock[1] } } : {}),
    ...(setup.deal === "winnable" ? { winnable: true } : {}),
    ...(seed === null ? {} : { seed }),
  };
}

/** `game` may be an upload; with `inviting`, the second seat is at first for who gets its link. */
export function Setup({ game, bots, languages, title = "Play", inviting: invited = false }) {
  const [, most] = game.players;
  const [setup, setAll] = useState(() => ({
    players: usualCount(game.players),
    sitters: Array.from({ length: most }, (_, seat) => firstSitter(seat, bots, invited)),
    options: {},
    public: false,
    clock: "",
    deal: "random",
    seed: "",
    language: "", // the usual one
  }));
  const [made, setMade] = useState(null);
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const id = useId("setup");
  const set = (name) => (value) => setAll((old) => ({ ...old, [name]: value }));
  const inviting = setup.sitters.slice(0, setup.players).includes("invite");

  const create = async (event) => {
    event.preventDefault();
    setError("");
    const seed = await seedOf(game, setup).catch((problem) => (setError(problem.message), undefined));
    if (seed === undefined) return;
    setBusy(true);
    try {
      const table = await createTable(wanted(game, setup, seed));
      await takeSeats(table, setup.sitters);
      if (inviting) setMade({ ...table, seats: table.seats.filter(({ seat }) => setup.sitters[seat] === "invite") });
      else go(`table/${table.table}`);
    } catch (problem) {
      setError(problem.message);
    }
    setBusy(false);
  };

  if (made) return html`<${Invitations} made=${made} back=${() => setMade(null)} />`;
  return html`
    <section class="setup" aria-labelledby=${id}>
      <h2 id=${id}>${title}</h2>
      <form onSubmit=${create}>
        ${most > 1 && html`<${Seats} game=${game} bots=${bots} setup=${setup} set=${set} />`}
        ${game.options?.length > 0 && html`<${Options} options=${game.options} values=${setup.options} change=${set("options")} />`}
        <${Deal} setup=${setup} set=${set} solitaire=${most === 1} />
        ${most > 1 && html`
          <details class="more">
            <summary>Table <span class="dim">${setup.public ? "public" : "private"}, ${setup.clock ? "with a clock" : "no clock"}</span></summary>
            <${Choice} label="Clock" value=${setup.clock} choices=${CLOCKS} change=${set("clock")} />
            <${Check} label="Public: everybody may join and watch" value=${setup.public} change=${set("public")} />
          </details>`}
        ${game.languages.length > 1 && html`
          <${Choice} label="Description" value=${setup.language || game.languages[0]} change=${set("language")}
            choices=${game.languages.map((each) => [each, languageTitle(languages, each)])} />`}
        ${error && html`<p class="error" role="alert">${sentence(error)}</p>`}
        <div class="buttons">
          <button type="submit" class="button main" disabled=${busy}>${busy ? "Dealing…" : inviting ? "Create table" : "Play"}</button>
        </div>
      </form>
    </section>
  `;
}

const firstSitter = (seat, bots, invited) =>
  seat === 0 ? "me" : seat === 1 && invited ? "invite" : `bot:${usualBot(bots)}`;

/** The number of the chosen deal; null if the server is to choose. */
async function seedOf(game, { deal, seed }) {
  if (deal === "daily") return (await daily(game.name)).seed;
  if (deal !== "number") return null;
  const number = Number(seed);
  if (seed === "" || !Number.isInteger(number) || number < 0 || number > LARGEST_SEED)
    throw new Error("the number of a deal is a whole number from 0 on");
  return number;
}

/** Take the seats of others at this device, as if their links were opened here. */
async function takeSeats({ seats }, sitters) {
  for (const { seat, link } of seats) if (sitters[seat] === "here") await fetch(link, { redirect: "manual" });
}

function Seats({ game, bots, setup, set }) {
  const [least, most] = game.players;
  const counts = Array.from({ length: most - least + 1 }, (_, i) => [least + i, least + i]);
  const choices = [...Object.entries(SITTERS), ...bots.map((bot) => [`bot:${bot}`, `bot: ${botName(bot)}`])];
  const change = (seat) => (sitter) => {
    if (sitter.startsWith("bot:")) rememberBot(sitter.slice(4));
    set("sitters")(setup.sitters.map((old, i) => {
      if (i === seat) return sitter;
      // One can sit in one seat only; somebody else at this device may take another.
      return sitter === "me" && old === "me" ? `bot:${bots[0]}` : old;
    }));
  };
  const notes = new Set(setup.sitters.slice(0, setup.players).filter((each) => each.startsWith("bot:")).map((each) => each.slice(4)));
  return html`
    <fieldset>
      <legend>Players</legend>
      ${counts.length > 1 && html`
        <${Choice} label="Number of players" value=${setup.players} choices=${counts} change=${(value) => set("players")(Number(value))} />`}
      <div class="seat-choices">
        ${setup.sitters.slice(0, setup.players).map((sitter, seat) => html`
          <${Choice} key=${seat} label=${`Seat ${seat + 1}`} value=${sitter} choices=${choices} change=${change(seat)} />`)}
      </div>
      ${[...notes].map((bot) => botNote(bot) && html`<small>${botName(bot)}: ${botNote(bot)}. </small>`)}
    </fieldset>
  `;
}

function Options({ options, values, change }) {
  const set = (name) => (value) => change({ ...values, [name]: value });
  return html`
    <details class="more">
      <summary>Options <span class="dim">${summary(options, values)}</span></summary>
      ${options.map((option) => html`<${Option} key=${option.name} option=${option} value=${values[option.name] ?? option.default} change=${set(option.name)} />`)}
    </details>
  `;
}

/** What differs from the usual rules. */
function summary(options, values) {
  const changed = options.filter(({ name, default: usual }) => (values[name] ?? usual) !== usual);
  return changed.map(({ name }) => `${readable(name)}: ${wordOf(values[name])}`).join(", ") || "as usual";
}

const wordOf = (value) => ({ true: "yes", false: "no" })[value] ?? readable(String(value));

function Option({ option, value, change }) {
  const id = useId("option");
  const label = capital(readable(option.name));
  if (typeof option.default === "boolean") return html`<${Check} label=${label} value=${value} change=${change} />`;
  const numeric = typeof option.default === "number";
  const typed = (text) => (numeric ? Number(text) : text);
  if (option.choices?.length)
    return html`<${Choice} label=${label} value=${value} choices=${option.choices.map((each) => [each, readable(String(each))])} change=${(text) => change(typed(text))} />`;
  return html`
    <div class="field">
      <label for=${id}>${label}</label>
      <input id=${id} type=${numeric ? "number" : "text"} value=${value} onChange=${(event) => change(typed(event.target.value))} />
    </div>
  `;
}

function Deal({ setup, set, solitaire }) {
  const id = useId("deal");
  if (!solitaire) return null; // at tables of several seats chance comes from the server alone
  return html`
    <fieldset>
      <legend>Deal</legend>
      <${Choice} label="Which deal" value=${setup.deal} choices=${DEALS} change=${set("deal")} />
      ${setup.deal === "number" && html`
        <div class="field">
          <label for=${id}>Number of the deal</label>
          <input id=${id} inputmode="numeric" pattern="[0-9]+" required value=${setup.seed} onInput=${(event) => set("seed")(event.target.value)} />
        </div>`}
    </fieldset>
  `;
}

/** The links of open seats, to be sent to those who are to sit there. */
function Invitations({ made, back }) {
  const heading = useRef(null);
  useEffect(() => heading.current.focus(), []);
  return html`
    <section class="setup" aria-labelledby="invite">
      <h2 id="invite" ref=${heading} tabindex="-1">Invite</h2>
      <p>Send each link to one person. Whoever opens it first gets the seat.</p>
      ${made.seats.map(({ seat, link }) => html`<${Copyable} key=${seat} label=${`Seat ${seat + 1}`} text=${absolute(link)} />`)}
      <div class="buttons">
        <a class="button main" href=${url(`table/${made.table}`)}>Go to the table</a>
        <button type="button" class="button" onClick=${back}>Back</button>
      </div>
    </section>
  `;
}

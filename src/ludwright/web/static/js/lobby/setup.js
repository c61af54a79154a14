// The form that sets up a table: who sits where, options, deal, clock, who may join and watch.

import { html, useState } from "../dom.js";
import { go } from "../router.js";
import { rememberBot, usualBot } from "./catalogue.js";
import { createTable, daily, languageTitle } from "./data.js";
import { Access, accessWords, ClockChoice, clockWords, OptionField, optionWords } from "./fields.js";
import { Choice, sentence, useId } from "./frame.js";
import { botName, botNote, usualCount } from "./words.js";

const DEALS = [
  ["random", "a random deal"],
  ["winnable", "a random deal that can be won"],
  ["daily", "the deal of the day"],
  ["number", "a deal by its number"],
];
const LARGEST_SEED = 2 ** 53 - 1;

/** Who may sit in a seat besides bots. */
const SITTERS = { me: "me", here: "somebody at this device", invite: "invite by link" };

const nameOf = (game, { language }) => (language ? `${game.name}:${language}` : game.name);

/** Who sits in a seat, as the server is told. */
function sitterOf(sitter, name) {
  if (sitter.startsWith("bot:")) return { kind: "bot", name: sitter.slice(4) };
  if (sitter === "here") return { kind: "here", name: name?.trim() ?? "" };
  return { kind: sitter === "me" ? "me" : "open" };
}

/** What the server needs to know of a table that was set up. */
export function wanted(game, setup, seed) {
  const seats = setup.sitters.slice(0, setup.players);
  return {
    ...(game.upload ? { upload: game.upload } : { game: nameOf(game, setup) }),
    options: setup.options,
    seats: seats.map((sitter, seat) => sitterOf(sitter, setup.names[seat])),
    public: setup.public,
    spectators: setup.spectators,
    ...(setup.clock ? { clock: setup.clock } : {}),
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
    names: [], // of people at this device
    public: false,
    spectators: true,
    clock: null,
    deal: "random",
    seed: "",
    language: "", // the usual one
  }));
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
      go(`table/${table.table}`);
    } catch (problem) {
      setError(problem.message);
    }
    setBusy(false);
  };

  return html`
    <section class="setup" aria-labelledby=${id}>
      <h2 id=${id}>${title}</h2>
      <form onSubmit=${create}>
        ${most > 1 && html`<${Seats} game=${game} bots=${bots} setup=${setup} set=${set} />`}
        ${game.options?.length > 0 && html`<${Options} options=${game.options} values=${setup.options} change=${set("options")} />`}
        <${Deal} setup=${setup} set=${set} solitaire=${most === 1} />
        ${most > 1 && html`
          <details class="more">
            <summary>Table <span class="dim">${accessWords(setup)}; ${clockWords(setup.clock)}</span></summary>
            <${Access} value=${setup} change=${(what) => setAll((old) => ({ ...old, ...what }))} />
            <${ClockChoice} value=${setup.clock} change=${set("clock")} />
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
  const name = (seat) => (event) =>
    set("names")(Object.assign([...setup.names], { [seat]: event.target.value }));
  const notes = new Set(setup.sitters.slice(0, setup.players).filter((each) => each.startsWith("bot:")).map((each) => each.slice(4)));
  return html`
    <fieldset>
      <legend>Players</legend>
      ${counts.length > 1 && html`
        <${Choice} label="Number of players" value=${setup.players} choices=${counts} change=${(value) => set("players")(Number(value))} />`}
      <div class="seat-choices">
        ${setup.sitters.slice(0, setup.players).map((sitter, seat) => html`
          <div key=${seat}>
            <${Choice} label=${`Seat ${seat + 1}`} value=${sitter} choices=${choices} change=${change(seat)} />
            ${sitter === "here" && html`
              <input class="sitter" aria-label=${`Name of who sits in seat ${seat + 1}`} maxlength="40"
                placeholder="Name" value=${setup.names[seat] ?? ""} onInput=${name(seat)} />`}
          </div>`)}
      </div>
      ${[...notes].map((bot) => botNote(bot) && html`<small>${botName(bot)}: ${botNote(bot)}. </small>`)}
    </fieldset>
  `;
}

function Options({ options, values, change }) {
  const set = (name) => (value) => change({ ...values, [name]: value });
  return html`
    <details class="more">
      <summary>Options <span class="dim">${optionWords(options, values) || "as usual"}</span></summary>
      ${options.map((option) => html`
        <${OptionField} key=${option.name} option=${option} change=${set(option.name)}
          value=${values[option.name] ?? option.default} />`)}
    </details>
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

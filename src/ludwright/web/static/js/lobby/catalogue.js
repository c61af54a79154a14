// The catalogue: every game of the library with its picture and facts, searched and filtered.

import { announce, capital, counted, html, useEffect, useMemo, useState } from "../dom.js";
import { go, url } from "../router.js";
import { store, stored } from "../settings.js";
import { createTable, languageTitle, noPicture, picture } from "./data.js";
import { Choice, sentence, useId } from "./frame.js";
import { botName, botNote, headline, LENGTHS, lengthOf, players, usualCount } from "./words.js";

const BOT = "ludwright.bot";
const NO_FILTER = { text: "", players: "", kind: "", length: "", language: "" };
// Kept while the page is open, so that coming back from a game's page finds the same list.
let remembered = NO_FILTER;

/** The bot that this person plays against unless they choose another. */
export const usualBot = (bots) => [stored(BOT), "level-3"].find((bot) => bots.includes(bot)) ?? bots[0];
export const rememberBot = (bot) => store(BOT, bot);

const FILTERS = {
  text: (game, text) =>
    text.toLowerCase().split(/\s+/).every((word) => searchable(game).includes(word)),
  players: (game, count) =>
    count === "5" ? game.players[1] >= 5 : game.players[0] <= Number(count) && Number(count) <= game.players[1],
  kind: (game, kind) => game.genre === kind,
  length: (game, length) => [length, ""].includes(lengthOf(game.facts)),
  language: (game, language) => game.languages.includes(language),
};

const searchable = (game) => `${game.title} ${game.name} ${game.genre} ${game.about}`.toLowerCase();

/** The games that a filter leaves. */
export const filtered = (games, filter) =>
  games.filter((game) =>
    Object.entries(FILTERS).every(([name, test]) => !filter[name] || test(game, filter[name])),
  );

export function Catalogue({ games, bots, languages }) {
  const [filter, setFilter] = useState(remembered);
  const [bot, setBot] = useState(() => usualBot(bots));
  const id = useId("catalogue");
  remembered = filter;
  const set = (name) => (value) => setFilter((old) => ({ ...old, [name]: value }));
  const shown = useMemo(
    () => filtered(games, filter).sort((a, b) => a.title.localeCompare(b.title)),
    [games, filter],
  );
  useEffect(() => {
    if (filter === NO_FILTER) return undefined;
    const timer = setTimeout(() => announce(counted(shown.length, "game")), 600);
    return () => clearTimeout(timer);
  }, [shown.length, filter]);
  const kinds = [...new Set(games.map((game) => game.genre).filter(Boolean))].sort();
  return html`
    <section aria-labelledby=${id}>
      <h2 id=${id}>All games</h2>
      <form class="filters" role="search" onSubmit=${(event) => event.preventDefault()}>
        <div class="field grows">
          <label for=${`${id}-text`}>Search</label>
          <input id=${`${id}-text`} type="search" value=${filter.text} placeholder="Name, kind or idea"
            onInput=${(event) => set("text")(event.target.value)} />
        </div>
        <${Choice} label="Players" value=${filter.players} change=${set("players")}
          choices=${[["", "any"], ["1", "1"], ["2", "2"], ["3", "3"], ["4", "4"], ["5", "5 or more"]]} />
        <${Choice} label="Kind" value=${filter.kind} change=${set("kind")}
          choices=${[["", "any"], ...kinds.map((kind) => [kind, kind])]} />
        <${Choice} label="Length" value=${filter.length} change=${set("length")}
          choices=${[["", "any"], ...Object.entries(LENGTHS)]} />
        <${Choice} label="Language" value=${filter.language} change=${set("language")}
          choices=${[["", "any"], ...languages.map((each) => [each.name, each.title])]} />
        <${Choice} label="Bots" value=${bot} choices=${bots.map((each) => [each, botName(each)])}
          change=${(value) => (rememberBot(value), setBot(value))} />
      </form>
      <p class="dim found">
        ${counted(shown.length, "game")}${botNote(bot) && ` · bots: ${botNote(bot)}`}
        ${Object.values(filter).some(Boolean) && html` · <button type="button" class="link" onClick=${() => setFilter(NO_FILTER)}>Clear filters</button>`}
      </p>
      ${shown.length === 0 && html`<p>No game fits. <a href=${url("workshop")}>Write it in the workshop?</a></p>`}
      <ul class="cards">
        ${shown.map((game) => html`<li key=${game.name}><${GameCard} game=${game} bot=${bot} languages=${languages} /></li>`)}
      </ul>
    </section>
  `;
}

function GameCard({ game, bot, languages }) {
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const play = async () => {
    setBusy(true);
    setError("");
    try {
      go(`table/${(await playNow(game, bot)).table}`);
    } catch (problem) {
      setError(problem.message);
      setBusy(false);
    }
  };
  const facts = headline(game.facts);
  return html`
    <article class="game-card">
      <a class="cover" href=${url(`game/${game.name}`)} tabindex="-1" aria-hidden="true">
        <img src=${picture(game.name)} onError=${noPicture} alt="" width="320" height="200" loading="lazy" decoding="async" />
      </a>
      <div class="game-text">
        <h3><a href=${url(`game/${game.name}`)}>${game.title}</a></h3>
        <p class="tags"><span>${players(game.players)}</span>${game.genre && html`<span>${game.genre}</span>`}${game.languages.map((name) => html`<span>${languageTitle(languages, name)}</span>`)}</p>
        <p class="blurb">${game.about}</p>
        ${facts && html`<p class="facts">${capital(facts)}</p>`}
      </div>
      <div class="buttons">
        <button type="button" class="button main" disabled=${busy} aria-label=${`Play ${game.title} now`} onClick=${play}>
          ${busy ? "Dealing…" : "Play now"}
        </button>
        <a class="button" href=${url(`game/${game.name}`)} aria-label=${`Rules and options of ${game.title}`}>Rules and options</a>
      </div>
      ${error && html`<p class="error" role="alert">${sentence(error)}</p>`}
    </article>
  `;
}

/** A table with this person in the first seat and bots in the others. */
export function playNow(game, bot) {
  return createTable({ game: game.name, players: usualCount(game.players), seat: 0, bots: bot });
}

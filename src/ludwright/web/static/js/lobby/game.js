// The page of a game: rules, facts, and a table set up as one likes.

import { html } from "../dom.js";
import { url } from "../router.js";
import { daily, gamePage, languageTitle, library, noPicture, picture, statistics } from "./data.js";
import { Frame, Problem, useLoaded } from "./frame.js";
import { Rules } from "./rules.js";
import { Setup } from "./setup.js";
import { StatisticsOf } from "./statistics.js";
import { explained, players } from "./words.js";

export function Page({ id }) {
  const name = decodeURIComponent(id);
  const page = useLoaded((signal) => Promise.all([gamePage(name, signal), library()]), [name]);
  const [game, { bots, languages }] = page.data ?? [null, {}];
  if (!game)
    return html`
      <${Frame} title=${name} here="" busy=${page.busy}>
        <h1>${name}</h1>
        ${page.error && html`<${Problem} error=${page.error} again=${page.again} />`}
        <p><a href=${url("")}>All games</a></p>
      <//>
    `;
  const solitaire = game.players[1] === 1;
  return html`
    <${Frame} title=${game.title} here="">
      <p class="crumbs"><a href=${url("")}>All games</a></p>
      <div class="game-head">
        <img class="cover" src=${picture(game.name)} onError=${noPicture} alt=${`The table of ${game.title}`} width="320" height="200" />
        <div>
          <h1>${game.title}</h1>
          <p class="tags">
            <span>${players(game.players)}</span>${game.genre && html`<span>${game.genre}</span>`}
            ${game.languages.map((each) => html`<span>${languageTitle(languages, each)}</span>`)}
          </p>
          <p>${game.about}</p>
        </div>
      </div>
      <div class="two">
        <div>
          <${Setup} game=${game} bots=${bots} languages=${languages} />
          ${solitaire && html`<${Solitaire} game=${game} />`}
        </div>
        <div>
          <section aria-labelledby="rules"><h2 id="rules">Rules</h2><${Rules} blocks=${game.rules} title=${game.title} /></section>
          <${Facts} facts=${game.facts} />
          <p><a href=${url(`workshop?game=${encodeURIComponent(game.name)}`)}>Open its description in the workshop</a></p>
        </div>
      </div>
    <//>
  `;
}

function Facts({ facts }) {
  const all = explained(facts);
  if (!all.length) return null;
  return html`
    <section aria-labelledby="facts">
      <h2 id="facts">Facts</h2>
      <dl class="fact-list">
        ${all.map(({ term, text, note }) => html`<div><dt>${term}</dt><dd>${text}<br /><small>${note}</small></dd></div>`)}
      </dl>
    </section>
  `;
}

/** What this person has achieved, and whether today's deal is still to be played. */
function Solitaire({ game }) {
  const mine = useLoaded((signal) => statistics(game.name, signal), [game.name]);
  const today = useLoaded((signal) => daily(game.name, signal), [game.name]);
  if (!mine.data) return null;
  return html`
    <section aria-labelledby="statistics">
      <h2 id="statistics">Your statistics</h2>
      <${StatisticsOf} data=${mine.data} />
      ${today.data && html`<p class="dim">Deal of the day: number ${today.data.seed}${today.data.played ? ", played already" : ""}</p>`}
    </section>
  `;
}

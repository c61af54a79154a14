// A table of the draft for several people: the form of the lobby, with seats for those invited.

import { html } from "../dom.js";
import { Problem, useLoaded } from "../lobby/frame.js";
import { Setup } from "../lobby/setup.js";
import { upload } from "./server.js";

/** What the form has to know of an uploaded description. */
const playable = ({ upload: id, game }) => ({
  name: game.name,
  upload: id,
  players: [game.least, game.most],
  options: game.options,
  languages: [],
});

/** `draft` is the description as it was when the form was opened. */
export function Others({ draft, bots, back }) {
  const found = useLoaded(async (signal) => playable(await upload(draft, signal)), [draft]);
  return html`
    <div class="others">
      <p>
        <button type="button" class="button small" onClick=${back}>Back to the trial table</button>
      </p>
      <p class="dim">The table keeps the text as it is now: later changes do not reach it.</p>
      ${found.error && html`<${Problem} error=${found.error} again=${found.again} />`}
      ${!found.data && found.busy && html`<p role="status">Preparing…</p>`}
      ${found.data && html`
        <${Setup} title="Play with others" game=${found.data} bots=${bots} languages=${[]}
          inviting />`}
    </div>
  `;
}

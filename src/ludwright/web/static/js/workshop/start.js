// How a draft begins: from a template, from files, or from one of the drafts kept here.

import { capital, html, useRef } from "../dom.js";
import { languageTitle } from "../lobby/data.js";
import { useLoaded } from "../lobby/frame.js";
import { ago } from "../lobby/words.js";
import { draftOf, draftOfFiles, drop } from "./drafts.js";
import { templates } from "./server.js";

/** A template as a draft. */
export const draftOfSource = ({ language, files }) =>
  draftOf(language, Object.entries(files).map(([name, text]) => ({ name, text })));

const kindOf = ({ kind }) => capital(kind === "solitaire" ? kind : `${kind} game`);

export function Start({ languages, kept, open, removed, cancel }) {
  const found = useLoaded(templates, []);
  const field = useRef(null);
  const opened = async (event) => event.target.files.length && open(await draftOfFiles(event.target.files, languages));
  return html`
    <section class="start" aria-labelledby="start">
      <h2 id="start">Start a description</h2>
      <p>Begin with a small game and change it, or open files of your own. You can also drop files anywhere on this page.</p>
      <ul class="templates">
        ${(found.data ?? []).map((each) => html`
          <li key=${each.name}><button type="button" class="template" onClick=${() => open(draftOfSource(each))}>
            <b>${each.title}</b><span>${kindOf(each)} in ${languageTitle(languages, each.language)}</span></button></li>`)}
        <li><button type="button" class="template" onClick=${() => field.current.click()}><b>Files</b><span>open from this device</span></button></li>
      </ul>
      ${found.error && html`<p class="error" role="alert">${found.error.message}</p>`}
      <input ref=${field} class="unseen" type="file" multiple tabindex="-1" aria-label="Files of a description" onChange=${opened} />
      ${kept.length > 0 && html`
        <h3>Your drafts</h3>
        <ul class="drafts">
          ${kept.map((draft) => html`
            <li key=${draft.id}>
              <button type="button" class="link" onClick=${() => open(draft)}>${draft.files[0].name}</button>
              <span class="dim">${languageTitle(languages, draft.language)}, ${ago(draft.changed / 1000)}</span>
              <button type="button" class="button small quiet" aria-label=${`Delete draft ${draft.files[0].name}`} onClick=${() => (drop(draft.id), removed())}>Delete</button>
            </li>`)}
        </ul>`}
      ${cancel && html`<button type="button" class="button" onClick=${cancel}>Back to the text</button>`}
    </section>
  `;
}

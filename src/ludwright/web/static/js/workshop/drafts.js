// Drafts of descriptions, kept in this browser after every change.

import { store, stored } from "../settings.js";

const KEY = "ludwright.drafts";
const MOST = 12; // the oldest ones are dropped

const newId = () => Math.random().toString(36).slice(2, 10);

/** A new draft: {id, language, files: [{name, text}], changed}. */
export const draftOf = (language, files) => ({ id: newId(), language, files, changed: Date.now() });

/** All drafts, the latest first. */
export function drafts() {
  const found = stored(KEY);
  return Array.isArray(found) ? found.filter((draft) => draft?.files?.length) : [];
}

/** Keep a draft; returns whether the browser has room for it. */
export function keep(draft) {
  const others = drafts().filter((each) => each.id !== draft.id);
  store(KEY, [{ ...draft, changed: Date.now() }, ...others].slice(0, MOST));
  return drafts()[0]?.files.every((file, i) => file.text === draft.files[i]?.text) ?? false;
}

/** Forget a draft. */
export function drop(id) {
  store(KEY, drafts().filter((draft) => draft.id !== id));
}

/** The language of a file by its ending: its name, or nothing. */
export function languageOf(name, languages) {
  const ending = /\.[^.]+$/.exec(name.toLowerCase())?.[0];
  return languages.find((language) => language.suffixes.includes(ending))?.name;
}

/**
 * Files that were dropped or opened, as a draft: the description first. Of several files in one
 * language, parts such as `x.layout.xml` have two endings.
 */
export async function draftOfFiles(list, languages) {
  const files = await Promise.all([...list].map(async (file) => ({ name: file.name, text: await file.text() })));
  const rank = ({ name }) => (languageOf(name, languages) ? name.split(".").length : 99);
  files.sort((a, b) => rank(a) - rank(b));
  const language = languageOf(files[0].name, languages) ?? languages[0].name;
  return draftOf(language, files);
}

// What the workshop asks of the server.

import { api } from "../api.js";
import { url } from "../router.js";

/** A draft as the server takes it; its first file is the description. */
export const description = ({ language, files: [{ name, text }, ...others] }) => ({
  language,
  name,
  text,
  files: Object.fromEntries(others.map((file) => [file.name, file.text])),
});

export const check = (draft, signal) => api("api/workshop/check", { body: description(draft), signal });
/** A question about a point of a file: {draft, file, text, offset}, where the file has this text now. */
const asked = (what) => ({ draft: { language, files }, file, text, offset }) => {
  const now = files.map((each) => (each.name === file ? { ...each, text } : each));
  return api(`api/workshop/${what}`, { body: { ...description({ language, files: now }), file, offset } });
};
/** What the word there means: {blocks, start, end}. */
export const hover = asked("hover");
/** What may be written there: {items: [{text, kind, about, start, end}], more}. */
export const complete = asked("complete");
/** Keep a description that has no errors: {upload, game}. */
export const upload = (draft, signal) => api("api/workshop/games", { body: description(draft), signal });
export const templates = async () => (await api("api/workshop/templates")).templates;
export const sourceOf = (game) => api(`api/games/${encodeURIComponent(game)}/source`);
export const secrets = (id, signal) => api(`api/workshop/secrets?${new URLSearchParams({ upload: id })}`, { signal });
export const solve = (id, seed, signal) =>
  api(`api/workshop/solve?${new URLSearchParams({ upload: id, seed })}`, { signal });

/**
 * Simulate games of an upload; `report` gets {done, games, result} again and again. Returns what stops
 * it; `ended` is called once, with an error message or nothing.
 */
export function simulate(id, { games, seed }, report, ended) {
  const query = new URLSearchParams({ upload: id, games, seed });
  const source = new EventSource(url(`api/workshop/simulate?${query}`));
  const stop = (message) => {
    source.close();
    ended(message);
  };
  source.addEventListener("progress", (event) => report(JSON.parse(event.data)));
  source.addEventListener("result", (event) => {
    report(JSON.parse(event.data));
    stop();
  });
  source.addEventListener("failed", (event) => stop(JSON.parse(event.data).message));
  source.addEventListener("error", () => stop("the server does not answer"));
  return () => source.close();
}

// What the workshop asks of the server.

import { api } from "../api.js";
import { url } from "../router.js";

/** The description as the server takes it: texts by file name, the description itself first. */
export const description = ({ language, files }) => ({
  language,
  files: Object.fromEntries(files.map(({ name, text }) => [name, text])),
});

export const check = (draft, signal) => api("api/workshop/check", { body: description(draft), signal });
export const upload = async (draft, signal) =>
  (await api("api/workshop/games", { body: description(draft), signal })).upload;
export const templates = async () => (await api("api/workshop/templates")).templates;
export const sourceOf = (game) => api(`api/games/${encodeURIComponent(game)}/source`);
export const secrets = (id, signal) => api("api/workshop/secrets", { body: { upload: id }, signal });
export const solve = (id, seed, signal) => api("api/workshop/solve", { body: { upload: id, seed }, signal });

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
  // The server's own error has data; a lost connection has none.
  source.addEventListener("error", (event) => {
    const text = event.data && JSON.parse(event.data).error?.message;
    stop(text ?? "the connection to the server was lost");
  });
  return () => source.close();
}

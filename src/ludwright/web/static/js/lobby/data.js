// What the pages ask of the server, in one place; answers in the shapes that the pages use.

import { api } from "../api.js";
import { url } from "../router.js";

let catalogue = null;

/** {games, bots, languages}: asked for once. */
export function library() {
  catalogue ??= api("api/games").then(
    (answer) => ({ bots: ["greedy"], languages: [], ...answer }),
    (error) => {
      catalogue = null;
      throw error;
    },
  );
  return catalogue;
}

export const gamePage = (name, signal) => api(`api/games/${encodeURIComponent(name)}`, { signal });
export const picture = (name) => url(`pictures/${encodeURIComponent(name.split(":")[0])}.svg`);
/** A game without a picture shows the empty table. */
export const noPicture = (event) => event.target.classList.add("missing");

/** The title of a language by its name. */
export const languageTitle = (languages, name) =>
  languages.find((each) => each.name === name)?.title ?? name;

// ---- tables --------------------------------------------------------------------------------------

/** Create a table; {table, seats: [{seat, link}]}. */
export const createTable = (wanted) => api("api/tables", { body: wanted });
/** Also while the page is being left. */
export const deleteTable = (id) =>
  api(`api/tables/${encodeURIComponent(id)}`, { method: "DELETE", keepalive: true });
export const playFrom = (id, move) => api(`api/tables/${encodeURIComponent(id)}/from-here`, { body: { move } });
export const recordOf = (id) => url(`api/tables/${encodeURIComponent(id)}/record`);

const tables = (answer) => answer.tables ?? answer;
export const publicTables = async (signal) => tables(await api("api/tables", { signal }));
export const myTables = async (signal) => tables(await api("api/my/tables", { signal }));

// ---- this person ---------------------------------------------------------------------------------

export const me = (signal) => api("api/me", { signal });
export const changeMe = (changes) => api("api/me", { body: changes });
export const recoveryLink = async () => absolute((await api("api/me/recovery", { body: {} })).link);
export const statistics = (game, signal) => api(`api/statistics/${encodeURIComponent(game)}`, { signal });
export const daily = (game, signal) => api(`api/daily/${encodeURIComponent(game)}`, { signal });

/** A link of the server as people send it to others. */
export const absolute = (link) => new URL(link, location.href).href;

// The page: shows what the address asks for; each page's module is loaded when it is first shown.

import { html, render, useEffect, useState } from "./dom.js";
import { url, usePath } from "./router.js";
import "./settings.js";

// By the first part of the path; the rest is the page's parameter.
const PAGES = {
  "": () => import("./lobby/home.js"),
  game: () => import("./lobby/game.js"),
  my: () => import("./lobby/my.js"),
  replay: () => import("./lobby/replay.js"),
  workshop: () => import("./workshop/workshop.js"),
  table: () => import("./table/page.js"),
};

function App() {
  const path = usePath();
  const [first, ...rest] = path.split("/");
  const [shown, show] = useState(null);
  useEffect(() => {
    let stale = false;
    const load = PAGES[first];
    if (!load) show({ first, page: Missing });
    else
      load().then(
        (module) => stale || show({ first, page: module.Page }),
        (error) => stale || show({ first, page: () => html`<${Failed} error=${error} />` }),
      );
    return () => {
      stale = true;
    };
  }, [first]);
  if (!shown || shown.first !== first) return html`<main class="plain" aria-busy="true"></main>`;
  const parameter = rest.join("/");
  return html`<${shown.page} key=${path} id=${parameter} path=${parameter} />`;
}

const Missing = () => html`
  <main class="plain">
    <h1>Page not found</h1>
    <p><a href=${url("")}>All games</a></p>
  </main>
`;

const Failed = ({ error }) => html`
  <main class="plain">
    <h1>This page could not be loaded</h1>
    <p>${String(error.message ?? error)}</p>
    <p><button type="button" class="button" onClick=${() => location.reload()}>Reload</button></p>
  </main>
`;

render(html`<${App} />`, document.getElementById("app"));

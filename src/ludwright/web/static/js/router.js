// Addresses of the page: below the base path of the server, changed without loading it again.

import { Observable, useObservable } from "./store.js";

/** The path of the server's root, with a slash at the end. */
export const ROOT = new URL(document.baseURI).pathname;

class Location extends Observable {
  constructor() {
    super();
    addEventListener("popstate", () => this.changed());
    document.addEventListener("click", (event) => this.#followed(event));
  }

  /** The current path below the root, such as "table/abc". */
  get path() {
    const path = decodeURI(location.pathname);
    return path.startsWith(ROOT) ? path.slice(ROOT.length) : path.slice(1);
  }

  go(path, replace = false) {
    history[replace ? "replaceState" : "pushState"](null, "", url(path));
    this.changed();
    scrollTo(0, 0);
  }

  #followed(event) {
    const link = event.target.closest?.("a[href]");
    const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey);
    if (!link || !plain || event.defaultPrevented || link.target || link.download) return;
    const target = new URL(link.href);
    if (target.origin !== location.origin || !target.pathname.startsWith(ROOT)) return;
    const path = decodeURI(target.pathname.slice(ROOT.length));
    if (!isPage(path)) return;
    event.preventDefault();
    this.go(path + target.search);
  }
}

const SERVED = /^(api|join|recover|static|pictures|ws|metrics|healthz)(\/|$)/;
const isPage = (path) => !SERVED.test(path);

const here = new Location();

/** The address of a path below the root. */
export const url = (path) => ROOT + path.replace(/^\//, "");

/** Show another page. */
export const go = (path, replace) => here.go(path.replace(/^\//, ""), replace);

/** The current path; the calling component is drawn again when it changes. */
export const usePath = () => useObservable(here).path;

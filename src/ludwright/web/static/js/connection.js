// The WebSocket to a table: says hello, comes back after interruptions, and reports what arrives.

import { url } from "./router.js";

export const PROTOCOL = 1;
const FIRST_DELAY = 500; // milliseconds before the first new attempt
const LONGEST_DELAY = 15000;
const PING_EVERY = 25000;
const ANSWER_WITHIN = 12000; // after a ping; then the connection counts as lost
const COME_BACK = ["closed", "restart", "slow", "rate"];
const RELOADED = "ludwright.reloaded";

/**
 * A connection to one table. `handlers.message(object)` gets every message but those about the
 * connection; `handlers.status(text)` gets connecting, open, lost or closed; `handlers.since()` is the
 * number of the last state that is known.
 */
export class Connection {
  #socket = null;
  #delay = FIRST_DELAY;
  #timers = new Set();
  #ended = false;
  #waiting = new Map();
  #number = 0;
  #answers = false; // whether the server answers pings

  constructor(table, handlers, { seats = [], spectate = false } = {}) {
    this.table = table;
    this.handlers = handlers;
    this.hello = { seats, spectate };
    this.online = () => this.#retryNow();
    addEventListener("online", this.online);
    this.#open();
  }

  /** Send a message; false if there is no connection now. */
  send(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Send a request; the promise gets the answer with the same number, or fails with a message. */
  ask(message) {
    const re = ++this.#number;
    return new Promise((resolve, reject) => {
      if (!this.send({ ...message, re })) reject(new Error("not connected"));
      else this.#waiting.set(re, { resolve, reject });
    });
  }

  /** Connect anew, for instance under another name. */
  renew() {
    const old = this.#socket;
    this.#open();
    old?.close(1000);
  }

  close() {
    this.#ended = true;
    removeEventListener("online", this.online);
    this.#stopTimers();
    this.#socket?.close(1000);
    this.handlers.status("closed");
  }

  #open() {
    this.#stopTimers();
    this.handlers.status("connecting");
    const address = new URL(url(`ws/${encodeURIComponent(this.table)}`), location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.onopen = () => {
      const since = this.handlers.since();
      this.send({ t: "hello", protocol: PROTOCOL, ...this.hello, since });
      this.#later(PING_EVERY, () => this.#ping());
    };
    socket.onmessage = (event) => this.#received(socket, event.data);
    socket.onclose = () => this.#lost(socket);
  }

  #received(socket, text) {
    if (socket !== this.#socket) return;
    let message;
    try {
      message = JSON.parse(text);
    } catch {
      return;
    }
    this.#stopTimers();
    this.#later(PING_EVERY, () => this.#ping());
    if (message.t === "pong") this.#answers = true;
    if (message.t === "welcome") {
      if (message.protocol !== PROTOCOL) return this.#reload();
      sessionStorage.removeItem(RELOADED);
      this.#delay = FIRST_DELAY;
      this.handlers.status("open");
    }
    if (message.t === "bye") {
      if (message.code === "version") return this.#reload(message);
      // After these the same table can be had again, from this server or the next.
      if (COME_BACK.includes(message.code)) return undefined;
      this.#ended = true;
    }
    const asked = message.re === undefined ? undefined : this.#waiting.get(message.re);
    if (asked) {
      this.#waiting.delete(message.re);
      if (message.t === "refused") asked.reject(Object.assign(new Error(message.message), message));
      else asked.resolve(message);
    }
    this.handlers.message(message);
  }

  #lost(socket) {
    if (socket !== this.#socket) return;
    this.#stopTimers();
    for (const { reject } of this.#waiting.values()) reject(new Error("the connection was lost"));
    this.#waiting.clear();
    if (this.#ended) return;
    this.handlers.status("lost");
    // Spread, so that all clients of a restarted server do not come back at once.
    this.#later(this.#delay * (0.75 + Math.random() / 2), () => this.#open());
    this.#delay = Math.min(this.#delay * 2, LONGEST_DELAY);
  }

  #retryNow() {
    if (this.#ended || this.#socket?.readyState === WebSocket.OPEN) return;
    this.#delay = FIRST_DELAY;
    this.#open();
  }

  #ping() {
    this.send({ t: "ping" });
    if (!this.#answers) return this.#later(PING_EVERY, () => this.#ping());
    this.#later(ANSWER_WITHIN, () => {
      const socket = this.#socket;
      socket.close();
      this.#lost(socket);
    });
  }

  /** Client and server have different versions: a new page has the right one, but only try once. */
  #reload(message = { t: "bye", code: "version", message: "server and page differ in version" }) {
    this.#ended = true;
    if (sessionStorage.getItem(RELOADED)) return this.handlers.message(message);
    sessionStorage.setItem(RELOADED, "1");
    location.reload();
  }

  #later(delay, action) {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      action();
    }, delay);
    this.#timers.add(timer);
  }

  #stopTimers() {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }
}

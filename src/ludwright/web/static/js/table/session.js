// A table as this browser knows it: what the server sent, what the person has chosen so far.

import { deckOf, signed, spoken } from "../cards.js";
import { Connection } from "../connection.js";
import { announce, capital } from "../dom.js";
import { go } from "../router.js";
import { duration, settings, store, stored } from "../settings.js";
import { sound } from "../sounds.js";
import { Observable } from "../store.js";
import { alertTurn, calm } from "./alert.js";
import { keyOf } from "./choice.js";
import { Dice } from "./dice.js";
import { Rounds, spokenRound } from "./rounds.js";
import { staged } from "./staging.js";
import { Choosing } from "./choosing.js";
import { Tricks } from "./tricks.js";

const MOST_WAITING = 12; // states not shown yet; then the table catches up without animation
const MOST_CHAT = 200;
const TOAST = 6000;
const LOOK = 4; // durations of a card's way for which a complete trick is shown
const BETWEEN = 8; // durations of a card's way between two hands
const MOST_SPOKEN = 3; // effects of a move that are announced

export class Session extends Observable {
  info = null;
  game = null;
  you = { seats: [], host: false };
  seat = null; // whose view is shown; null for spectators
  state = null; // what is shown
  latest = new Map(); // the last state received, by seat
  logs = new Map(); // by seat: lines by number
  phrases = [];
  received = 0; // when the table was last described, for its clocks
  chat = [];
  unread = 0;
  reading = false; // whether the chat is seen
  status = "connecting";
  bye = null;
  toasts = [];
  explanation = null;
  hint = null;
  solution = null;
  rematching = false; // whether this person wants to play again
  past = null; // a state of the game's history that is looked at
  tricks = new Tricks();
  curtain = null; // a seat of this device that has to take over before its cards are shown
  began = Date.now();
  #waiting = []; // states to be shown one after another
  #timer = 0;
  #toast = 0;
  #heard = 0; // when the last message was written
  #summed = 0; // the state whose hand has been summed up

  constructor(id, options = {}) {
    super();
    this.id = id;
    this.options = options;
    this.choosing = new Choosing(this);
    this.dice = new Dice(() => this.changed());
    this.rounds = new Rounds(() => this.changed());
    this.orders = stored(this.#orderKey) ?? {};
    this.connection = new Connection(id, {
      message: (message) => this.#received(message),
      status: (status) => {
        this.status = status;
        this.changed();
      },
      since: () => Math.max(0, ...[...this.latest.values()].map((state) => state.at)),
    }, options);
  }

  close() {
    clearTimeout(this.#timer);
    calm();
    this.dice.close();
    this.rounds.close();
    this.connection.close();
  }

  get #orderKey() {
    return `ludwright.hand.${this.id}`;
  }

  /** The lines of the log by number, as the seat that is shown reads them. */
  get log() {
    return this.logs.get(this.seat) ?? new Map();
  }

  get deck() {
    return deckOf(this.game);
  }

  /** Whether everything received is shown, so that the options belong to what is seen. */
  get settled() {
    return !this.#waiting.length && !this.state?.staged && !this.past
      && this.state === this.latest.get(this.seat);
  }

  /** Whether everything is shown, and nothing moves any more. */
  get still() {
    return !this.#timer && this.settled;
  }

  /** Whether this person decides now. */
  get mine() {
    return this.settled && this.seat !== null && !this.curtain
      && (this.state?.options?.kind ?? "none") !== "none";
  }

  get spectating() {
    return this.seat === null;
  }

  get solitaire() {
    return this.game?.seats === 1;
  }

  /** Whether there are hints: one person plays, alone or against bots. */
  get advisable() {
    if (this.solitaire) return true;
    const seats = this.info?.phase === "playing" ? this.info.seats : [];
    const people = seats.filter((each) => each.kind === "person").map((each) => each.person);
    return this.seat !== null && new Set(people).size === 1;
  }

  name(seat) {
    const given = this.info?.seats?.find((each) => each.seat === seat)?.name;
    return given || `player ${seat + 1}`;
  }

  /** A player by seat, or a team by its name. */
  whose(who) {
    return typeof who === "string" ? capital(who) : who === this.seat ? "You" : this.name(who);
  }

  /** A text of the game for the eyes; players are called by their names. */
  text(text) {
    return signed(this.#named(text ?? ""), this.deck);
  }

  /** The value of a variable for the eyes. */
  value({ type, text }) {
    return this.deck.worded(type, text) ?? this.text(text);
  }

  /** The same for the ears. */
  speech(text) {
    return spoken(this.#named(text ?? ""), this.deck);
  }

  #named(text) {
    const called = (found, number) =>
      (Number(number) <= this.game.seats ? this.name(Number(number) - 1) : found);
    const hidden = (found) => {
      const count = found.split("[]").length - 1;
      return count === 1 ? "a hidden card" : `${count} hidden cards`;
    };
    return text.replace(/\bplayer (\d+)\b/g, called)
      .replace(/\[\](?:(?:,? and |[ ,+]+)\[\])*/g, hidden);
  }

  // ---- what arrives ----

  #received(message) {
    this.#HANDLERS[message.t]?.(message);
    this.changed();
  }

  #HANDLERS = {
    welcome: ({ table, game, you, phrases }) => {
      this.#known(table);
      this.game = game;
      this.you = you;
      this.phrases = phrases ?? game.phrases ?? [];
      this.chat = [];
      if (!you.seats.includes(this.seat)) this.seat = you.seats[0] ?? null;
    },
    table: ({ table, you }) => {
      this.#known(table);
      if (!you) return;
      if (this.you.seats.length && !you.seats.length && table.phase === "playing")
        this.notice("You have no seat any more; you are watching.");
      this.you = you;
      if (!you.seats.includes(this.seat)) this.sit(you.seats[0] ?? null);
    },
    state: (state) => this.#arrived(state),
    refused: ({ re, code, message }) => {
      // Who asked gets the answer to the request, and shows it.
      if (re === undefined && code !== "late") this.notice(capital(message), "refused");
      this.choosing.reset();
    },
    chat: (line) => {
      this.chat = [...this.chat, line].slice(-MOST_CHAT);
      const old = line.time <= this.#heard; // the server sends all of it again
      this.#heard = Math.max(this.#heard, line.time);
      if (!old && !this.reading && line.person !== this.you.person) this.unread += 1;
    },
    bye: (bye) => {
      this.bye = bye;
    },
  };

  #known(table) {
    const ended = this.info && this.info.phase !== "over" && table.phase === "over";
    const proposed = ({ votes }) => (votes ?? []).some((vote) => vote.kind === "rematch");
    const declined = this.info && proposed(this.info) && !proposed(table) && !table.rematch;
    this.info = table;
    this.received = Date.now();
    if (ended) calm();
    if (this.rematching && table.rematch) go(`table/${table.rematch}`);
    else if (this.rematching && declined) {
      this.rematching = false;
      this.notice("Somebody does not want to play again.");
    }
  }

  #arrived(state) {
    this.#write(state);
    this.#clock(state);
    this.latest.set(state.seat, state);
    const hot = this.you.seats.length > 1 && state.turn?.decider === state.seat
      && state.seat !== this.seat;
    if (hot && !state.over) this.#passTo(state.seat);
    else if (state.seat === this.seat && isAsked(state)) this.curtain = null;
    if (state.seat !== this.seat) return;
    this.#waiting.push(state);
    const late = document.hidden || this.#waiting.length > MOST_WAITING;
    if (late) this.#waiting = this.#waiting.slice(-1);
    if (!this.#timer) this.#next();
  }

  /** The clocks of all people run whom the game waits for. */
  #clock({ clock, turn, over }) {
    if (!clock || !this.info?.clock) return;
    const seats = this.info.seats.map((each) => ({ ...each, clock: clock[each.seat] }));
    const running = over ? [] : (turn?.waiting ?? []).filter((seat) =>
      seats[seat]?.kind === "person" && !seats[seat].resigned);
    this.info = { ...this.info, seats, clock: { ...this.info.clock, running } };
    this.received = Date.now();
  }

  /** Lines after a number of moves are replaced by what was made since. */
  #write(state) {
    const log = this.logs.get(state.seat) ?? new Map();
    const kept = state.since ?? state.moves;
    for (const number of [...log.keys()]) if (number > kept) log.delete(number);
    (state.made ?? []).forEach((line, i) =>
      log.set(line.n, { ...line, at: line.at ?? state.times?.[i] }));
    this.logs.set(state.seat, log);
  }

  /** Show the next state, and the one after it when cards have arrived. */
  #next() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const before = this.state;
    const middle = before && !before.staged && this.#waiting.length && duration()
      ? staged(before, this.#waiting[0]) : null;
    if (!middle && this.#waiting.length && this.#endsRound(before, this.#waiting[0])) return;
    const state = middle ?? this.#waiting.shift();
    if (!state) return;
    this.state = state;
    // While others choose, too, only who is missing changes: what is chosen here so far stays.
    if (!isSame(before, state)) {
      this.hint = null;
      this.explanation = null;
      this.choosing.renew();
    }
    if (!state.staged) this.rounds.note(state, this.game.teams ?? []);
    this.#happened(before, state);
    const paused = before && state.events?.length
      ? duration() * (state.made?.[0]?.seat === this.seat ? 1 : 2.2) : 0;
    const ended = before && state.over && !before.over;
    const pause = middle || ended ? duration() * LOOK : paused;
    this.#timer = setTimeout(() => {
      this.#timer = 0;
      this.#next();
      if (this.settled) this.choosing.automatic();
      this.changed();
    }, pause);
    this.changed();
  }

  /** Sum up a hand before the next one is shown; whether the table waits for that. */
  #endsRound(before, state) {
    if (this.rounds.shown?.stays) return true;
    if (this.#summed === state.at) return false;
    const ended = this.rounds.ended(before, state, this.game.teams ?? []);
    if (!ended) return false;
    this.#summed = state.at;
    this.rounds.show(ended, !settings.autoContinue);
    announce(spokenRound(ended, (who) => this.whose(who)));
    this.changed();
    if (settings.autoContinue) this.#timer = setTimeout(() => this.#next(), duration() * BETWEEN);
    return true;
  }

  /** The end of a hand has been read. */
  nextRound() {
    this.rounds.close();
    this.#next();
    this.changed();
  }

  #happened(before, state) {
    const made = before && !before.staged ? (state.made ?? []) : [];
    if (before && !this.solitaire) this.tricks.note(before, state);
    for (const event of before ? (state.events ?? []) : []) {
      if (event.k === "shuffle" || event.k === "roll") sound(event.k);
    }
    if (made.length && state.events?.some((event) => event.k === "move")) sound("card");
    const rolled = before && !state.staged ? this.dice.note(state.events ?? []) : "";
    const said = made.map((line) => this.speech(brief(line)));
    // A long list of effects may end before the roll.
    if (rolled) said.push(rolled);
    if (said.length) announce(said.join(". "));
    if (state.over && before && !before.over) {
      const won = state.result?.winners?.includes(this.seat);
      sound(won ? "won" : "over");
    }
    const asked = isAsked(state) && !this.solitaire;
    if (asked && !(before && isAsked(before))) alertTurn(this.game.title);
    else if (!asked) calm();
  }

  // ---- seats of one device ----

  #passTo(seat) {
    const seen = (whose) =>
      JSON.stringify(this.latest.get(whose)?.scene.places.map((place) =>
        [place.zone, place.cards]));
    // Where all seats see the same, nobody has to look away.
    if (seen(seat) === seen(this.seat)) this.sit(seat);
    else this.curtain = seat;
    this.changed();
  }

  /** Show the table as one of this device's seats sees it. */
  sit(seat) {
    this.curtain = null;
    this.seat = seat;
    this.#waiting = [];
    this.state = this.latest.get(seat) ?? null;
    this.choosing.reset();
    this.changed();
  }

  // ---- what the person does ----

  send(message) {
    if (!this.connection.send(message)) this.notice("Not connected; your move was not sent.",
      "refused");
  }

  /** Play again, as soon as everybody agrees. */
  rematch() {
    this.rematching = true;
    if (this.info.rematch) go(`table/${this.info.rematch}`);
    else this.send({ t: "rematch", yes: true });
    this.changed();
  }

  /** Ask the server; a refusal is shown. */
  async ask(message) {
    try {
      return await this.connection.ask(message);
    } catch (error) {
      this.notice(capital(error.message), "refused");
      sound("refused");
      return null;
    }
  }

  /** A choice of this seat at this moment. */
  act(message) {
    this.send({ ...message, seat: this.seat, at: this.state.at });
  }

  /** Another request of this seat. */
  request(t) {
    this.send({ t, seat: this.seat });
  }

  async explain(asked) {
    const found = await this.ask({ t: "explain", seat: this.seat, ...asked });
    if (!found) return;
    if (!asked.to && !found.lines.some((line) => line.line)) {
      this.notice(`${this.text(found.text)} cannot be chosen now.`);
      return;
    }
    const place = this.state.scene.places.find((each) => each.zone === asked.to?.zone);
    const top = place?.cards.at(-1) ?? null;
    const [what, ...to] = found.text.split(" -> ");
    // A card is dropped on a card, for those who see the table.
    const text = to.length ? `${what} → ${top ?? to.join(" → ")}` : what;
    this.explanation = { ...found, text };
    announce(`${this.speech(found.text)}: ${found.legal ? "legal" : "not legal"}`);
    this.changed();
  }

  /** The reason of a refusal has been read. */
  forget() {
    this.explanation = null;
    this.changed();
  }

  async seek(kind) {
    this.hint = null;
    this.solution = null;
    this[kind] = { busy: true };
    this.changed();
    const found = await this.ask({ t: kind, seat: this.seat });
    const move = found && this.choosing.moves.find((each) => each.n === found.n);
    this[kind] = found && { ...found, refs: (move?.refs ?? []).map(keyOf) };
    if (this[kind]) announce(this.speech(this[kind].text));
    this.changed();
  }

  /** Look at the table after a number of moves; null: as it is now. */
  async lookBack(move) {
    if (move === null || move >= this.latest.get(this.seat)?.moves) {
      this.past = null;
    } else {
      const found = await this.ask({ t: "history", seat: this.seat, move });
      if (found) this.past = { ...found, moves: found.move, options: { kind: "none" } };
    }
    this.choosing.reset(); // nothing can be chosen in the past
    this.changed();
  }

  /** Keep a hand in a person's own order of names. */
  arrangeHand(zone, names) {
    this.orders = { ...this.orders, [zone]: names };
    store(this.#orderKey, this.orders);
    this.changed();
  }

  notice(text, kind = "note") {
    const id = ++this.#toast;
    this.toasts = [...this.toasts.slice(-2), { id, text, kind }];
    announce(text);
    setTimeout(() => this.dismiss(id), TOAST);
    this.changed();
  }

  dismiss(id) {
    this.toasts = this.toasts.filter((toast) => toast.id !== id);
    this.changed();
  }
}

/** Whether nothing has changed that concerns the seat. */
const isSame = (before, state) => before && !before.staged && !state.staged
  && before.seat === state.seat && before.at === state.at;

/** Whether the seat that a state is for has to choose. */
const isAsked = (state) => !state.over && (state.turn?.waiting ?? []).includes(state.seat);

/** The beginning of a line: a whole deal is too much to listen to. */
const brief = (line) => sentence({ ...line, lines: (line.lines ?? []).slice(0, MOST_SPOKEN) });

/** A line of the log as a sentence. */
export function sentence(line) {
  const said = line.who ? `${capital(line.who)}: ${line.text}` : line.text;
  return [said, ...(line.lines ?? [])].filter(Boolean).join("; ");
}

// What the person has chosen so far of a move: by clicks, drags, keys, or from the list.

import { byProperty, keyOf, candidates, complete, marks, numberedZone, preferred, targetOf,
  towards } from "./choice.js";
import { announce } from "../dom.js";
import { settings, store, stored } from "../settings.js";

const SOON = 350; // milliseconds before a forced move is made, so that it can be followed

export class Choosing {
  chosen = []; // keys, in order
  picked = []; // numbers of picked items, in order
  confirming = null; // a message that waits for a confirmation, with its text
  listOpen = false;
  spread = new Set(); // zones whose cards are shown apart
  kept = new Set(); // zones that have been in use
  #drawn; // actions without a place on the table, by the zone they were seen to take from
  #learning = null;
  #asked = ""; // the options that were shown last
  #marks = null;

  constructor(session) {
    this.session = session;
  }

  get options() {
    return this.session.mine ? this.session.state.options : { kind: "none" };
  }

  get moves() {
    return this.options.moves ?? [];
  }

  get picks() {
    return this.options.kind === "picks" && this.options.picks?.at_once !== false
      ? this.options.picks : null;
  }

  /** Begin anew: another state is shown. */
  renew() {
    this.#learn();
    // While others answer the same question, what this person has chosen stays.
    const asked = JSON.stringify([this.session.seat, this.session.state.options]);
    if (asked !== this.#asked) this.reset();
    this.#asked = asked;
    this.#marks = null;
    const { scene } = this.session.state;
    // What a player has won need not be seen before there is something again.
    for (const place of scene.places)
      if (place.cards.length && (place.owner ?? null) === null) this.kept.add(place.zone);
    const moves = this.session.state.options?.moves ?? [];
    for (const { refs } of moves)
      for (const { zone } of refs) if (zone !== undefined) this.kept.add(zone);
    this.numbered = numberedZone(this.session.state.options, scene.places, this.spread);
    if (this.numbered) this.spread.add(this.numbered.zone);
  }

  reset() {
    this.chosen = [];
    this.picked = [];
    this.confirming = null;
    this.#marks = null;
    this.session.changed();
  }

  /** One step back; false if there is none. */
  back() {
    if (this.confirming) this.confirming = null;
    else if (this.chosen.length) this.chosen = this.chosen.slice(0, -1);
    else if (this.picked.length) this.picked = this.picked.slice(0, -1);
    else if (this.listOpen) this.listOpen = false;
    else return false;
    this.#marks = null;
    this.session.changed();
    return true;
  }

  /** Keys of what can be chosen now. */
  get marks() {
    this.#marks ??= this.#marked();
    return this.#marks;
  }

  #marked() {
    if (this.picks) return new Set(this.picks.items.map(keyOf));
    const found = marks(this.moves, this.chosen);
    if (this.chosen.length)
      for (const key of [...found])
        if (key.startsWith("zone"))
          for (const twin of this.#twins(Number(key.split(" ")[1]))) found.add(`zone ${twin.zone}`);
    for (const place of this.session.mine ? this.session.state.scene.places : [])
      if (!this.chosen.length && this.stockMove(place.zone)) found.add(`zone ${place.zone}`);
    for (const key of this.#answers().keys()) found.add(key);
    if (this.numbered && this.session.mine)
      this.numbered.cards.forEach((_, at) => this.#byNumber(at + 1)
        && found.add(`card ${this.numbered.zone} ${at}`));
    return found;
  }

  /** Moves of which cards of one's hand are the answer, by key: such as the rank to ask for. */
  #answers() {
    const { session } = this;
    if (!session.mine || this.chosen.length) return new Map();
    const hands = session.state.scene.places.filter((place) => place.owner === session.seat
      && place.look === "row");
    const cards = hands.flatMap((place) => place.cards.filter((name) => name !== null));
    const found = byProperty(this.moves, cards, (name) => session.deck.props(name));
    return new Map(hands.flatMap((place) => place.cards.map((name, at) =>
      [`card ${place.zone} ${at}`, found.get(name)])).filter(([, move]) => move));
  }

  isChosen(key) {
    if (this.chosen.includes(key)) return true;
    return this.picks ? this.picked.some((i) => keyOf(this.picks.items[i]) === key) : false;
  }

  // ---- clicks ----

  /** Keys that a card may stand for, best first; `zones` are the piles of its place. */
  #keys(zone, at, zones) {
    return [`card ${zone} ${at}`, `zone ${zone}`,
      ...zones.filter((other) => other !== zone).map((other) => `zone ${other}`)];
  }

  /** A card or an empty place was clicked. */
  click(zone, at, zones) {
    this.session.forget();
    if (this.options.kind === "continue") return this.goOn();
    if (this.picks) return this.#togglePicked(zone, at);
    const keys = at === null ? zones.map((each) => `zone ${each}`) : this.#keys(zone, at, zones);
    const own = keys.find((key) => this.chosen.includes(key) && key.startsWith("card"));
    if (own) return this.back();
    const marked = this.marks;
    const key = keys.find((each) => marked.has(each));
    const numbered = this.numbered?.zone === zone && this.#byNumber(at + 1);
    if (numbered) return numbered();
    const answer = this.#answers().get(`card ${zone} ${at}`);
    if (answer) return this.play(answer);
    if (key) {
      const drawn = !this.chosen.length && key.startsWith("zone") && this.stockMove(zone);
      return drawn ? this.play(drawn) : this.choose(key);
    }
    if (!this.chosen.length) return this.#unchoosable(zone, at);
    // Something else is chosen first: begin again with what was clicked.
    const from = this.chosen.find((each) => each.startsWith("card"));
    this.chosen = [];
    this.#marks = null;
    const again = keys.find((each) => this.marks.has(each));
    if (again) return this.choose(again);
    this.session.changed();
    if (from) this.#refused(from, zone);
    return undefined;
  }

  /** What chooses a number, if it can be chosen. */
  #byNumber(value) {
    const move = this.moves.find((each) => each.refs[0]?.value === value);
    if (move) return () => this.play(move);
    const range = (this.options.ranges ?? []).findIndex(({ low, high, step = 1 }) => value >= low
      && value <= high && (value - low) % step === 0);
    return range < 0 ? undefined : () => this.number(range, value);
  }

  /** Something more of a move is known. */
  choose(key) {
    if (key.startsWith("move ")) return this.play(this.moves.find((move) =>
      move.n === Number(key.slice(5))));
    const twin = key.startsWith("zone") && !candidates(this.moves, [...this.chosen, key]).length
      && this.#twinMove(this.chosen, Number(key.split(" ")[1]));
    if (twin) return this.#say(twin);
    this.chosen = [...this.chosen, key];
    this.#marks = null;
    const done = complete(this.moves, this.chosen);
    if (done) return this.play(done);
    const count = candidates(this.moves, this.chosen).length;
    announce(`chosen; ${count} ${count === 1 ? "move"
      : "moves"} left, choose where to, or press Escape`);
    this.session.changed();
    return undefined;
  }

  doubleClick(zone, at, zones) {
    if (!this.session.mine || this.picks) return;
    const key = this.#keys(zone, at, zones).find((each) => candidates(this.moves, [each]).length);
    const places = new Map(this.session.state.scene.places.map((place) => [place.zone, place]));
    const move = key && preferred(this.moves, key, (target) =>
      /pile|placed/.test(places.get(target)?.look ?? ""));
    if (move) this.play(move);
  }

  /** Whether a card can be dragged; others may be tried, to learn why not. */
  isSource(zone, at, zones) {
    return this.#keys(zone, at, zones).some((key) => candidates(this.moves, [key]).length);
  }

  /** A card was dropped on a place with these piles; whether a move was made. */
  drop(zone, at, zones, target) {
    for (const key of this.#keys(zone, at, zones)) {
      const found = towards(this.moves, key, target);
      if (found.length === 1) {
        this.play(found[0]);
        return true;
      }
      if (found.length > 1) {
        // What was asked is where to; what is left differs in something else.
        this.chosen = [key, keyOf(targetOf(found[0]) ?? found[0].refs[0])];
        this.#marks = null;
        this.session.changed();
        return false;
      }
    }
    if (this.#isTable(target[0])) {
      // The card can only be played, and the game knows where it goes.
      const own = candidates(this.moves, [`card ${zone} ${at}`]);
      const plain = own.filter((move) => !targetOf(move));
      if (plain.length === 1) {
        this.play(plain[0]);
        return true;
      }
    }
    const placed = this.#placed(zone, target);
    if (placed) {
      this.play(placed);
      return true;
    }
    const twin = this.#keys(zone, at, zones).map((key) =>
      this.#twinMove([key], target[0])).find(Boolean);
    if (twin) this.#say(twin);
    else this.#refused(`card ${zone} ${at}`, target[0]);
    return Boolean(twin);
  }

  /** The move that puts one of one's own pieces on a space, if it mentions the space alone. */
  #placed(zone, target) {
    const placeOf = (number) => this.session.state.scene.places.find((each) =>
      each.zone === number);
    if (placeOf(zone)?.owner !== this.session.seat || placeOf(target[0])?.look !== "space"
      || this.moves.some((move) => move.refs.some((ref) => ref.zone === zone))) return undefined;
    const found = this.moves.filter(({ refs }) => refs.length === 1 && refs[0].k === "zone"
      && refs[0].zone === target[0]);
    return found.length === 1 ? found[0] : undefined;
  }

  /** Whether a zone belongs to nobody and shows its cards: the middle of the table. */
  #isTable(zone) {
    const place = this.session.state.scene.places.find((each) => each.zone === zone);
    return place && place.owner === null && place.cards.at(-1) !== null;
  }

  // ---- twins ----

  /** Empty places of the same name: of moves that differ only in one of them, one is listed. */
  #twins(zone) {
    const { places } = this.session.state.scene;
    const free = (place) => !place.cards.length && !place.nodes;
    const own = places.find((place) => place.zone === zone);
    if (!own || !free(own)) return [];
    return places.filter((place) => place !== own && place.name === own.name
      && place.owner === own.owner && free(place));
  }

  /** The text of a move to a zone that is not listed, because an equivalent one is. */
  #twinMove(chosen, zone) {
    for (const move of candidates(this.moves, chosen)) {
      const target = targetOf(move);
      const twin = target && this.#twins(target.zone).find((place) => place.zone === zone);
      const at = twin && target.text ? move.text.lastIndexOf(target.text) : -1;
      if (at >= 0) return `${move.text.slice(0, at)}${twin.label} ${twin.number}${move.text.slice(at
        + target.text.length)}`;
    }
    return undefined;
  }

  #say(text) {
    this.#send({ t: "say", text }, text);
  }

  /** A click that begins no move is answered, too. */
  #unchoosable(zone, at) {
    const { session } = this;
    if (!session.mine || at === null) return;
    const place = session.state.scene.places.find((each) => each.zone === zone);
    if (place && place.cards[at] !== null) session.explain({ from: { zone, at } });
    else session.notice("This cannot be chosen now.");
  }

  #refused(from, to) {
    const [, zone, at] = from.split(" ").map(Number);
    this.session.explain({ from: { zone, at }, to: { zone: to } });
  }

  /** Zones where a dragged card may be dropped. */
  targets(zone, at, zones) {
    const found = new Set();
    for (const key of this.#keys(zone, at, zones))
      for (const move of candidates(this.moves, [key]))
        for (const ref of move.refs) if (ref.zone !== undefined
          && ref.zone !== zone) found.add(ref.zone);
    return found;
  }

  // ---- stocks ----

  /** The move that takes from a zone although it does not mention it, such as drawing. */
  stockMove(zone) {
    const moves = this.moves.filter((move) => !move.refs.length);
    const known = this.#stocks();
    const learned = moves.find((move) => known[move.action] === zone);
    if (learned || !this.session.solitaire || moves.length !== 1
      || moves[0].action in known) return learned;
    // In a solitaire, a face-down pile that no move mentions is what the only such move draws from.
    const closed = this.session.state.scene.places.filter((place) =>
      place.look !== "column" && place.cards.length > 1 && place.cards.at(-1) === null &&
      !this.moves.some((move) => move.refs.some((ref) => ref.zone === place.zone)));
    return closed.length === 1 && closed[0].zone === zone ? moves[0] : undefined;
  }

  #stocks() {
    this.#drawn ??= stored(`ludwright.stocks.${this.session.game.name}`) ?? {};
    return this.#drawn;
  }

  /** Note from which zone a move without references took cards; with others, only if they came to
   * this person's hand: what the game does after a move says nothing about the move. */
  #learn() {
    const move = this.#learning;
    this.#learning = null;
    const { session } = this;
    const first = session.state.events?.find((event) => event.k === "move");
    if (!move || !first || this.#stocks()[move.action] !== undefined) return;
    const owner = (zone) => session.state.scene.places.find((place) => place.zone === zone)?.owner;
    if ((owner(first.from) ?? null) !== null) return;
    if (!session.solitaire && owner(first.to) !== session.seat) return;
    this.#drawn = { ...this.#stocks(), [move.action]: first.from };
    store(`ludwright.stocks.${session.game.name}`, this.#drawn);
  }

  // ---- picks, numbers ----

  #togglePicked(zone, at) {
    const i = this.picks.items.findIndex((ref) => keyOf(ref) === `card ${zone} ${at}`
      || keyOf(ref) === `zone ${zone}`);
    if (i >= 0) this.toggle(i);
    else if (at !== null) this.session.notice("This cannot be picked now.");
  }

  toggle(i) {
    const has = this.picked.includes(i);
    if (!has && this.picks.most === 1) this.picked = [];
    if (!has && this.picked.length >= this.picks.most) {
      announce(`no more than ${this.picks.most}`);
      return;
    }
    this.picked = has ? this.picked.filter((other) => other !== i) : [...this.picked, i];
    announce(`${this.picked.length} picked`);
    this.session.changed();
  }

  get pickReady() {
    return this.picks && this.picked.length >= this.picks.least
      && this.picked.length <= this.picks.most;
  }

  pick() {
    const texts = this.picked.map((i) => this.picks.items[i].text ?? "a card");
    this.#send({ t: "pick", items: this.picked }, texts.join(" + ") || "nothing");
  }

  number(range, value) {
    const { before = "", after = "" } = this.options.ranges[range];
    this.#send({ t: "number", range, value }, `${before}${value}${after}`);
  }

  // ---- sending ----

  play(move) {
    if (!move) return;
    if (!move.refs.length) this.#learning = move;
    this.#send({ t: "move", n: move.n }, move.text);
  }

  goOn() {
    this.#send({ t: "move", n: 0 }, "continue", true);
  }

  #send(message, text, sure = !settings.confirmMoves) {
    if (sure) return this.confirm({ message });
    this.confirming = { message, text };
    this.session.changed();
    return undefined;
  }

  confirm({ message } = this.confirming) {
    this.confirming = null;
    this.listOpen = false;
    this.session.explanation = null;
    this.session.act(message);
    this.chosen = [];
    this.#marks = null;
    this.session.changed();
  }

  /** Make a forced move, or continue, where the person wants that. */
  automatic() {
    const { options } = this;
    const at = this.session.state?.at;
    const forced = settings.autoPlay && options.kind === "moves" && options.count === 1
      && this.moves.length === 1 && !(options.ranges ?? []).length;
    // With others the server continues after the animation.
    const on = settings.autoContinue && this.session.solitaire && options.kind === "continue";
    if (!forced && !on) return;
    setTimeout(() => {
      if (!this.session.mine || this.session.state.at !== at) return;
      if (on) this.goOn();
      else this.confirm({ message: { t: "move", n: this.moves[0].n } });
    }, SOON);
  }
}

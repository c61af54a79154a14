// Tricks: who played the cards in the middle, and what was taken last.

export class Tricks {
  last = null; // {cards, taker, label}
  arrivals = new Map(); // who played the cards of shared places, by zone and position

  /** Note what happened between two states; the last trick is what was in a shared place when a
   * player took all of it. */
  note(before, state) {
    const after = new Map(state.scene.places.map((place) => [place.zone, place]));
    const owners = new Map(state.scene.places.map((place) => [place.zone, place.owner]));
    this.#arrive(state, after,
      new Map(before.scene.places.map((place) => [place.zone, place.owner])));
    for (const place of before.scene.places) {
      const came = (state.events ?? []).filter((event) => event.k === "move"
        && event.to === place.zone).map((event) => event.card);
      const cards = [...place.cards, ...(before.staged ? [] : came)];
      const gone = place.owner === null && cards.length > 1 && !after.get(place.zone)?.cards.length;
      const taker = gone && state.events?.find((event) => event.k === "move"
        && event.from === place.zone);
      if (taker && (owners.get(taker.to) ?? null) !== null && cards.every((name) => name !== null))
        this.last = { cards, taker: owners.get(taker.to), label: place.label };
    }
  }

  /** Note whose cards have come to shared places. */
  #arrive(state, places, owners) {
    for (const key of this.arrivals.keys()) {
      const [zone, at] = key.split("/").map(Number);
      if (!(places.get(zone)?.cards.length > at)) this.arrivals.delete(key);
    }
    for (const event of state.events ?? []) {
      const place = event.k === "move" && event.card !== null ? places.get(event.to) : undefined;
      const owner = owners.get(event.from) ?? null;
      if (!place || place.owner !== null || place.look !== "row" || owner === null) continue;
      const at = place.cards.lastIndexOf(event.card);
      if (at >= 0) this.arrivals.set(`${event.to}/${at}`, owner);
    }
  }
}

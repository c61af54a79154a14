// A moment between two states: the complete trick, before somebody takes it.

/**
 * The earlier state with the first events of the later one, up to the point where cards leave a
 * shared place that others have just come to; null if there is no such point.
 */
export function staged(before, state) {
  const places = new Map(before.scene.places.map((place) => [place.zone, place]));
  const shared = (zone) => places.has(zone) && (places.get(zone).owner ?? null) === null
    && !places.get(zone).nodes;
  const moves = (state.events ?? []).filter((event) => event.k === "move");
  const filled = new Set();
  const cut = moves.findIndex((event) => {
    if (filled.has(event.from) && places.get(event.from).cards.length) return true;
    if (shared(event.to) && !shared(event.from)) filled.add(event.to);
    return false;
  });
  if (cut < 1) return null;
  const changed = new Map();
  const cardsOf = (zone) => {
    if (!changed.has(zone)) changed.set(zone, [...(places.get(zone)?.cards ?? [])]);
    return changed.get(zone);
  };
  for (const { card, from, to } of moves.slice(0, cut)) {
    const source = cardsOf(from);
    const at = source.includes(card) ? source.lastIndexOf(card) : source.length - 1;
    if (at >= 0) source.splice(at, 1);
    cardsOf(to).push(card);
  }
  const shown = before.scene.places.map((place) => {
    if (!changed.has(place.zone)) return place;
    // The order of a hand was that of its old positions.
    return { ...place, cards: changed.get(place.zone), order: undefined, backs: undefined };
  });
  return {
    ...before, scene: { ...before.scene, places: shown }, options: { kind: "none" },
    events: moves.slice(0, cut), made: state.made, at: state.at, staged: true,
  };
}

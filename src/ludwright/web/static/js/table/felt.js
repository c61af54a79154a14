// The table itself: seats, places and cards in their positions, and what one can do with them.

import { classes, html, useCallback, useEffect, useLayoutEffect, useMemo, useRef,
  useState } from "../dom.js";
import { useSettings } from "../settings.js";
import { arrange, orderOf } from "./arrange.js";
import { cardsOf, isInert, zonesOf } from "./drawn.js";
import { DiceTray } from "./dice.js";
import { useMotion } from "./motion.js";
import { Peek } from "./peek.js";
import { nearest, Pointers } from "./pointer.js";
import { SeatBox } from "./seat_box.js";
import { Card, Places } from "./things.js";

const LARGE = 74; // pixels: cards of this width need no closer look

/** The size of an element, watched. */
function useSize(ref) {
  const [size, set] = useState(null);
  useLayoutEffect(() => {
    const watch = new ResizeObserver(() => {
      const { clientWidth: w, clientHeight: h } = ref.current;
      set((old) => (old && Math.abs(old.w - w) < 2 && Math.abs(old.h - h) < 2 ? old : { w, h }));
    });
    watch.observe(ref.current);
    return () => watch.disconnect();
  }, []);
  return size;
}

export function Felt({ session, zoom = 1 }) {
  useSettings();
  const frame = useRef(null);
  const root = useRef(null);
  const dropped = useRef(new Map());
  const size = useSize(frame);
  const [focus, setFocus] = useState("");
  const [over, setOver] = useState(null);
  const [peek, setPeek] = useState(null);
  const state = session.past ?? session.state;
  const { choosing } = session;
  const context = { kept: choosing.kept, spread: choosing.spread,
    numbered: new Set(choosing.numbered ? [choosing.numbered.zone] : []), orders: session.orders };
  const layout = useMemo(
    () => (size && state ? arrange(state.scene, session.game, size.w * zoom, size.h * zoom, context)
      : null),
    [size, state, zoom, session.orders, session.game, choosing.spread.size],
  );
  const cards = layout ? cardsOf(layout, session) : [];
  // Marks change which piece of a kind is meant, not where it is.
  const moved = useMemo(() => cards, [layout]);
  useMotion(root, moved, layout, state?.events, dropped);
  const pointers = useMemo(() => new Pointers(actions(session, root, dropped, setOver, setPeek)),
    [session]);
  useHover(root, setPeek);
  const keys = useCallback((event) => pressed(event, session, root, setFocus, setPeek), [session]);
  const first = focusable(cards, layout, choosing, focus);
  useKeptFocus(root, first, setFocus);
  useLayoutEffect(() => pointers.settle(), [layout]);
  return html`
    <div class="felt-frame" ref=${frame}
      tabindex=${layout && layout.height > (size?.h ?? 0) + 1 ? 0 : undefined}>
      <div
        class=${classes("felt", session.mine && "mine", choosing.chosen.length > 0 && "choosing")}
          ref=${root} role="group" aria-label="Table"
        style=${{ width: layout ? `${layout.width}px` : "100%", height: layout
          ? `${layout.height}px` : "100%" }}
        onPointerDown=${pointers.down} onPointerMove=${pointers.move} onPointerUp=${pointers.up}
        onPointerCancel=${pointers.cancel} onClick=${pointers.click} onKeyDown=${keys}
      >
        ${layout?.seats.map((box) =>
          html`<${SeatBox} key=${`seat${box.seat}`} box=${box} session=${session}
            state=${state} />`)}
        ${layout && html`<${Places} layout=${layout} session=${session} first=${first}
          over=${over} />`}
        ${cards.map((card) =>
          html`<${Card} key=${card.key} card=${card} session=${session} first=${first}
            over=${over} />`)}
        ${layout && html`<${DiceTray} rolled=${session.dice.rolled} middle=${layout.middle} />`}
      </div>
      ${peek && html`<${Peek} peek=${peek} session=${session} close=${() => setPeek(null)} />`}
    </div>
  `;
}

/** The key of the element that Tab leads to: where the focus was, or the first that can be chosen. */
function focusable(cards, layout, choosing, focus) {
  const { marks } = choosing;
  const free = cards.filter((card) => !isInert(card, marks));
  const places = (layout?.boxes ?? []).filter((box) => !box.cards.length).concat(layout?.spaces
    ?? []);
  if (free.some((card) => card.key === focus)
    || places.some((each) => `place${each.zone}` === focus)) return focus;
  const marked = free.find((card) => marks.has(`card ${card.zone} ${card.at}`)
    || marks.has(`zone ${card.zone}`));
  const first = marked ?? free[0];
  return first ? first.key : `place${places[0]?.zone}`;
}

/** Keep the focus at the table when the card that had it is gone. */
function useKeptFocus(root, first, setFocus) {
  const inside = useRef(false);
  useEffect(() => {
    const moved = (event) => {
      inside.current = root.current?.contains(event.target) ?? false;
      const key = inside.current && event.target.dataset.focus;
      if (key) setFocus(key);
    };
    addEventListener("focusin", moved);
    return () => removeEventListener("focusin", moved);
  }, []);
  useLayoutEffect(() => {
    if (inside.current && document.activeElement === document.body)
      root.current.querySelector(`[data-focus="${first}"]`)?.focus({ preventScroll: true });
  });
}

// ---- what pointers and keys do ------------------------------------------------------------------

const placeOf = (session, zone) =>
  (session.past ?? session.state).scene.places.find((place) => zonesOf(place).includes(zone));

function actions(session, root, dropped, setOver, setPeek) {
  const { choosing } = session;
  const what = (element) => {
    const zone = Number(element.dataset.zone);
    const at = element.dataset.at === undefined ? null : Number(element.dataset.at);
    return { zone, at, place: placeOf(session, zone) };
  };
  let peeking = false;
  return {
    get root() {
      return root.current;
    },
    lift(element) {
      const { zone, at, place } = what(element);
      const hand = place.owner === session.seat && place.look === "row";
      if (!session.mine && !hand) return [];
      if (choosing.picks && !hand) return [];
      const all = [...root.current.querySelectorAll("[data-card]")];
      const branch = element.dataset.branch;
      if (place.nodes && branch !== undefined) {
        const zones = new Set(zonesOf(place).map(String));
        return all.filter((each) => zones.has(each.dataset.zone)
          && under(each.dataset.branch, branch));
      }
      if (place.look !== "column") return [element];
      return all.filter((each) => each.dataset.zone === String(zone)
        && Number(each.dataset.at) >= at);
    },
    over(element) {
      setOver(element ? what(element).place?.zone ?? null : null);
    },
    dropped(element, target, dragged, [dx, dy]) {
      const from = what(element);
      const to = target ? what(target) : null;
      dropped.current = new Map(dragged.map((each) =>
        [nameAt(session, each), shifted(each, dx, dy)]));
      if (!to || to.place === from.place) {
        if (to?.at !== null && to && from.place.owner === session.seat
          && from.place.look === "row") reorder(session, from, to);
        dropped.current = new Map();
        return false;
      }
      const zones = [to.zone, ...zonesOf(to.place).filter((zone) => zone !== to.zone)];
      return session.mine && choosing.drop(from.zone, from.at, zonesOf(from.place), zones);
    },
    once(element) {
      const { zone, at, place } = what(element);
      choosing.click(zone, at, [zone, ...zonesOf(place).filter((each) => each !== zone)]);
    },
    twice(element) {
      const { zone, at, place } = what(element);
      choosing.doubleClick(zone, at, zonesOf(place));
    },
    nothing() {
      if (choosing.chosen.length) choosing.reset();
    },
    peek(element) {
      peeking = true;
      setPeek({ ...what(element), box: element.getBoundingClientRect() });
    },
    wasPeeking() {
      const was = peeking;
      peeking = false;
      return was;
    },
  };
}

const under = (branch, root) => branch === root || root === "" || branch?.startsWith(`${root},`);

const nameAt = (session, element) => {
  const place = placeOf(session, Number(element.dataset.zone));
  const pile = (place.nodes ?? []).find((node) => node.zone === Number(element.dataset.zone))
    ?? place;
  return `${pile.cards[Number(element.dataset.at)]}`;
};

const shifted = (element, dx, dy) => ({
  x: element.offsetLeft + dx, y: element.offsetTop + dy, w: element.offsetWidth,
    h: element.offsetHeight, name: null,
});

/** A card of one's hand was dropped on another: it goes before it. */
function reorder(session, from, to) {
  const { place } = from;
  const order = orderOf(place, session.orders[place.zone]).filter((at) => at !== from.at);
  order.splice(order.indexOf(to.at) + (to.at > from.at ? 1 : 0), 0, from.at);
  session.arrangeHand(place.zone, order.map((at) => place.cards[at]));
}

function pressed(event, session, root, setFocus, setPeek) {
  const element = event.target.closest("[data-focus]");
  if (event.key === "Escape") {
    setPeek(null);
    if (session.choosing.back()) event.preventDefault();
    return;
  }
  if (!element) return;
  if (event.key.startsWith("Arrow")) {
    const all = [...root.current.querySelectorAll("[data-focus]")];
    const next = nearest(all, element, event.key);
    event.preventDefault();
    if (!next) return;
    setFocus(next.dataset.focus);
    next.focus();
  } else if (event.key === "p") {
    setPeek({ zone: Number(element.dataset.zone), at: Number(element.dataset.at ?? 0),
      place: placeOf(session, Number(element.dataset.zone)),
        box: element.getBoundingClientRect() });
  } else if (event.key === "d" && element.dataset.card) {
    session.choosing.doubleClick(Number(element.dataset.zone), Number(element.dataset.at),
      zonesOf(placeOf(session, Number(element.dataset.zone))));
  }
}

/** A mouse that rests on a card looks at it closely. */
function useHover(root, setPeek) {
  useEffect(() => {
    let timer = 0;
    const stop = () => clearTimeout(timer);
    const enter = (event) => {
      stop();
      const element = event.pointerType === "mouse" && event.target.closest?.("[data-card]");
      if (!element || (element.offsetWidth >= LARGE
        && !element.matches(".covered"))) return setPeek((old) => (old?.hover ? null : old));
      timer = setTimeout(() => element.isConnected && setPeek({ hover: true, element }), 900);
      setPeek((old) => (old?.hover ? null : old));
    };
    const felt = root.current;
    felt.addEventListener("pointerover", enter);
    felt.addEventListener("pointerdown", stop);
    felt.addEventListener("pointerleave", stop);
    return () => {
      stop();
      felt.removeEventListener("pointerover", enter);
      felt.removeEventListener("pointerdown", stop);
      felt.removeEventListener("pointerleave", stop);
    };
  }, []);
}

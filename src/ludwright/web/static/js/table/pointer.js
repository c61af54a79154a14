// Pointers at the table: taps, double clicks, drags of cards, and long presses to look closer.

const FAR = 6; // pixels a pointer moves before a press becomes a drag
const LONG = 480; // milliseconds
const TWICE = 350;
const PATIENCE = 500; // milliseconds until dropped cards go back

/** Handlers for the element that contains all cards. `table` says what pointers mean there. */
export class Pointers {
  #press = null;
  #last = null;
  #left = null; // cards that were dropped just now
  #timer = 0;

  constructor(table) {
    this.table = table;
  }

  down = (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    const element = event.target.closest("[data-card]");
    if (!element) return;
    this.#press = {
      id: event.pointerId, x: event.clientX, y: event.clientY, element,
        touch: event.pointerType !== "mouse", dragged: null,
    };
    this.#press.timer = setTimeout(() => this.#held(), LONG);
  };

  move = (event) => {
    const press = this.#press;
    if (!press || event.pointerId !== press.id) return;
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
    if (!press.dragged) {
      if (Math.hypot(dx, dy) < FAR) return;
      clearTimeout(press.timer);
      press.dragged = press.peeked ? [] : this.table.lift(press.element);
      if (!press.dragged.length) return this.#end();
      // Without capture, a fast pointer leaves the card and the drag is lost.
      this.table.root.setPointerCapture(press.id);
      // Classes are redrawn while something is dragged; other attributes stay.
      for (const each of press.dragged) each.dataset.dragged = "";
    }
    for (const each of press.dragged) each.style.translate = `${dx}px ${dy}px`;
    this.table.over(this.#under(event), event.clientX, event.clientY);
  };

  up = (event) => {
    const press = this.#press;
    if (!press || event.pointerId !== press.id) return;
    const { dragged, element } = press;
    if (dragged) {
      const target = this.#under(event);
      const sent = this.table.dropped(element, target, dragged,
        [event.clientX - press.x, event.clientY - press.y]);
      if (sent) this.#left = this.#press.dragged;
      // The click that follows a drag is not meant.
      this.#last = { suppressed: event.timeStamp };
    }
    this.#end();
  };

  cancel = () => this.#end();

  click = (event) => {
    if (this.#last?.suppressed && event.timeStamp - this.#last.suppressed < 60) return;
    if (this.table.wasPeeking()) return;
    const element = event.target.closest("[data-zone]");
    if (!element) return this.table.nothing();
    const card = element.dataset.card;
    const same = card !== undefined && this.#last?.element === card
      && event.timeStamp - this.#last.time < TWICE;
    this.#last = same ? null : { element: card, time: event.timeStamp };
    if (same) this.table.twice(element);
    else this.table.once(element);
  };

  #held() {
    const press = this.#press;
    if (press?.touch && !press.dragged) {
      press.peeked = true;
      this.table.peek(press.element);
    }
  }

  #under(event) {
    const found = document.elementsFromPoint(event.clientX, event.clientY);
    return found.map((each) => each.closest("[data-zone]")).find((each) => each
      && each.dataset.dragged === undefined);
  }

  #end() {
    const press = this.#press;
    this.#press = null;
    if (!press) return;
    clearTimeout(press.timer);
    this.table.over(null);
    // Dropped cards stay where they are until the answer comes, or for a moment.
    if (this.#left) this.#timer = setTimeout(() => this.settle(), PATIENCE);
    else this.#back(press.dragged ?? []);
  }

  /** The table was drawn again: cards are in their places. */
  settle() {
    clearTimeout(this.#timer);
    this.#back(this.#left ?? []);
    this.#left = null;
  }

  #back(elements) {
    for (const each of elements) {
      delete each.dataset.dragged;
      each.style.translate = "";
    }
  }
}

/** The focusable element that is nearest in a direction. */
export function nearest(elements, from, key) {
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1],
    ArrowDown: [0, 1] }[key];
  const middle = (element) => {
    const box = element.getBoundingClientRect();
    // Overlapped cards are seen, and reached, at their upper left corner.
    return [box.left + Math.min(box.width, 30) / 2, box.top + Math.min(box.height, 30) / 2];
  };
  const [x, y] = middle(from);
  let best = null;
  for (const element of elements) {
    if (element === from) continue;
    const [a, b] = middle(element);
    const along = (a - x) * dx + (b - y) * dy;
    const aside = Math.abs((a - x) * dy) + Math.abs((b - y) * dx);
    if (along < 2) continue;
    const score = along + aside * 2.5;
    if (!best || score < best.score) best = { element, score };
  }
  return best?.element;
}

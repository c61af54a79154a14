// Observable objects: components draw again when one they use has changed.

import { useEffect, useState } from "preact/hooks";

/** An object that notifies its subscribers, at most once per microtask. */
export class Observable {
  #listeners = new Set();
  #due = false;
  version = 0; // counts the changes

  subscribe(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  changed() {
    this.version += 1;
    if (this.#due) return;
    this.#due = true;
    queueMicrotask(() => {
      this.#due = false;
      for (const listener of [...this.#listeners]) listener();
    });
  }
}

/** The object itself; the calling component is drawn again whenever it changes. */
export function useObservable(object) {
  const [, again] = useState(0);
  const drawn = object.version;
  useEffect(() => {
    const draw = () => again((count) => count + 1);
    // Effects run some time after drawing: what has changed meanwhile was heard by nobody.
    if (object.version !== drawn) draw();
    return object.subscribe(draw);
  }, [object]);
  return object;
}

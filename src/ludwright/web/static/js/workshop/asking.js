// Questions to the server while somebody types: one at a time, and never faster than it answers.

const SLOW = 800; // milliseconds that an answer counts for at most: the first one takes longer
const LATE = 3000; // milliseconds that a failure counts for

/**
 * A queue: `ask(kind, question, then)` calls a function and passes on its answer, or null and the error.
 * While a question is under way, the last one of each kind waits. `pause` says how long to wait before
 * another one.
 */
export function questions() {
  const waiting = new Map();
  let busy = false;
  let took = 0;
  const answered = async (question) => {
    const began = performance.now();
    try {
      const answer = await question();
      took = Math.min(performance.now() - began, SLOW);
      return [answer];
    } catch (error) {
      took = LATE;
      return [null, error];
    }
  };
  const work = async () => {
    busy = true;
    for (const [kind, [question, then]] of waiting) {
      waiting.delete(kind);
      then(...(await answered(question)));
    }
    busy = false;
  };
  return {
    ask: (kind, question, then) => {
      waiting.set(kind, [question, then]);
      if (!busy) work();
    },
    pause: (least) => Math.max(least, took),
  };
}

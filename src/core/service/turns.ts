/** Somebody's part in what is done to one thing. */
interface Turn {
  /** How many pieces of work on this thing have ended. */
  ended(): number;
  /** Does `work` once nobody else works on this thing. */
  take<T>(work: () => Promise<T>): Promise<T>;
  /** Call when done with the thing. */
  leave(): void;
}

/** Lets work on the same thing run one after the other. */
export interface Turns {
  enter(id: string): Turn;
}

interface Thing {
  users: number;
  ended: number;
  line: Promise<unknown>;
}

/** Remembers only things that somebody is at. */
export function createTurns(): Turns {
  const things = new Map<string, Thing>();
  return {
    enter(id) {
      const thing = things.get(id) ?? { users: 0, ended: 0, line: Promise.resolve() };
      things.set(id, thing);
      thing.users += 1;
      return {
        ended: () => thing.ended,
        take(work) {
          const turn = thing.line.then(work).finally(() => {
            thing.ended += 1;
          });
          thing.line = turn.catch(() => undefined);
          return turn;
        },
        leave() {
          thing.users -= 1;
          if (thing.users === 0) things.delete(id);
        },
      };
    },
  };
}

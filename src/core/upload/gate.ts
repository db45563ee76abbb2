/** A number of places, changeable while in use; whoever finds none waits in line. */
export interface Gate {
  /** Resolves with the way to leave; rejects with the signal's reason when aborted. */
  enter(signal: AbortSignal): Promise<() => void>;
  setPlaces(places: number): void;
  /** True when whoever enters now has to wait. */
  isFull(): boolean;
  /** How many are inside, and how many wait. */
  inside(): number;
  waiting(): number;
}

export function createGate(initialPlaces: number): Gate {
  let places = initialPlaces;
  let inside = 0;
  const line: (() => void)[] = [];

  function admit(): void {
    while (inside < places) {
      const next = line.shift();
      if (!next) return;
      inside += 1;
      next();
    }
  }

  function leaveOnce(): () => void {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      inside -= 1;
      admit();
    };
  }

  return {
    enter(signal) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const admitted = () => {
          signal.removeEventListener('abort', onAbort);
          resolve(leaveOnce());
        };
        const onAbort = () => {
          const index = line.indexOf(admitted);
          if (index >= 0) line.splice(index, 1);
          reject(signal.reason);
        };
        signal.addEventListener('abort', onAbort, { once: true });
        line.push(admitted);
        admit();
      });
    },
    setPlaces(count) {
      places = count;
      admit();
    },
    isFull: () => inside >= places,
    inside: () => inside,
    waiting: () => line.length,
  };
}

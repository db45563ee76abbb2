/** Looks that are made one at a time, whenever something may have changed. */
export interface Looks {
  /** Something may have changed. What does so during a look is looked at after it, also where it fails. */
  want(): void;
  /** No more of them; resolves when the last one is made. */
  end(): Promise<void>;
}

export function lookWhenWanted(look: () => Promise<void>, onFailed: (error: unknown) => void): Looks {
  let looking: Promise<void> | undefined;
  let isWanted = false;
  let isOver = false;
  async function lookOn(): Promise<void> {
    // Whoever wants one during the first look finds this one under way.
    await undefined;
    do {
      isWanted = false;
      await look().catch(onFailed);
    } while (isWanted && !isOver);
    looking = undefined;
  }
  return {
    want() {
      if (isOver) return;
      isWanted = true;
      looking ??= lookOn();
    },
    async end() {
      isOver = true;
      await looking;
    },
  };
}

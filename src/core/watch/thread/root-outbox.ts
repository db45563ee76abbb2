import type { Outbox } from './outbox.ts';
import type { Finding } from './protocol.ts';

/** The findings of one root on their way to the outbox of all. */
export interface RootOutbox {
  add(finding: Finding): void;
  /** Resolves when there is room for more. Await it between directories. */
  room(): Promise<void>;
  /** Resolves when everything added so far is written and handed over, or dropped. */
  flush(): Promise<void>;
  readonly empty: boolean;
}

/**
 * Lets findings through only once the root was seen to be itself after they were made (W9): a path that was
 * looked at when a drive had just gone leads to what lies beneath, and must not pass for the file of the
 * drive. What is dropped is found again should the root be back. `onEmpty` is called whenever nothing waits
 * any more.
 */
export function createRootOutbox(
  outbox: Pick<Outbox, 'add' | 'room' | 'flush'>,
  isItself: () => Promise<boolean>,
  onEmpty: () => void,
): RootOutbox {
  let found: Finding[] = [];
  let passing: Promise<void> | undefined;

  async function pass(): Promise<void> {
    // What is found in the same turn shares one look at the root.
    await Promise.resolve();
    while (found.length > 0) {
      const findings = found;
      found = [];
      if (await isItself()) for (const finding of findings) outbox.add(finding);
    }
    passing = undefined;
    onEmpty();
  }

  return {
    add(finding) {
      found.push(finding);
      passing ??= pass();
    },
    async room() {
      await passing;
      await outbox.room();
    },
    async flush() {
      await passing;
      await outbox.flush();
    },
    get empty() {
      return passing === undefined;
    },
  };
}

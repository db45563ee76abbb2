import { failuresInRow } from './governor-policy.ts';

/** Uploads in a row whose bytes the storage did not take. */
export interface StorageFailures {
  /**
   * One more failed; when the first of those in a row did, wall time in ms, once they are a sign that the
   * storage fails.
   */
  failed(uploadId: number, at: number, isOffline: boolean): number | undefined;
  /** The bytes of an upload got through. */
  succeeded(uploadId: number): void;
  /** The storage answered; it says nothing about those that failed. */
  answered(): void;
}

/**
 * A file alone that storage fails at cannot be told from a storage that fails, until another one gets
 * through: from then on it is that file, and counts for others only together with another one.
 */
export function createStorageFailures(): StorageFailures {
  let failures: { id: number; at: number; isOffline: boolean }[] = [];
  const odd = new Set<number>();
  return {
    failed(id, at, isOffline) {
      failures = [...failures, { id, at, isOffline }].slice(-failuresInRow);
      const isOne = new Set(failures.map((failure) => failure.id)).size === 1;
      const isOfFile = isOne && odd.has(id) && !failures.every((failure) => failure.isOffline);
      if (failures.length < failuresInRow || isOfFile) return undefined;
      if (!isOne) odd.clear();
      return failures[0]?.at;
    },
    succeeded(uploadId) {
      const [first] = failures;
      const isOne = failures.length === failuresInRow && failures.every(({ id }) => id === first?.id);
      if (isOne && first && first.id !== uploadId) odd.add(first.id);
      odd.delete(uploadId);
      failures = [];
    },
    answered() {
      failures = [];
    },
  };
}

import { createDoubtfulMounts } from '#core/local/doubtful-mounts.ts';
import { type Answer, fromPlainError } from '#core/local/volume-protocol.ts';
import type { Volumes } from '#core/local/volumes.ts';
import type { FromThread } from './protocol.ts';

/**
 * Drives that may hang, as the thread reaches them: by way of whoever started it, who has a process for each.
 */
export interface VolumeRelay extends Volumes {
  answered(answer: Answer): void;
}

/** `table` stands in for the system's table of mounts. */
export function createVolumeRelay(post: (message: FromThread) => void, table?: string): VolumeRelay {
  const pending = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let nextId = 1;
  return {
    ...createDoubtfulMounts(table),
    ask(mount, operation, args) {
      const id = nextId++;
      return new Promise((resolve, reject) => {
        pending.set(id, { resolve, reject });
        post({ type: 'volume', mount, question: { id, operation, args } });
      });
    },
    // Every call tells.
    silentSince: () => undefined,
    answered(answer) {
      const call = pending.get(answer.id);
      pending.delete(answer.id);
      if (answer.kind === 'value') call?.resolve(answer.value);
      else if (answer.kind === 'error') call?.reject(fromPlainError(answer.error));
    },
  };
}

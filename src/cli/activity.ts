import type { Core } from '#core/create-core.ts';
import type { Logger } from '#core/ports/logger.ts';
import type { Upload, UploadState } from '#shared/uploads/upload.ts';

/** The steps of an upload that people are told about. */
export type Phase = 'uploaded' | 'completed' | 'duplicate' | 'attention' | 'cancelled';

const phases: Readonly<Partial<Record<UploadState, Phase>>> = {
  processing: 'uploaded',
  completed: 'completed',
  duplicate: 'duplicate',
  attention: 'attention',
  cancelled: 'cancelled',
};

/** What one run of an agent did. */
export interface RunSummary {
  readonly uploaded: number;
  readonly completed: number;
  readonly duplicates: number;
  readonly failed: number;
  readonly bytes: number;
  readonly seconds: number;
}

export interface Activity {
  summary(): RunSummary;
  /** Tells what is still to be told, then no more. */
  stop(): Promise<void>;
}

export interface ActivityOptions {
  readonly core: Core;
  readonly logger: Logger;
  /** Called once for each step of each upload, in this run. */
  readonly onStep: (upload: Upload, phase: Phase) => void;
}

/** Events are gathered for so many milliseconds, so that a burst costs one question. */
const gatherFor = 100;
/** Ids asked for at a time (bridge: rows a call). */
const batch = 1000;

/** Follows all uploads while an agent runs: tells each step once and counts for the summary. */
export function followActivity({ core, logger, onStep }: ActivityOptions): Activity {
  const startedAt = Date.now();
  const start = performance.now();
  /** The step last told, a number of bytes per upload ever touched in this run: a small map even for many. */
  const told = new Map<number, Phase>();
  const landed = new Set<number>();
  let bytes = 0;
  let changed = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  let asking: Promise<void> = Promise.resolve();

  const take = (upload: Upload) => {
    const { id, state, landedAt, updatedAt, size } = upload;
    if (landedAt !== null && landedAt >= startedAt && !landed.has(id)) {
      landed.add(id);
      bytes += size;
    }
    const phase = phases[state];
    if (phase === undefined || updatedAt < startedAt || told.get(id) === phase) return;
    told.set(id, phase);
    onStep(upload, phase);
  };

  const ask = async () => {
    const ids = [...changed];
    changed = new Set();
    for (let at = 0; at < ids.length; at += batch) {
      const filter = { profileId: null, ids: ids.slice(at, at + batch) };
      const { rows } = await core.calls['uploads.list']({ filter, order: 'oldest', limit: batch });
      for (const row of rows) take(row);
    }
  };
  const flush = () => {
    timer = undefined;
    asking = asking.then(ask).catch((error: unknown) => logger.warn('an event could not be told', { error }));
    return asking;
  };
  const unsubscribe = core.on('uploads.changed', ({ ids }) => {
    for (const id of ids) changed.add(id);
    timer ??= setTimeout(flush, gatherFor);
  });

  return {
    summary() {
      const count = (...wanted: Phase[]) =>
        [...told.values()].filter((phase) => wanted.includes(phase)).length;
      return {
        uploaded: landed.size,
        completed: count('completed'),
        duplicates: count('duplicate'),
        failed: count('attention'),
        bytes,
        seconds: Math.round((performance.now() - start) / 100) / 10,
      };
    },
    async stop() {
      unsubscribe();
      clearTimeout(timer);
      await flush();
    },
  };
}

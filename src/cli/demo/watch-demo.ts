import { relative } from 'node:path';
import { followActivity } from '../activity.ts';
import { followWaiting } from '../follow-waiting.ts';
import { terminalRows } from '../output/output.ts';
import { uploadLine } from '../output/upload-text.ts';
import { heldLine } from '../output/waiting-text.ts';
import type { Session } from '../session.ts';
import { until } from '../until.ts';
import type { DemoPlace } from './demo-place.ts';
import { showTable } from './show-table.ts';

/** Seconds of quiet before a file is taken: the demo's files are copied whole before it looks. */
const settleSeconds = 1;

/**
 * Watches the demo's folder until every file is done, and drops one more in on the way. Returns the seconds
 * it took.
 */
export async function watchDemo(session: Session, place: DemoPlace): Promise<number> {
  const { core, calls, output, logger, environment } = session;
  const start = performance.now();
  const activity = followActivity({
    core,
    logger,
    onStep(upload, phase) {
      if (output.terminal) return;
      const name = relative(place.watchDirectory, upload.path);
      output.line(uploadLine(upload, output, { name, ...(phase === 'uploaded' ? { word: phase } : {}) }));
    },
  });
  const endWaiting = followWaiting({
    core,
    logger,
    onHeld: (_folder, file) => output.line(heldLine({ path: '' }, file, output)),
    onMore: (_folder, count) => output.line(output.say('cli.demo.moreHeld', { count })),
  });
  const endTable = showTable(session, terminalRows(environment.stdout));
  try {
    await calls['folders.add']({ folder: { path: place.watchDirectory, label: 'demo', settleSeconds } });
    await untilFirstLanded(session);
    if (environment.interrupted.aborted) return secondsSince(start);
    const dropped = await place.dropOneMore();
    await untilAllDone(session, dropped);
    return secondsSince(start);
  } finally {
    await endTable();
    await endWaiting();
    await activity.stop();
  }
}

/**
 * Work is under way: the first bytes are at the service, or the folder holds nothing that could be uploaded.
 */
async function untilFirstLanded({ core, calls, environment }: Session): Promise<void> {
  await until(
    core,
    async () => {
      const states = ['processing', 'completed', 'duplicate', 'attention'] as const;
      const { total } = await calls['uploads.list']({ filter: { states: [...states] }, limit: 1 });
      if (total > 0) return true;
      const [folder] = await calls['folders.list']({});
      const isWalked = folder !== undefined && folder.health.lastReconcileAt !== null;
      return isWalked && folder.coverage.inProgress === 0 ? true : undefined;
    },
    { signal: environment.interrupted, every: 100 },
  );
}

async function untilAllDone({ core, calls, environment }: Session, dropped: string): Promise<void> {
  await until(
    core,
    async () => {
      const { rows } = await calls['uploads.list']({ filter: { search: dropped }, limit: 10 });
      const [folder] = await calls['folders.list']({});
      if (rows.length === 0 || folder === undefined || folder.coverage.inProgress > 0) return undefined;
      const counts = await calls['uploads.counts']({});
      const { completed = 0, duplicate = 0, attention = 0, cancelled = 0, ...open } = counts;
      return Object.values(open).every((count) => count === 0) ? true : undefined;
    },
    { signal: environment.interrupted, every: 200 },
  );
}

function secondsSince(start: number): number {
  return Math.round((performance.now() - start) / 100) / 10;
}

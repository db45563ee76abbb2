import { join } from 'node:path';
import type { FolderState } from '#shared/bridge/folders.ts';
import { type AgentProcess, withAgent } from './support/agent-process.ts';
import type { Wanted } from './support/agent-setup.ts';
import type { Benchmark, Run } from './support/benchmark.ts';
import { writeFiles } from './support/files.ts';
import { makeKnown, uploadsIn } from './support/known-folder.ts';
import { megabyte, processFacts } from './support/process-facts.ts';
import { countRead, markUnread, recordsReads } from './support/read-proof.ts';
import { type Goal, median, resultOf } from './support/result.ts';
import { runFloor } from './support/run-floor.ts';
import { withSandbox } from './support/sandbox.ts';

const fileSize = 1024;

interface Goals {
  readonly time: Goal;
  readonly memory: Goal;
}

interface Restart {
  readonly seconds: number;
  /** Without the start of the process: from `core.start` on. */
  readonly sinceStart: number;
  readonly rss: number;
  readonly peakRss: number;
  readonly readBytes: number;
}

/**
 * Seconds from the spawn of the agent's process until every file of a known, unchanged folder was compared
 * and the folder is watched; beside it the memory at that moment, the requests to the service and the files
 * read. The floor is a process that does readdir and lstat (times in nanoseconds) of the same tree and ends.
 * The known state: a real first run with a paused queue, so that the agent itself writes the local files and
 * uploads; then `finishUploads` gives them the shape of completed ones.
 *
 * That no file is read is told by the files: their access times are set to 2001, and any read moves them.
 */
export const rescan: Benchmark = {
  name: 'rescan',
  about: 'restart over 100,000 known, unchanged files, against readdir and lstat',
  run: (run) =>
    measure(run, 'rescan', 100_000, { time: { below: 1.5, ratioAtMost: 2.5 }, memory: { below: 200 } }),
};

export const rescanMillion: Benchmark = {
  name: 'rescan-1m',
  about: 'the same over 1,000,000 files; writes about 6 GB',
  onRequest: true,
  run: (run) => measure(run, 'rescan-1m', 1_000_000, { time: { ratioAtMost: 2.5 }, memory: { below: 400 } }),
};

async function measure(
  { size, directory, report, say }: Run,
  name: string,
  full: number,
  goals: Goals,
): Promise<void> {
  const { files: count = full, rounds = 3 } = size;
  const root = join(directory, 'files');
  const dataDirectory = join(directory, 'data');
  say(`writing ${count} files`);
  const paths = writeFiles(root, count, fileSize);
  for (const path of paths) markUnread(path);
  await withSandbox([], async (sandbox) => {
    const folders = [{ id: 'folder', path: root, settleSeconds: 0 }];
    const wanted: Wanted = { dataDirectory, sandbox, folders, unfinishedFor: 0 };
    say('first run');
    await makeKnown(wanted, count);
    // Again: a second read of a file that was read since its last change would leave no trace.
    for (const path of paths) markUnread(path);
    const restarts: Restart[] = [];
    const floors: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const floor = await walkFloor(root, count);
      const restart = await restartOnce(wanted, count);
      floors.push(floor);
      restarts.push(restart);
      say(`round ${round} of ${rounds}: floor ${floor.toFixed(2)} s, agent ${restart.seconds.toFixed(2)} s`);
    }
    const files = count;
    report(
      resultOf({
        name,
        values: restarts.map(({ seconds }) => seconds),
        floors,
        unit: 's',
        goal: goals.time,
        more: {
          files,
          withoutProcessStart: Number(median(restarts.map(({ sinceStart }) => sinceStart)).toFixed(3)),
          // The ledger's pages, the program's own modules and the channel to the benchmark.
          megabytesReadAltogether: Math.round(median(restarts.map(({ readBytes }) => readBytes)) / megabyte),
        },
      }),
    );
    const peak = Math.round(median(restarts.map(({ peakRss }) => peakRss)) / megabyte);
    const resident = restarts.map(({ rss }) => rss / megabyte);
    report(
      resultOf({
        name: `${name}-memory`,
        values: resident,
        unit: 'MB',
        goal: goals.memory,
        more: { files, peak },
      }),
    );
    const requests = { values: [await sandbox.requests('api')], unit: 'requests', goal: { atMost: 0 } };
    report(resultOf({ name: `${name}-requests`, ...requests, more: { restarts: restarts.length } }));
    const proof = recordsReads(directory) ? countRead(root) : Number.NaN;
    const read = { values: [proof], unit: 'files', goal: { atMost: 0 } };
    report(resultOf({ name: `${name}-files-read`, ...read, more: { files } }));
  });
}

function restartOnce(wanted: Wanted, count: number): Promise<Restart> {
  return withAgent(wanted, async (agent) => {
    const before = Date.now();
    await agent.tell({ do: 'start', engine: 'watch' });
    const { at } = await agent.tell({ do: 'until-idle' });
    const { rss, peakRss, readBytes } = processFacts(agent.pid);
    await assertWatching(agent);
    const completed = await uploadsIn(agent, 'completed');
    if (completed !== count)
      throw new Error(`after the restart ${completed} of ${count} uploads are completed`);
    return {
      seconds: (at - agent.spawnedAt) / 1_000,
      sinceStart: (at - before) / 1_000,
      rss,
      peakRss,
      readBytes,
    };
  });
}

async function assertWatching(agent: AgentProcess): Promise<void> {
  const { value } = await agent.tell({ do: 'call', name: 'folders.list', input: {} });
  const other = (value as FolderState[]).find(
    ({ health }) => health.mode !== 'native' || health.lastReconcileAt === null,
  );
  if (other) throw new Error(`the folder is not watched: ${other.health.why}`);
}

async function walkFloor(root: string, count: number): Promise<number> {
  const spawnedAt = performance.timeOrigin + performance.now();
  const { files, finishedAt } = await runFloor<{ files: number; finishedAt: number }>('walk', { root });
  if (files !== count) throw new Error(`the floor saw ${files} of ${count} files`);
  return (finishedAt - spawnedAt) / 1_000;
}

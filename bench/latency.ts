import { mkdirSync } from 'node:fs';
import { lstat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { BareWatch } from './floor/bare-watch.ts';
import { withAgent } from './support/agent-process.ts';
import type { Benchmark } from './support/benchmark.ts';
import { quantile, resultOf } from './support/result.ts';
import { startFloor } from './support/run-floor.ts';
import { type BenchSandbox, withSandbox } from './support/sandbox.ts';

const settleMs = 1_000;
/** Between two files, ms; not a divisor of the settle time, so that nothing falls together by habit. */
const apart = 130;
const fileSize = 10 * 1024;

/**
 * Milliseconds from the last write of a file (its mtime) to the arrival of its enrich request at the sandbox
 * (the document's `created_at`), less the folder's settle time of 1 s; p95 of 100 files that are written one
 * after the other into a watched folder. Both processes are on one machine and so on one clock. Below zero
 * cannot be: a file would have been taken too early.
 *
 * The floor: one `fs.watch`, a timer of the settle time for each name, stat, read, POST.
 */
export const latency: Benchmark = {
  name: 'latency',
  about: 'from the last write of a file to its enrich request, less the settle time',
  async run({ size, directory, report, say }) {
    const { files: count = 100, rounds = 2 } = size;
    const agents: number[][] = [];
    const floors: number[][] = [];
    for (let round = 1; round <= rounds; round += 1) {
      floors.push(await delaysOfFloor(join(directory, `floor-${round}`), count));
      agents.push(await delaysOfAgent(join(directory, `agent-${round}`), count));
      say(`round ${round} of ${rounds}: p95 ${p95(agents.at(-1))} ms, floor ${p95(floors.at(-1))} ms`);
    }
    const all = agents.flat();
    report(
      resultOf({
        name: 'latency',
        values: agents.map((delays) => quantile(delays, 0.95)),
        floors: floors.map((delays) => quantile(delays, 0.95)),
        unit: 'ms (p95)',
        goal: { below: 250 },
        more: {
          files: count,
          median: Math.round(quantile(all, 0.5)),
          highest: Math.round(Math.max(...all)),
          lowest: Math.round(Math.min(...all)),
        },
      }),
    );
  },
};

function p95(delays: readonly number[] = []): number {
  return Math.round(quantile(delays, 0.95));
}

function delaysOfFloor(directory: string, count: number): Promise<number[]> {
  const root = join(directory, 'files');
  mkdirSync(root, { recursive: true });
  return withSandbox([], async (sandbox) => {
    const { baseUrl, apiKey } = sandbox;
    const input: BareWatch = { root, baseUrl, apiKey, settleMs, files: count };
    const floor = startFloor<null>('watch', input);
    try {
      await floor.ready;
      const written = await writeOneByOne(root, count);
      await floor.answer;
      return await delays(sandbox, written);
    } finally {
      floor.kill();
    }
  });
}

function delaysOfAgent(directory: string, count: number): Promise<number[]> {
  const root = join(directory, 'files');
  mkdirSync(root, { recursive: true });
  const folders = [{ id: 'folder', path: root, settleSeconds: settleMs / 1_000 }];
  return withSandbox([], (sandbox) =>
    withAgent({ dataDirectory: join(directory, 'data'), sandbox, folders }, async (agent) => {
      await agent.tell({ do: 'start', engine: 'watch' });
      await agent.tell({ do: 'until-idle' });
      const written = await writeOneByOne(root, count);
      await agent.tell({ do: 'until-idle' });
      return delays(sandbox, written);
    }),
  );
}

/** When each file was written, by its name; wall ms. */
async function writeOneByOne(root: string, count: number): Promise<Map<string, number>> {
  const written = new Map<string, number>();
  for (let index = 0; index < count; index += 1) {
    const name = `note-${index}.txt`;
    const path = join(root, name);
    await writeFile(path, Buffer.alloc(fileSize, `note ${index} `));
    // The kernel's word, which no busy process comes late to; it is good to a timer tick, 4 ms.
    written.set(name, (await lstat(path)).mtimeMs);
    await wait(apart);
  }
  return written;
}

async function delays(sandbox: BenchSandbox, written: ReadonlyMap<string, number>): Promise<number[]> {
  const { documents, slots_never_filled: slots } = await sandbox.audit();
  const arrived = new Map([...documents, ...slots].map((one) => [one.file_name, Date.parse(one.created_at)]));
  return [...written].map(([name, at]) => {
    const asked = arrived.get(name);
    if (asked === undefined) throw new Error(`${name} never reached the service`);
    return asked - at - settleMs;
  });
}

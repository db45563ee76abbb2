import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type AgentProcess, withAgent } from './support/agent-process.ts';
import type { Benchmark, Run } from './support/benchmark.ts';
import { type DesktopApp, type Lag, startDesktopApp } from './support/desktop-app.ts';
import { writeFiles } from './support/files.ts';
import { resultOf } from './support/result.ts';
import { type BenchSandbox, withSandbox } from './support/sandbox.ts';

const fileSize = 10 * 1024;
/** How long the idle program is looked at, ms. */
const idleMs = 2_000;
/** How often the app's queue is looked at, ms: seldom enough to cost nothing beside what is measured. */
const lookEvery = 1_000;
/** So high that the request budget never says wait. */
const noLimit = 10_000_000;

/**
 * 99th percentile of the delay of the agent's main event loop, in milliseconds, while it takes in 10,000
 * files that lie in a watched folder, from the start of the engine until the last is completed. The floor:
 * the same agent when it has nothing to do.
 */
export const loopLag: Benchmark = {
  name: 'loop-lag',
  about: 'delay of the event loop while 10,000 files are taken in',
  run: (run) => measure(run, 'loop-lag', lagOfAgent),
};

/**
 * The same of the desktop app's main process with the window open, from adding the folder until the last
 * document is completed. Needs `npm run build` and an Electron runtime.
 */
export const mainLoop: Benchmark = {
  name: 'main-loop',
  about: "delay of the desktop app's main event loop while 10,000 files are taken in",
  onRequest: true,
  run: (run) => measure(run, 'main-loop', lagOfApp),
};

interface Lags {
  readonly busy: Lag;
  readonly idle: Lag;
  /** Which runtime this was, where it is not the Node of the benchmark. */
  readonly runtime?: string;
}

interface Place {
  readonly sandbox: BenchSandbox;
  /** The program's own. */
  readonly directory: string;
  readonly root: string;
  readonly count: number;
}

async function measure(
  { size, directory, report, say }: Run,
  name: string,
  lagOf: (place: Place) => Promise<Lags>,
): Promise<void> {
  const { files: count = 10_000, rounds = 1 } = size;
  const root = join(directory, 'files');
  writeFiles(root, count, fileSize);
  const lags: Lags[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const own = join(directory, `round-${round}`);
    lags.push(await withSandbox([], (sandbox) => lagOf({ sandbox, directory: own, root, count })));
    say(`round ${round} of ${rounds}: ${JSON.stringify(lags.at(-1))}`);
  }
  const highest = Math.round(Math.max(...lags.map(({ busy }) => busy.max)));
  report(
    resultOf({
      name,
      values: lags.map(({ busy }) => busy.p99),
      floors: lags.map(({ idle }) => idle.p99),
      unit: 'ms (p99)',
      goal: { below: 50 },
      more: { files: count, highest, ...(lags[0]?.runtime && { runtime: lags[0].runtime }) },
    }),
  );
}

function lagOfAgent({ sandbox, directory, root }: Place): Promise<Lags> {
  const folders = [{ id: 'folder', path: root, settleSeconds: 1 }];
  return withAgent({ dataDirectory: directory, sandbox, folders }, async (agent) => {
    const busy = await lagWhile(agent, async () => {
      await agent.tell({ do: 'start', engine: 'watch' });
      await agent.tell({ do: 'until-idle' });
    });
    return { busy, idle: await lagWhile(agent, () => wait(idleMs)) };
  });
}

async function lagWhile(agent: AgentProcess, work: () => Promise<unknown>): Promise<Lag> {
  await agent.tell({ do: 'measure-lag' });
  await work();
  const { value } = await agent.tell({ do: 'lag' });
  return value as Lag;
}

async function lagOfApp({ sandbox, directory, root, count }: Place): Promise<Lags> {
  const app = await startDesktopApp(directory);
  try {
    const profile = { name: 'Bench', baseUrl: sandbox.baseUrl, requestsPerMinute: noLimit };
    const { id } = await app.ask<{ id: string }>('profiles.save', { profile });
    await app.ask('key.set', { profileId: id, key: sandbox.apiKey });
    const idle = await app.lagWhile(() => wait(idleMs));
    return { busy: await app.lagWhile(() => takeIn(app, root, count)), idle, runtime: app.runtime };
  } finally {
    await app.end();
  }
}

async function takeIn(app: DesktopApp, path: string, count: number): Promise<void> {
  await app.ask('folders.add', { folder: { path, settleSeconds: 1 } });
  for (;;) {
    const counts = await app.ask<Record<string, number>>('uploads.counts');
    if ((counts.completed ?? 0) >= count) return;
    const failed = counts.attention ?? 0;
    if (failed > 0) throw new Error(`${failed} uploads need attention`);
    await wait(lookEvery);
  }
}

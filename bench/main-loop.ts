import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Benchmark } from './support/benchmark.ts';
import { type DesktopApp, type Lag, startDesktopApp } from './support/desktop-app.ts';
import { writeFiles } from './support/files.ts';
import { resultOf } from './support/result.ts';
import { startBenchSandbox } from './support/sandbox.ts';

const fileSize = 10 * 1024;
/** How long the idle app is looked at, ms. */
const idleMs = 2_000;
/** How often the queue is looked at, ms: seldom enough to cost nothing beside what is measured. */
const lookEvery = 1_000;
/** So high that the request budget never says wait. */
const noLimit = 10_000_000;

/**
 * 99th percentile of the delay of the event loop of the desktop app's main process, in milliseconds, while a watched folder of
 * 10,000 files is taken in with the window open, from adding the folder until the last document is completed. The floor: the same
 * app when it has nothing to do. Needs `npm run build` and an Electron runtime.
 */
export const mainLoop: Benchmark = {
  name: 'main-loop',
  about: "delay of the desktop app's main event loop while 10,000 files are taken in",
  onRequest: true,
  async run({ size, directory, report, say }) {
    const { files: count = 10_000, rounds = 1 } = size;
    const root = join(directory, 'files');
    writeFiles(root, count, fileSize);
    const busy: Lag[] = [];
    const idle: Lag[] = [];
    let runtime = '';
    for (let round = 1; round <= rounds; round += 1) {
      const sandbox = await startBenchSandbox();
      const app = await startDesktopApp(join(directory, `home-${round}`));
      try {
        runtime = app.runtime;
        const profile = { name: 'Bench', baseUrl: sandbox.baseUrl, requestsPerMinute: noLimit };
        const { id } = await app.ask<{ id: string }>('profiles.save', { profile });
        await app.ask('key.set', { profileId: id, key: sandbox.apiKey });
        idle.push(await app.lagWhile(() => wait(idleMs)));
        busy.push(await app.lagWhile(() => takeIn(app, root, count)));
      } finally {
        await app.end();
        await sandbox.stop();
      }
      say(`round ${round} of ${rounds}, ${runtime}: ${JSON.stringify(busy.at(-1))}`);
    }
    report(
      resultOf({
        name: 'main-loop',
        values: busy.map(({ p99 }) => p99),
        floors: idle.map(({ p99 }) => p99),
        unit: 'ms (p99)',
        goal: 'p99 below 50 ms',
        met: (value) => value < 50,
        more: { files: count, highest: Math.round(Math.max(...busy.map(({ max }) => max))), runtime },
      }),
    );
  },
};

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

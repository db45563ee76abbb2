import { join } from 'node:path';
import type { BareUploads, BareUploadsAnswer } from './floor/bare-uploads.ts';
import { withAgent } from './support/agent-process.ts';
import type { Benchmark, Size } from './support/benchmark.ts';
import { writeFiles } from './support/files.ts';
import { lastLanding } from './support/ledger-facts.ts';
import { median, resultOf } from './support/result.ts';
import { runFloor } from './support/run-floor.ts';
import { withSandbox } from './support/sandbox.ts';

const fileSize = 10 * 1024;
/** What the profile allows by default; PUTs at once of the agent and of the floor. */
const atOnce = 10;

/**
 * Files a second to a sandbox in another process, from the call (`uploads.add` of the folder) to the last PUT
 * that landed, with ledger, SHA-256 and exactly-once; the agent also follows the documents meanwhile. The
 * floor walks, reads, POSTs and PUTs with got, as many at once; beside it the same with a hash and a synced
 * journal, which is what the promises cost at the least (`ratioToJournal`). Each round has its own sandbox,
 * ledger and processes; no request limit, nothing is annotated.
 */
export const throughput: Benchmark = {
  name: 'throughput',
  about: '10,000 files of 10 KB to a sandbox in another process, against a bare got loop',
  async run({ size, directory, report, say }) {
    const { files: count = 10_000, rounds = 3 } = size;
    const root = join(directory, 'files');
    writeFiles(root, count, fileSize);
    const agents: Pass[] = [];
    const floors: Pass[] = [];
    const promising: Pass[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const floor = await passBare(root, count);
      promising.push(await passBare(root, count, join(directory, `journal-${round}`)));
      const agent = await passAgent(root, count, join(directory, `data-${round}`), size);
      floors.push(floor);
      agents.push(agent);
      say(`round ${round} of ${rounds}: floor ${sayPass(floor, count)}; agent ${sayPass(agent, count)}`);
    }
    report(
      resultOf({
        name: 'throughput',
        values: agents.map(({ seconds }) => count / seconds),
        floors: floors.map(({ seconds }) => count / seconds),
        unit: 'files/s',
        more: { files: count, bytesEach: fileSize },
      }),
    );
    // Gated, and not the clock: files a second swing twofold where others use the machine.
    report(
      resultOf({
        name: 'throughput-processor',
        values: agents.map(({ cpu }) => 1_000_000 / cpu),
        floors: floors.map(({ cpu }) => 1_000_000 / cpu),
        unit: 'files a second of processor',
        goal: { ratio: 0.8 },
        more: {
          files: count,
          microsecondsAFile: Math.round(median(agents.map(({ cpu }) => cpu))),
          floorMicrosecondsAFile: Math.round(median(floors.map(({ cpu }) => cpu))),
          journalMicrosecondsAFile: Math.round(median(promising.map(({ cpu }) => cpu))),
          ratioToJournal: Number(
            median(agents.map(({ cpu }, round) => (promising[round]?.cpu ?? Number.NaN) / cpu)).toFixed(3),
          ),
        },
      }),
    );
  },
};

interface Pass {
  readonly seconds: number;
  /** Processor time a file, microseconds: tells more than the clock where others use the machine. */
  readonly cpu: number;
}

function passBare(root: string, count: number, journal?: string): Promise<Pass> {
  return withSandbox([], async ({ baseUrl, apiKey }) => {
    const input: BareUploads = {
      root,
      baseUrl,
      apiKey,
      atOnce,
      ...(journal === undefined ? {} : { journal }),
    };
    const answer = await runFloor<BareUploadsAnswer>('uploads', input);
    return { seconds: answer.milliseconds / 1_000, cpu: (answer.cpu * 1_000) / count };
  });
}

function passAgent(root: string, count: number, dataDirectory: string, { profileTo }: Size): Promise<Pass> {
  const profiling = profileTo === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileTo}`];
  return withSandbox([], (sandbox) =>
    withAgent(
      { dataDirectory, sandbox },
      async (agent) => {
        const cpu = async () => (await agent.tell({ do: 'cpu' })).value as number;
        await agent.tell({ do: 'start', engine: 'uploads' });
        const cpuBefore = await cpu();
        const startedAt = Date.now();
        await agent.add(root);
        await agent.tell({ do: 'until-landed' });
        const used = (await cpu()) - cpuBefore;
        const landed = lastLanding(dataDirectory);
        if (landed.count !== count) throw new Error(`${landed.count} of ${count} files landed`);
        return { seconds: (landed.at - startedAt) / 1_000, cpu: (used * 1_000) / count };
      },
      profiling,
    ),
  );
}

function sayPass({ seconds, cpu }: Pass, count: number): string {
  return `${Math.round(count / seconds)} files/s, ${Math.round(cpu)} µs of processor a file`;
}

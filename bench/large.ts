import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { UploadEvent } from '#shared/bridge/uploads.ts';
import { withAgent } from './support/agent-process.ts';
import type { Benchmark } from './support/benchmark.ts';
import { writeFiles } from './support/files.ts';
import { megabyte, processFacts } from './support/process-facts.ts';
import { type Goal, median, resultOf } from './support/result.ts';
import { type BenchService, startBenchSandbox } from './support/sandbox.ts';
import { startSink } from './support/sink.ts';

/** How often the agent's memory is looked at, ms. */
const sampleEvery = 20;

interface Upload {
  /** Seconds of reading and hashing before the slot is asked for, and of the PUT. */
  readonly hashSeconds: number;
  readonly putSeconds: number;
  /** Highest resident memory while it ran, over that before, MB. */
  readonly growth: number;
}

interface Service {
  readonly name: string;
  readonly about: string;
  readonly start: () => Promise<BenchService>;
  readonly goal?: Goal;
}

const services: readonly Service[] = [
  { name: 'large', about: 'to the sandbox', start: () => startBenchSandbox(), goal: { ratio: 0.9 } },
  { name: 'large-sink', about: 'to a server that throws the bytes away', start: startSink },
];

/**
 * One file of 2 GB. Value: MB/s of the PUT, from the journal of the upload; floor: `curl -T` of the same file
 * to an address of the same service, by curl's own clock. The agent hashes the file once before it asks for a
 * slot and again while it sends (W3), and takes an MD5 for the storage's ETag (U15); the pass before is told
 * apart, as `hashSeconds`.
 *
 * The sandbox hashes what it gets with both, on the thread that serves, and writes it to disk, so that it is
 * the limit of both. `large-sink` shows what the agent can do where the service is none.
 *
 * Memory: the highest resident memory of the agent's process during the upload over that after the upload of
 * ten files of 2 MB, when every module is loaded and every pool has its size.
 */
export const large: Benchmark = {
  name: 'large',
  about: 'one file of 2 GB: memory and rate, against curl -T',
  async run({ size, directory, report, say }) {
    const { megabytes = 2_000, rounds = 3 } = size;
    const path = join(directory, 'large.bin');
    const warmUp = join(directory, 'warm-up');
    say(`writing ${megabytes} MB`);
    await writeLarge(path, megabytes);
    writeFiles(warmUp, 10, 2 * megabyte);
    for (const service of services) {
      const uploads: Upload[] = [];
      const curls: number[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        curls.push(await withService(service, (target) => curlSeconds(target, path)));
        const dataDirectory = join(directory, `${service.name}-${round}`);
        const upload = await withService(service, (target) =>
          uploadByAgent(target, { path, warmUp, dataDirectory }),
        );
        uploads.push(upload);
        say(
          `${service.about}, round ${round} of ${rounds}: curl ${curls.at(-1)} s, agent ${JSON.stringify(upload)}`,
        );
      }
      report(
        resultOf({
          name: service.name,
          values: uploads.map(({ putSeconds }) => megabytes / putSeconds),
          floors: curls.map((seconds) => megabytes / seconds),
          unit: 'MB/s',
          goal: service.goal,
          more: {
            megabytes,
            putSeconds: round3(median(uploads.map(({ putSeconds }) => putSeconds))),
            hashSeconds: round3(median(uploads.map(({ hashSeconds }) => hashSeconds))),
          },
        }),
      );
      report(
        resultOf({
          name: `${service.name}-memory`,
          values: uploads.map(({ growth }) => growth),
          unit: 'MB',
          goal: { below: 40 },
          more: { megabytes },
        }),
      );
    }
  },
};

function round3(value: number): number {
  return Number(value.toFixed(3));
}

async function writeLarge(path: string, megabytes: number): Promise<void> {
  const stream = createWriteStream(path);
  for (let count = 0; count < megabytes; count += 1) {
    const block = Buffer.alloc(megabyte, `block ${count} `);
    if (!stream.write(block)) await once(stream, 'drain');
  }
  stream.end();
  await once(stream, 'close');
}

async function withService<T>({ start }: Service, use: (service: BenchService) => Promise<T>): Promise<T> {
  const service = await start();
  try {
    return await use(service);
  } finally {
    await service.stop();
  }
}

/**
 * Without the headers that break the signature of an upload address; `Expect` would only cost curl a round
 * trip.
 */
async function curlSeconds({ baseUrl, apiKey }: BenchService, path: string): Promise<number> {
  const answer = await fetch(`${baseUrl}/contents/v1/documents`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ file_name: 'large.bin' }),
  });
  const { url } = (await answer.json()) as { url: string };
  const parameters = [
    '--silent',
    '--show-error',
    '--fail',
    '--header',
    'Expect:',
    '--write-out',
    '%{time_total}',
  ];
  const { stdout } = await promisify(execFile)('curl', [...parameters, '--upload-file', path, url]);
  return Number(stdout);
}

function uploadByAgent(
  sandbox: BenchService,
  { path, warmUp, dataDirectory }: { path: string; warmUp: string; dataDirectory: string },
): Promise<Upload> {
  return withAgent({ dataDirectory, sandbox }, async (agent) => {
    await agent.tell({ do: 'start', engine: 'uploads' });
    await agent.add(warmUp);
    await agent.tell({ do: 'until-landed' });
    const before = processFacts(agent.pid).rss;
    let highest = before;
    const sampling = setInterval(() => {
      highest = Math.max(highest, processFacts(agent.pid).rss);
    }, sampleEvery);
    const startedAt = Date.now();
    const [id = 0] = await agent.add(path);
    await agent.tell({ do: 'until-landed' });
    clearInterval(sampling);
    const { value } = await agent.tell({ do: 'call', name: 'uploads.show', input: { id } });
    const { events } = value as { events: readonly UploadEvent[] };
    const at = (kind: string) => {
      const event = events.find((one) => one.kind === kind);
      if (event === undefined) throw new Error(`the large file was not ${kind}: ${JSON.stringify(value)}`);
      return event.at;
    };
    return {
      hashSeconds: (at('fingerprinted') - startedAt) / 1_000,
      putSeconds: (at('landed') - at('reserved')) / 1_000,
      growth: (highest - before) / megabyte,
    };
  });
}

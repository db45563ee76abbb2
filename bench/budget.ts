import { join } from 'node:path';
import type { NaiveClient } from './floor/naive-client.ts';
import { withAgent } from './support/agent-process.ts';
import type { Benchmark, Run } from './support/benchmark.ts';
import { writeFiles } from './support/files.ts';
import { type Goal, resultOf } from './support/result.ts';
import { runFloor } from './support/run-floor.ts';
import { type BenchSandbox, withSandbox } from './support/sandbox.ts';

const fileSize = 2 * 1024;
/** What the service allows a key (service-behaviour.md, "Limits"). */
const permitted = 500;
const windowMs = 60_000;
const enrichSeconds = '60-180';

interface Client {
  readonly name: string;
  readonly listEndpoint: boolean;
  readonly goals?: { readonly rate?: Goal; readonly requests: Goal; readonly overLimit: Goal };
  readonly upload: (place: Place) => Promise<void>;
}

interface Place {
  readonly sandbox: BenchSandbox;
  readonly root: string;
  readonly dataDirectory: string;
  readonly speed: number;
}

interface Seen {
  /** Documents a minute while there was enough to do. */
  readonly rate: number;
  readonly requests: number;
  readonly overLimit: number;
  /** Share of the permitted requests that were made in the minutes that `rate` is about. */
  readonly used: number;
  /** Minutes from the first enrich to the last, and to the last document that was completed. */
  readonly enrichMinutes: number;
  readonly minutes: number;
}

/**
 * 1,000 documents to a service that allows 500 requests a minute and takes 60 to 180 s for each, on clocks
 * that go 20 times as fast in agent and sandbox alike. All minutes are of that clock.
 *
 * The rate: documents whose enrich was accepted within the whole minutes, counted from the first one on, in
 * which the permitted rate alone could not have ended the work: 1,000 documents at 500 a minute are two such
 * minutes. So an ideal client has 500 a minute, however its requests lie within a minute, and every poll that
 * goes in these minutes costs a document. The floor is the permitted rate. Requests a document: all API
 * requests the sandbox counted until the agent knew every document completed.
 *
 * The agent's files are named by a person (`uploads.add`), so they go ahead of polling and are not paced.
 */
export const budget: Benchmark = {
  name: 'budget',
  about:
    '1,000 documents under 500 requests a minute, with and without the list, and as a naive client does it',
  async run({ size, directory, report, say }) {
    const { files: count = 1_000, speed = 20 } = size;
    const root = join(directory, 'files');
    writeFiles(root, count, fileSize);
    for (const client of clients) {
      say(`${client.name}: some minutes of the turned clock`);
      const list = client.listEndpoint ? [] : ['--no-list'];
      const limits = [
        '--rate',
        String(permitted),
        '--enrich-seconds',
        enrichSeconds,
        '--speed',
        String(speed),
      ];
      await withSandbox([...limits, ...list], async (sandbox) => {
        await client.upload({ sandbox, root, dataDirectory: join(directory, client.name), speed });
        reportClient(client, await look(sandbox, count), count, report);
      });
    }
  },
};

const none = { atMost: 0 };
const clients: readonly Client[] = [
  {
    name: 'budget',
    listEndpoint: true,
    goals: { rate: { ratio: 0.95 }, requests: { atMost: 1.1 }, overLimit: none },
    upload: uploadByAgent,
  },
  {
    name: 'budget-no-list',
    listEndpoint: false,
    goals: { requests: { atMost: 3 }, overLimit: none },
    upload: uploadByAgent,
  },
  { name: 'budget-naive', listEndpoint: true, upload: uploadNaively },
];

function uploadByAgent({ sandbox, root, dataDirectory, speed }: Place): Promise<void> {
  return withAgent({ dataDirectory, sandbox, speed, requestsPerMinute: permitted }, async (agent) => {
    await agent.tell({ do: 'start', engine: 'uploads' });
    await agent.add(root);
    await agent.tell({ do: 'until-idle' });
  });
}

async function uploadNaively({ sandbox, root, speed }: Place): Promise<void> {
  const { baseUrl, apiKey } = sandbox;
  await runFloor('naive', { root, baseUrl, apiKey, atOnce: 10, speed } satisfies NaiveClient);
}

async function look(sandbox: BenchSandbox, count: number): Promise<Seen> {
  const { documents, requests_over_limit: overLimit } = await sandbox.audit();
  const completed = documents.filter(({ status }) => status === 'completed');
  if (completed.length !== count) throw new Error(`${completed.length} of ${count} documents were completed`);
  const created = documents.map((one) => Date.parse(one.created_at)).sort((a, b) => a - b);
  const first = created[0] ?? 0;
  const wholeMinutes = Math.max(1, Math.floor(count / permitted));
  const isWithin = (at: number) => at < first + wholeMinutes * windowMs;
  const within = created.filter(isWithin).length;
  const used = (await sandbox.apiTimes()).filter(isWithin).length / (wholeMinutes * permitted);
  const finished = Math.max(...documents.map((one) => Date.parse(one.finished_at ?? '')));
  return {
    rate: within / wholeMinutes,
    requests: await sandbox.requests('api'),
    overLimit,
    used,
    enrichMinutes: ((created.at(-1) ?? 0) - first) / windowMs,
    minutes: (finished - first) / windowMs,
  };
}

function reportClient({ name, goals }: Client, seen: Seen, count: number, report: Run['report']): void {
  const more = {
    documents: count,
    shareOfPermittedRequestsMade: Number(seen.used.toFixed(3)),
    minutesToLastEnrich: Number(seen.enrichMinutes.toFixed(2)),
    minutesToLastCompleted: Number(seen.minutes.toFixed(2)),
  };
  const unit = 'documents/min';
  report(resultOf({ name, values: [seen.rate], floors: [permitted], unit, goal: goals?.rate, more }));
  report(
    resultOf({
      name: `${name}-requests`,
      values: [seen.requests / count],
      floors: [1],
      unit: 'requests/document',
      goal: goals?.requests,
      more: { requests: seen.requests, refused: seen.overLimit },
    }),
  );
  const refused = { values: [seen.overLimit], unit: 'requests', goal: goals?.overLimit };
  report(resultOf({ name: `${name}-over-limit`, ...refused }));
}

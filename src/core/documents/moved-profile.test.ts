import { expect, onTestFinished, test } from 'vitest';
import { contentIdSchema } from '#shared/ids/ids.ts';
import { profile as sample } from '#shared/testing/samples.ts';
import { uploadOptionsSchema } from '#shared/uploads/upload.ts';
import { type Database, openDatabase } from '../ledger/database.ts';
import { noteService } from '../ledger/service-of-history.ts';
import { createSqliteLedger } from '../ledger/sqlite-ledger.ts';
import { answered, failed } from '../service/answer.ts';
import { documentRecordSchema } from '../service/schemas/document.ts';
import { createTurnedClock } from '../service/testing/turned-clock.ts';
import { DocumentWork } from './document-work.ts';

const idOf = (n: number) => contentIdSchema.parse(n.toString(16).toUpperCase().padStart(32, 'A'));
const logger = { debug() {}, info() {}, warn() {}, error() {} };

function addUpload(database: Database, n: number, at: number): void {
  database
    .statement(
      `INSERT INTO uploads (profile_id, path, file_name, size, mtime_ns, state, lane, sort_key, content_id,
        options, created_at, updated_at, landed_at, finished_at, sha256)
        VALUES ('p1', ?, ?, ?, '0', 'completed', 0, 0, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      `/x/${n}`,
      `${n}.pdf`,
      n,
      idOf(n),
      JSON.stringify(uploadOptionsSchema.parse({})),
      at,
      at,
      at,
      at,
      String(n).padStart(64, '0'),
    );
}

function world() {
  const clock = createTurnedClock();
  const database = openDatabase(':memory:');
  const ledger = createSqliteLedger(database, clock.now);
  onTestFinished(() => ledger.close());
  return { clock, database, ledger };
}

/** The profile is led to another service while its documents are read, or deleted by a job. */
async function moved(during: 'pass' | 'job') {
  const { clock, database, ledger } = world();
  const old = { ...sample, baseUrl: 'https://old.example' };
  const other = { ...sample, baseUrl: 'https://other.example' };
  let now = old;
  for (let n = 1; n <= 150; n++) addUpload(database, n, clock.now());
  database.statement("UPDATE uploads SET state = 'processing'").run();
  database.statement("UPDATE uploads SET state = 'completed', remote_status = 'completed'").run();
  while (ledger.documents.catchUp(200) === 200);
  noteService(ledger as never, old as never);
  await clock.turn(600_000);
  const records = Array.from({ length: 150 }, (_, i) =>
    documentRecordSchema.parse({ id: idOf(i + 1), status: 'completed', raw_size: i + 1 }),
  );
  const asked: string[] = [];
  const notFound = failed('DOCUMENT_NOT_FOUND', 'never');
  const clientOf = (base: string) => ({
    documents: {
      clockAhead: () => 0,
      listHeard: async ({ page }: { page: number }) => {
        asked.push(`list ${page} at ${base}`);
        const answer = answered(base === old.baseUrl ? records.slice((page - 1) * 100, page * 100) : []);
        // The person changes the address of the profile while the pass is under way.
        if (during === 'pass') now = other;
        return answer;
      },
      get: async (id: string) => {
        asked.push(`get at ${base}`);
        return base === old.baseUrl ? answered(records.find((r) => r.id === id)) : notFound;
      },
      delete: async () => {
        asked.push(`delete at ${base}`);
        const answer = answered(base === old.baseUrl ? 'deleted' : 'absent');
        now = other;
        return answer;
      },
    },
  });
  const work = new DocumentWork({
    ledger,
    clock,
    logger,
    profiles: () => [now] as never,
    serviceOf: (profile: { baseUrl: string }) =>
      ({ profile, client: clientOf(profile.baseUrl), links: { forget: async () => undefined } }) as never,
    onChange() {},
    onJob() {},
    onRetried() {},
  } as never);
  return { work, clock, database, ledger, old, asked, other };
}

test('a full pass under way while the profile is led elsewhere takes no document for gone', async () => {
  const { work, clock, database, old } = await moved('pass');
  work.mirror(old as never).refresh(true);
  for (let i = 0; i < 2000; i++) await clock.turn(1);
  await work.stop();
  const gone = database.statement("SELECT count(*) AS n FROM uploads WHERE code = 'DOCUMENT_GONE'").get();
  expect(gone).toEqual({ n: 0 });
});

test('a job that deletes documents does not go on at another service', async () => {
  const { work, clock, ledger, asked } = await moved('job');
  const jobId = ledger.jobs.create('p1', 'delete', { add: [], remove: [] });
  ledger.jobs.addItems(
    jobId,
    Array.from({ length: 10 }, (_, i) => ({
      id: i + 1,
      contentId: idOf(i + 1),
      fileName: `${i + 1}.pdf`,
    })) as never,
  );
  ledger.jobs.markChosen(jobId);
  work.run('p1', jobId);
  for (let i = 0; i < 2000; i++) await clock.turn(1);
  await work.stop();
  expect(asked.filter((one) => one === 'delete at https://other.example')).toEqual([]);
});

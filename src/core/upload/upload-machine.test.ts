import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createChangingFiles } from '#core/local/changing-files.ts';
import { createFileGate } from '#core/local/file-gate.ts';
import { createClock } from '#core/ports/clock.ts';
import { silentLogger } from '#core/ports/logger.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { profileSchema } from '#shared/settings/profile.ts';
import { uploadOptionsSchema } from '#shared/uploads/upload.ts';
import { openDatabase } from '../ledger/database.ts';
import { ledgerTrouble } from '../ledger/ledger-trouble.ts';
import { createSqliteLedger } from '../ledger/sqlite-ledger.ts';
import { answered, failed } from '../service/answer.ts';
import type { ServiceClient } from '../service/client.ts';
import { createGovernor } from '../service/governor.ts';
import { createThrottle } from '../service/throttle.ts';
import { createServiceTags } from '../tags/service-tags.ts';
import { createLocalTeam } from '../team/local-team.ts';
import { createFolderOwners } from '../watch/folder-owners.ts';
import { createEtagJudge } from './etag.ts';
import { createGate } from './gate.ts';
import type { UploadContext } from './job.ts';
import { placeOf } from './place-of.ts';
import { createProgress } from './progress.ts';
import { createStrikes } from './strikes.ts';
import { UploadMachine } from './upload-machine.ts';
import { writeUnexpected } from './write-unexpected.ts';

/**
 * A machine over a real ledger; the service refuses what reaches it, so that an upload ends where it is seen.
 */
async function machineOverLedger() {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-machine-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const clock = createClock(50);
  const database = openDatabase(join(directory, 'ledger.sqlite'));
  const ledger = createSqliteLedger(database, clock.now);
  const enrich = vi.fn(async () => failed('REFUSED_AS_INVALID', 'never'));
  const said: string[] = [];
  const governor = createGovernor({
    clock,
    logger: { info: (line) => said.push(line), warn: (line) => said.push(line) },
    getKey: async () => 'key',
    probe: async () => answered(null),
    network: () => '',
  });
  onTestFinished(() => governor.stop());
  const profile = profileSchema.parse({ id: 'p', name: 'P', baseUrl: 'http://127.0.0.1:9' });
  const client = { documents: { enrich } } as unknown as ServiceClient;
  const context: UploadContext = {
    profile,
    client,
    tags: createServiceTags({ profile, client }, ledger, clock),
    ledger,
    clock,
    random: () => 0.5,
    logger: { ...silentLogger, error: (line) => said.push(line) },
    throttle: createThrottle({ clock, bytesPerSecond: null }),
    progress: createProgress(clock),
    etags: createEtagJudge(),
    gate: createFileGate(),
    placeOf: (row) => placeOf(row, undefined),
    changing: createChangingFiles(createFileGate()),
    governor,
    heardLedger: (error) => {
      const code = ledgerTrouble(error);
      if (code === undefined) return false;
      governor.ledgerFailed(code, async () => ledger.uploads.touch());
      return true;
    },
    strikes: createStrikes(),
    awaitTeam: new Set(),
    absent: new Map(),
    end: new AbortController().signal,
    owners: createFolderOwners(() => [], clock.monotonic),
    holdsSecret: () => false,
    isWatchedElsewhere: () => false,
    isKeyInDoubt: async () => false,
    wakeProfile: () => undefined,
    stallTimeoutMs: undefined,
    recognise: undefined,
    firstLook: () => 0,
    enrichGate: createGate(4),
    team: createLocalTeam(),
    otherProfiles: () => [],
    scope: async () => undefined,
    putGate: createGate(4),
  };
  const unexpected: unknown[] = [];
  const machine = new UploadMachine({
    context,
    pausedFolders: () => [],
    isPaused: () => false,
    onChange: () => undefined,
    onUnexpected: async (row, error) => {
      unexpected.push(error);
      return writeUnexpected(context, row, error);
    },
  });
  onTestFinished(async () => {
    await machine.stop();
    await ledger.close();
  });
  /** Queues a file with this text. */
  function add(fileName: string, text: string, lane: number): number {
    const path = join(directory, fileName);
    writeFileSync(path, text);
    const file = { path, fileName, size: Buffer.byteLength(text), mtimeNs: 0n };
    const options = uploadOptionsSchema.parse({});
    const [id = 0] = ledger.uploads.addMany([
      { profileId: 'p', folderId: null, ...file, lane, replaces: null, options },
    ]);
    return id;
  }
  const id = add('a.txt', 'some text', 0);
  return { add, database, governor, ledger, machine, enrich, said, unexpected, id };
}

test('a full disk: nothing is sent that cannot be journaled, no busy loop, and it goes on when there is room', async () => {
  const { database, enrich, governor, id, ledger, machine, said, unexpected } = await machineOverLedger();
  const { page_count: pages } = database.sqlite.prepare('PRAGMA page_count').get() as { page_count: number };
  database.sqlite.exec(`PRAGMA max_page_count = ${pages + 1}`);
  // Every table keeps some room in its last page: the one of events is filled to the brim.
  await expect(async () => {
    for (let index = 0; index < 10_000; index++) ledger.uploads.record(id, { kind: 'noise' });
  }).rejects.toMatchObject({ code: 'DISK_FULL', message: expect.stringContaining('disk is full') });
  const touch = vi.spyOn(ledger.uploads, 'touch');
  machine.start();
  await expect.poll(() => governor.state().code).toBe('DISK_FULL');
  await expect.poll(() => touch.mock.calls.length).toBeGreaterThanOrEqual(3);
  expect(said).toEqual(['Background work with the service waits.']);
  expect(enrich).not.toHaveBeenCalled();
  expect(unexpected).toEqual([]);
  expect(ledger.uploads.get(id)).toMatchObject({ state: 'queued', attempts: 0 });
  database.sqlite.exec('PRAGMA max_page_count = 1000000');
  await expect.poll(async () => ledger.uploads.get(id)?.code).toBe('REFUSED_AS_INVALID');
  expect(governor.isOpen()).toBe(false);
  expect(enrich).toHaveBeenCalledTimes(1);
});

test('whatever is thrown is written down before the upload may run again', async () => {
  const { enrich, machine, unexpected } = await machineOverLedger();
  enrich.mockRejectedValueOnce(new AppError('UNEXPECTED', { detail: 'a bug' }) as never);
  machine.start();
  await expect.poll(() => unexpected).toHaveLength(1);
});

/** What fails with the error of a bug from here on, until the test says otherwise. */
function breakdown(enrich: { mockImplementation(work: () => Promise<never>): unknown }) {
  enrich.mockImplementation(async () => {
    throw new TypeError('a bug');
  });
}

test('uploads that fail unexpectedly one after the other are a failure of the agent, until one succeeds', async () => {
  const { add, enrich, machine, said, unexpected } = await machineOverLedger();
  breakdown(enrich);
  expect(machine.failing()).toBeUndefined();
  add('b.txt', 'other text', 0);
  machine.start();
  await expect.poll(() => unexpected).toHaveLength(2);
  expect(machine.failing()).toMatchObject({ error: { message: 'a bug' } });
  // The same error is in the log once.
  expect(said.filter((line) => line === 'An upload ended unexpectedly.')).toHaveLength(1);
  enrich.mockImplementation(async () => failed('REFUSED_AS_INVALID', 'never'));
  add('c.txt', 'more text', 0);
  machine.wake();
  await expect.poll(() => machine.failing()).toBeUndefined();
});

test('a single upload that always fails is reported as long as it is tried, then it is listed with its reason', async () => {
  const { enrich, id, ledger, machine } = await machineOverLedger();
  breakdown(enrich);
  machine.start();
  await expect.poll(() => machine.failing()).toBeDefined();
  await expect.poll(() => ledger.uploads.get(id)?.state).toBe('attention');
  await expect.poll(() => machine.failing()).toBeUndefined();
});

test('U14: what is added after the queue was read ahead is not behind all that was read', async () => {
  const { add, enrich, machine } = await machineOverLedger();
  for (let index = 0; index < 30; index++) add(`old-${index}.txt`, `old ${index}`, 2);
  enrich.mockImplementationOnce(async () => {
    add('new.txt', 'new', 1);
    machine.added();
    return failed('REFUSED_AS_INVALID', 'never');
  });
  machine.start();
  await expect.poll(() => enrich.mock.calls.length).toBe(32);
  const order = enrich.mock.calls.map(([request]: [{ file_name: string }?]) => request?.file_name);
  expect(order.indexOf('new.txt')).toBeLessThan(15);
});

test('U5: while storage fails, an upload that has nothing at the service yet finds out first', async () => {
  const { add, database, enrich, governor, machine, unexpected } = await machineOverLedger();
  // It would first ask for its document, which no client here answers.
  database.exec(`UPDATE uploads SET state = 'verifying', content_id = 'A'`);
  add('b.txt', 'other text', 2);
  const fails = failed('STORAGE_FAILED', 'retry', { concerns: 'perhaps-profile' });
  for (const id of [1, 2, 3]) governor.heardStorage(id, fails);
  let triedBefore = Number.NaN;
  enrich.mockImplementationOnce(async () => {
    triedBefore = unexpected.length;
    return failed('REFUSED_AS_INVALID', 'never');
  });
  machine.start();
  governor.probeNow();
  await expect.poll(() => enrich.mock.calls.length).toBe(1);
  expect(enrich.mock.calls).toMatchObject([[{ file_name: 'b.txt' }, {}]]);
  expect(triedBefore).toBe(0);
});

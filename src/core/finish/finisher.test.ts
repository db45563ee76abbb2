import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { silentLogger } from '#core/ports/logger.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { ErrorCode } from '#shared/errors/catalog.ts';
import { contentIdSchema } from '#shared/ids/ids.ts';
import { uploadOptionsSchema } from '#shared/uploads/upload.ts';
import { openDatabase } from '../ledger/database.ts';
import { createSqliteLedger } from '../ledger/sqlite-ledger.ts';
import { createTurnedClock } from '../service/testing/turned-clock.ts';
import type { FinishContext } from './finish-upload.ts';
import { Finisher } from './finisher.ts';
import { uploadAt } from '../ledger/testing/upload-at.ts';

/**
 * A finisher over a real ledger with one completed upload, whose end fails with the code that the test sets.
 */
async function finisherThatFails(code: ErrorCode, detail = '') {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-finish-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const clock = createTurnedClock();
  const ledger = createSqliteLedger(openDatabase(join(directory, 'ledger.sqlite')), clock.now);
  const state = { tries: 0, isHeld: false };
  const context = {
    profile: { id: 'p' },
    ledger,
    logger: silentLogger,
    asides: { files: { listAsides: () => [] } },
    folder: () => {
      state.tries += 1;
      throw new AppError(code, { detail, retryable: true });
    },
  } as unknown as FinishContext;
  const errors: unknown[] = [];
  const start = () => {
    const finisher = new Finisher(context, {
      clock,
      isHeld: () => state.isHeld,
      onChange: () => undefined,
      onError: (error) => errors.push(error),
    });
    finisher.start();
    return finisher;
  };
  const [id = 0] = ledger.uploads.addMany([
    {
      profileId: 'p',
      folderId: 'f',
      path: '/a.txt',
      fileName: 'a.txt',
      size: 1,
      mtimeNs: 1n,
      lane: 0,
      replaces: null,
      options: uploadOptionsSchema.parse({}),
    },
  ]);
  await ledger.uploads.advance(uploadAt(ledger.uploads, id), ['queued'], {
    state: 'completed',
    afterState: 'pending',
  });
  onTestFinished(() => ledger.close());
  const pass = async (milliseconds: number) => {
    for (let passed = 0; passed < milliseconds; passed += 1_000) {
      await clock.turn(1_000);
      for (let turn = 0; turn < 6; turn += 1) await nextTurn();
    }
  };
  return { errors, id, ledger, pass, start, state };
}

test('tries go on after a restart, and a manual retry begins anew', async () => {
  const { errors, id, ledger, pass, start, state } = await finisherThatFails('FILE_UNREADABLE');
  const first = start();
  await pass(12_000);
  await first.stop();
  const before = state.tries;
  expect(before).toBeGreaterThanOrEqual(2);
  expect(before).toBeLessThan(6);
  const second = start();
  onTestFinished(() => second.stop());
  await pass(60_000);
  expect(state.tries).toBe(6);
  expect(ledger.uploads.get(id)).toMatchObject({ code: 'AFTER_UPLOAD_FAILED' });
  ledger.history.retry({ profileId: 'p' });
  second.wake();
  await pass(60_000);
  expect(state.tries).toBe(12);
  expect(errors).toEqual([]);
});

test('a step that failed keeps its own code, and what exactly, without its sentence again', async () => {
  const { id, ledger, pass, start } = await finisherThatFails('ANNOTATED_NOT_SAVED', 'EROFS: /a.json');
  const finisher = start();
  onTestFinished(() => finisher.stop());
  await pass(60_000);
  expect(ledger.uploads.get(id)).toMatchObject({ code: 'ANNOTATED_NOT_SAVED', detail: 'EROFS: /a.json' });
});

test('a file whose document another machine uploaded needs a person once that is gone', async () => {
  const { id, ledger, pass, start } = await finisherThatFails('DOCUMENT_NOT_FOUND');
  await ledger.uploads.advance(uploadAt(ledger.uploads, id), ['completed'], {
    state: 'duplicate',
    remoteContentId: contentIdSchema.parse('0'.repeat(32)),
  });
  const finisher = start();
  onTestFinished(() => finisher.stop());
  await pass(60_000);
  const gone = { state: 'attention', code: 'DOCUMENT_GONE', afterState: null };
  expect(ledger.uploads.get(id)).toMatchObject(gone);
});

test('what may be the network is tried for more than an hour, and not counted while the governor is open', async () => {
  const { id, ledger, pass, start, state } = await finisherThatFails('SERVICE_FAILED');
  state.isHeld = true;
  const finisher = start();
  onTestFinished(() => finisher.stop());
  await pass(120_000);
  expect(ledger.uploads.get(id)).toMatchObject({ afterTries: 0, afterState: 'pending' });
  state.isHeld = false;
  await pass(3_600_000);
  expect(ledger.uploads.get(id)).toMatchObject({ code: null, afterState: 'pending' });
  await pass(3_600_000);
  expect(ledger.uploads.get(id)).toMatchObject({ code: 'AFTER_UPLOAD_FAILED', afterState: null });
});

test('a drive that does not answer is waited for, however long it takes', async () => {
  const { id, ledger, pass, start, state } = await finisherThatFails('DRIVE_NOT_ANSWERING');
  const finisher = start();
  onTestFinished(() => finisher.stop());
  await pass(120_000);
  expect(state.tries).toBeGreaterThan(10);
  expect(ledger.uploads.get(id)).toMatchObject({ code: null, afterState: 'pending', afterTries: 0 });
});

test('X7: a file that could not be moved after its enrichment failed still says that the enrichment failed', async () => {
  const { id, ledger, pass, start } = await finisherThatFails('FILE_UNREADABLE');
  await ledger.uploads.advance(uploadAt(ledger.uploads, id), ['completed'], {
    state: 'attention',
    code: 'ENRICHMENT_FAILED',
    detail: 'UNSUPPORTED',
    afterState: 'pending',
  });
  const finisher = start();
  await pass(60_000);
  await finisher.stop();
  const failed = { state: 'attention', code: 'ENRICHMENT_FAILED', detail: 'UNSUPPORTED', afterState: null };
  expect(ledger.uploads.get(id)).toMatchObject(failed);
});

test('what was left to do is done once a document that was not found is there after all', async () => {
  const { id, ledger, pass, start, state } = await finisherThatFails('DOCUMENT_NOT_FOUND');
  const contentId = contentIdSchema.parse('0'.repeat(32));
  await ledger.uploads.advance(uploadAt(ledger.uploads, id), ['completed'], { contentId, landedAt: 1 });
  ledger.documents.catchUp(10);
  const finisher = start();
  onTestFinished(() => finisher.stop());
  await pass(60_000);
  expect(ledger.uploads.get(id)).toMatchObject({ state: 'attention', code: 'DOCUMENT_GONE' });
  const tries = state.tries;
  ledger.documents.catchUp(10);
  ledger.documents.upsert('p', [{ id: contentId, status: 'completed', raw_size: 1 } as never], {
    isFresh: true,
  });
  expect(ledger.uploads.get(id)).toMatchObject({ state: 'completed', code: null });
  await pass(60_000);
  expect(state.tries).toBeGreaterThan(tries);
});

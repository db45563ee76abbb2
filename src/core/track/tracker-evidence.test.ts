import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { answered, failed } from '../service/answer.ts';
import type { DocumentRecord } from '../service/schemas/document.ts';
import { uploadAt } from '../ledger/testing/upload-at.ts';
import { createTracked, duration, gone, idOf, type Tracked } from './testing/tracked-service.ts';

/** What the tracker concludes from what the service says, and what not (docs/adr/0046). */

let t: Tracked;
beforeEach(() => {
  t = createTracked();
});
afterEach(() => t.end());

const noStore = { noStore: true };

test('one 404 does not end a document that is not to be stored, young or old: it is confirmed', async () => {
  t.listAvailable = 'no';
  await t.land(noStore);
  let lies = 1;
  t.answers.set(idOf(0), () => (lies-- > 0 ? gone() : undefined));
  await t.pass(10_000);
  expect(await t.uploadOf(1)).toMatchObject({ state: 'processing' });
  await t.pass(duration);
  expect(await t.uploadOf(1)).toMatchObject({ state: 'completed', remoteStatus: 'completed' });
});

test.each([
  ['is gone within its day vanished', 0, { state: 'attention', code: 'DOCUMENT_VANISHED' }],
  ['is gone after its day expired', 25 * 3_600_000, { state: 'completed', remoteStatus: 'expired' }],
] as const)('a document that is not to be stored and %s', async (_what, away, expected) => {
  t.listAvailable = 'no';
  t.hasList = false;
  await t.land(noStore);
  t.answers.set(idOf(0), gone);
  // A machine that slept.
  await t.clock.turn(away);
  await t.pass(30_000);
  expect(await t.uploadOf(1)).toMatchObject({ state: 'processing' });
  await t.pass(60_000);
  expect(await t.uploadOf(1)).toMatchObject(expected);
});

test('a 429 to a look says nothing of the document: it is not stuck, and is looked at when the pause is over', async () => {
  t.listAvailable = 'no';
  await t.land();
  let refusals = 2;
  t.answers.set(idOf(0), () =>
    refusals-- > 0
      ? failed('RATE_LIMITED', 'rate-limited', { status: 429, retryAfterMs: 20_000 })
      : undefined,
  );
  await t.pass(30_000);
  expect(await t.uploadOf(1)).toMatchObject({
    state: 'processing',
    code: null,
    failedLooks: 0,
    stuckSince: null,
  });
  expect(t.ledger.history.events(1).map(({ kind }) => kind)).not.toContain('not-answered');
  await t.pass(duration);
  expect(await t.uploadOf(1)).toMatchObject({ state: 'completed' });
});

describe('a list that stands still is not believed for ever', () => {
  beforeEach(() => {
    t.listed = (truth) => ({ ...truth, status: 'processing' });
  });

  test('its documents are requested by their id, and come to their end', async () => {
    for (let count = 0; count < 30; count += 1) await t.land();
    await t.pass(240_000);
    expect(t.ledger.history.counts({ profileId: 'p' })).toEqual({ completed: 30 });
    expect(t.looks).toBe(30);
  });

  test('one alone among others that are told rightly, too', async () => {
    t.listed = (truth) => (truth.id === idOf(3) ? { ...truth, status: 'processing' } : truth);
    for (let count = 0; count < 30; count += 1) await t.land();
    await t.pass(duration + 240_000);
    expect(t.ledger.history.counts({ profileId: 'p' })).toEqual({ completed: 30 });
    expect(t.looks).toBe(1);
  });
});

test('documents that really take long are requested by their id a few times only', async () => {
  t.slow = true;
  for (let count = 0; count < 100; count += 1) await t.land();
  await t.pass(30 * 60_000);
  expect(t.ledger.history.counts({ profileId: 'p' })).toEqual({ processing: 100 });
  // Three after a look at the list, each again when it has taken twice as long.
  expect(t.looks).toBeLessThanOrEqual(4 * 100);
  expect(t.lists).toBeGreaterThan(t.looks);
});

test('our clock 30 h ahead: the list is asked from where the service has the documents', async () => {
  t.ahead = 30 * 3_600_000;
  for (let count = 0; count < 60; count += 1) await t.land();
  await t.pass(duration + 60_000);
  expect(t.ledger.history.counts({ profileId: 'p' })).toEqual({ completed: 60 });
  expect(t.looks).toBe(0);
});

describe('a document that claims to be complete with 0 bytes', () => {
  const hollow = (id: string) => answered({ id, status: 'completed', raw_size: 0 } as DocumentRecord);
  const sha256 = 'a'.repeat(64);
  beforeEach(async () => {
    t.listAvailable = 'no';
    await t.land();
    await t.ledger.uploads.advance(uploadAt(t.ledger.uploads, 1), ['processing'], { sha256 });
    t.answers.set(idOf(0), () => hollow(idOf(0)));
  });

  test('is not completed while it stands, and is once the service has its size', async () => {
    await t.pass(10 * 60_000);
    expect(await t.uploadOf(1)).toMatchObject({ state: 'processing', remoteStatus: 'completed' });
    expect(t.looks).toBeLessThanOrEqual(12);
    t.answers.clear();
    await t.pass(6 * 60_000);
    expect(await t.uploadOf(1)).toMatchObject({ state: 'completed' });
  });

  test('needs a person after a quarter of an hour', async () => {
    await t.pass(25 * 60_000);
    expect(await t.uploadOf(1)).toMatchObject({ state: 'attention', code: 'NOT_INTACT' });
    expect(t.originals).toBe(2);
  });

  test('is completed where its original has the bytes that were sent', async () => {
    t.original = answered({ bytes: 1, sha256 });
    await t.pass(60_000);
    expect(await t.uploadOf(1)).toMatchObject({ state: 'completed' });
    expect(t.ledger.history.events(1).at(-1)).toMatchObject({
      kind: 'completed',
      detail: { evidence: { seen: 'whole', by: 'documents.original', size: 0 } },
    });
  });
});

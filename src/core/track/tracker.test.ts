import { afterEach, beforeEach, expect, test } from 'vitest';
import { answered, failed } from '../service/answer.ts';
import type { DocumentRecord } from '../service/schemas/document.ts';
import { createTracked, duration, gone, idOf, type Tracked } from './testing/tracked-service.ts';

let t: Tracked;
beforeEach(() => {
  t = createTracked();
});
afterEach(() => t.end());

test('documents that keep landing do not make it page through the list without a pause (U3)', async () => {
  for (let second = 0; second < 20; second += 1) {
    for (let count = 0; count < 25; count += 1) await t.land();
    await t.pass(1_000);
  }
  // A look every 5 s for each page of 100.
  expect(t.lists).toBeLessThanOrEqual(9);
});

test('every document is seen to complete, in few requests (U3)', async () => {
  for (let second = 0; second < 20; second += 1) {
    for (let count = 0; count < 25; count += 1) await t.land();
    await t.pass(1_000);
  }
  await t.pass(duration + 60_000);
  expect(t.ledger.uploads.countPolling('p')).toMatchObject({ pending: 0 });
  expect(t.lists + t.looks).toBeLessThanOrEqual(30);
});

test('a document that lands while a look is under way is looked at too', async () => {
  await t.land();
  await t.land();
  await t.land();
  await t.clock.turn(1_500);
  // The list has been asked and has not answered yet.
  expect(t.lists).toBe(1);
  await t.land();
  await t.pass(duration + 30_000);
  expect(t.ledger.uploads.countPolling('p')).toMatchObject({ pending: 0 });
});

test.each([true, false])(
  'nobody knows yet whether there is a list (there is: %s): a burst costs few looks either way (U3)',
  async (has) => {
    t.listAvailable = 'unknown';
    t.hasList = has;
    for (let count = 0; count < 300; count += 1) await t.land();
    await t.pass(duration + 180_000);
    expect(t.ledger.uploads.countPolling('p')).toMatchObject({ pending: 0 });
    if (has) expect(t.lists + t.looks).toBeLessThanOrEqual(30);
    else {
      expect(t.lists).toBe(1);
      expect(t.looks).toBeLessThanOrEqual(600);
      expect(t.looks).toBeGreaterThanOrEqual(300);
    }
  },
);

test('where there is a list, a burst is seen to complete soon although nobody knew of the list', async () => {
  t.listAvailable = 'unknown';
  for (let count = 0; count < 300; count += 1) await t.land();
  await t.pass(duration + 30_000);
  expect(t.ledger.uploads.countPolling('p')).toMatchObject({ pending: 0 });
});

const refused = () => failed('NOT_PERMITTED', 'fix-first', { status: 403, detail: 'Not shared with you' });

test('55 documents that answer 403 starve nobody, are asked for less and less, say so, and go on by themselves', async () => {
  t.listAvailable = 'no';
  for (let index = 0; index < 55; index += 1) t.answers.set(idOf(index), refused);
  for (let count = 0; count < 60; count += 1) await t.land();
  await t.pass(300_000);
  expect(t.ledger.history.counts({ profileId: 'p' })).toEqual({ processing: 55, completed: 5 });
  // Five looks at each in five minutes at most, and two at each of the good ones.
  expect(t.looks).toBeLessThanOrEqual(55 * 5 + 10);
  const stuck = await t.uploadOf(1);
  expect(stuck).toMatchObject({
    code: 'DOCUMENT_NOT_ANSWERED',
    detail: expect.stringContaining('Not shared'),
  });
  expect(stuck?.stuckSince).toBeLessThan(t.clock.now() - 60_000);
  expect(t.ledger.history.events(1).filter(({ kind }) => kind === 'not-answered')).toHaveLength(1);
  const before = t.looks;
  await t.pass(3 * 3_600_000);
  expect(t.looks - before).toBeLessThanOrEqual(55 * 9);
  t.answers.clear();
  await t.pass(3_600_000);
  expect(t.ledger.history.counts({ profileId: 'p' })).toEqual({ completed: 60 });
  expect(await t.uploadOf(1)).toMatchObject({ code: null, stuckSince: null, failedLooks: 0 });
});

test.each([
  ['a 404 without a word', () => failed('NOT_FOUND', 'never', { status: 404 })],
  ['an answer that cannot be read', () => failed('BAD_ANSWER', 'retry', { status: 200 })],
])('%s is no end, and not asked for every 5 s', async (_name, answer) => {
  t.listAvailable = 'no';
  await t.land();
  t.answers.set(idOf(0), answer);
  await t.pass(600_000);
  expect(t.looks).toBeLessThanOrEqual(8);
  expect(await t.uploadOf(1)).toMatchObject({ state: 'processing', code: 'DOCUMENT_NOT_ANSWERED' });
});

test('a 404 from a replica that is behind is not believed', async () => {
  t.listAvailable = 'no';
  await t.land();
  let lies = 3;
  t.answers.set(idOf(0), () => (lies-- > 0 ? gone() : undefined));
  await t.pass(duration + 120_000);
  expect(await t.uploadOf(1)).toMatchObject({ state: 'completed', absence: undefined });
});

test.each([
  ['no list', 'no', true, 'attention'],
  ['a list without it', 'yes', false, 'attention'],
  ['a list that shows it, at last as done', 'yes', true, 'completed'],
] as const)('a 404 that lasts, and %s', async (_name, available, isListed, state) => {
  t.listAvailable = available;
  t.hasList = available === 'yes';
  await t.land();
  t.answers.set(idOf(0), gone);
  if (!isListed) t.landings = [];
  await t.pass(50_000);
  expect(await t.uploadOf(1)).toMatchObject({ state: 'processing' });
  await t.pass(60_000);
  expect(await t.uploadOf(1)).toMatchObject({ state });
});

test('a status nobody knows that stands still is said after a quarter of an hour, and asked for less and less', async () => {
  t.listAvailable = 'no';
  await t.land();
  t.answers.set(idOf(0), () => answered({ id: idOf(0), status: 'rejected', raw_size: 1 } as DocumentRecord));
  await t.pass(14 * 60_000);
  expect(await t.uploadOf(1)).toMatchObject({ code: null, stuckSince: null });
  await t.pass(6 * 60_000);
  expect(await t.uploadOf(1)).toMatchObject({
    state: 'processing',
    code: 'STATUS_STANDS_STILL',
    detail: expect.stringMatching(/^"rejected" since 2026-01-01T00:00:/),
  });
  const before = t.looks;
  await t.pass(6 * 3_600_000);
  expect(t.looks - before).toBeLessThanOrEqual(16);
  t.answers.clear();
  await t.pass(3_600_000);
  expect(await t.uploadOf(1)).toMatchObject({ state: 'completed', code: null, stuckSince: null });
});

test('what is missing in a list that was asked for before it landed is not asked for by itself', async () => {
  t.heardMs = 12_000;
  for (let count = 0; count < 10; count += 1) await t.land();
  await t.pass(30_000);
  expect(t.lists).toBeGreaterThan(3);
  expect(t.looks).toBe(0);
  await t.pass(duration);
  expect(t.ledger.history.counts({ profileId: 'p' })).toEqual({ completed: 10 });
  for (const id of [1, 10]) {
    const { landedAt, finishedAt } = (await t.uploadOf(id)) ?? {};
    // When it was asked for, and not when it was heard.
    expect((finishedAt ?? 0) - (landedAt ?? 0)).toBeLessThan(duration + 10_000);
  }
});

test('in a team the list is asked for a single document, and heard by whoever has another', async () => {
  t.heardMs = 500;
  await t.land();
  await t.pass(duration + 60_000);
  expect(t.ledger.history.counts({ profileId: 'p' })).toEqual({ completed: 1 });
  expect(t.looks).toBe(0);
  // As often as it would have been asked for by itself, and not each 2 s.
  expect(t.lists).toBeLessThanOrEqual(20);
});

test.each([
  ['alone it looks as often as its own are few', undefined, 25],
  ['in a team as rarely as one machine with all that are under way', 500, 10],
] as const)('%s', async (_name, heard, least) => {
  for (let count = 0; count < 250; count += 1)
    t.landings.push({ id: `${count}`.padStart(32, 'F'), at: t.clock.now() });
  for (let count = 0; count < 10; count += 1) await t.land();
  // Long enough there for any list to show them.
  for (const landing of t.landings) landing.at -= 10_000;
  t.heardMs = heard;
  await t.pass(60_000);
  expect(t.lists).toBeGreaterThanOrEqual(least);
  expect(t.lists).toBeLessThanOrEqual(least * 1.4);
});

test('a ledger that cannot be read for a while: told once a turn, and it goes on', async () => {
  await t.land();
  t.database.sqlite.exec('ALTER TABLE uploads RENAME TO uploads_gone');
  await t.pass(60_000);
  expect(t.errors.length).toBeGreaterThan(0);
  expect(t.errors.length).toBeLessThanOrEqual(5);
  t.database.sqlite.exec('ALTER TABLE uploads_gone RENAME TO uploads');
  await t.pass(duration + 120_000);
  expect(await t.uploadOf(1)).toMatchObject({ state: 'completed' });
});

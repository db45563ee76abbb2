import { expect, test } from 'vitest';
import type { Calls, HostHandlers } from '#shared/bridge/contract.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { said } from '#shared/spoken/said.ts';
import type { Logger } from '../ports/logger.ts';
import { silentLogger } from '../ports/logger.ts';
import { createRedactor } from '../redact/redact.ts';
import { createAnswer } from './answer-calls.ts';

const canary = 'canary-key-41';

function answering(work: (input: unknown) => Promise<unknown>) {
  const logged: unknown[] = [];
  const logger: Logger = { ...silentLogger, error: (message, fields) => logged.push(message, fields) };
  const redactor = createRedactor();
  redactor.add(canary);
  const calls = { 'tags.list': work, 'agent.pause': work, 'documents.original': work } as unknown as Calls;
  const answer = createAnswer({
    calls,
    host: {} as HostHandlers,
    leave: { check: async () => undefined },
    redactor,
    logger,
  });
  return { answer, logged };
}

test('what nobody expected becomes one sentence without its inside, and is logged', async () => {
  const { answer, logged } = answering(async () => {
    throw new TypeError(`/home/ann/x: ${canary}`);
  });
  const reply = await answer('tags.list', {});
  expect(reply).toEqual({
    ok: false,
    error: { code: 'UNEXPECTED', message: 'Something happened that Sluice did not expect.' },
  });
  expect(logged).toHaveLength(2);
});

test('an expected failure keeps code, detail and request, redacted', async () => {
  const { answer } = answering(async () => {
    throw new AppError('NOT_FOUND', { detail: `no ${canary}`, requestId: 'r-1' });
  });
  expect(await answer('tags.list', {})).toEqual({
    ok: false,
    error: {
      code: 'NOT_FOUND',
      message: 'The service has nothing under this id. (no [redacted])',
      detail: 'no [redacted]',
      requestId: 'r-1',
    },
  });
});

test('a sentence of ours also travels as its code and values, redacted', async () => {
  const { answer } = answering(async () => {
    throw new AppError('USAGE', { spoken: said('usage.watchedAlready', { path: canary }) });
  });
  expect(await answer('tags.list', {})).toMatchObject({
    error: {
      detail: '[redacted] is a watch folder already',
      said: { code: 'usage.watchedAlready', values: { path: '[redacted]' } },
    },
  });
});

test('a ledger that the disk refuses is named, and no bug of Sluice', async () => {
  const { answer, logged } = answering(async () => {
    throw Object.assign(new Error('attempt to write a readonly database'), { errcode: 1032 });
  });
  expect(await answer('tags.list', {})).toMatchObject({ ok: false, error: { code: 'LEDGER_FAILED' } });
  expect(logged).toEqual([]);
});

test('output is what the contract names and no more', async () => {
  expect(await answering(async () => ({ paused: true, inside: canary })).answer('agent.pause', {})).toEqual({
    ok: true,
    value: { paused: true },
  });
  expect(await answering(async () => ({ paused: 'yes' })).answer('agent.pause', {})).toMatchObject({
    ok: false,
    error: { code: 'UNEXPECTED' },
  });
});

test('input is parsed before a handler sees it', async () => {
  const seen: unknown[] = [];
  const { answer } = answering(async (input) => {
    seen.push(input);
    return [];
  });
  expect(await answer('tags.list', { prefix: 'a', other: 1 })).toMatchObject({ ok: true });
  expect(await answer('tags.list', { prefix: 1 })).toMatchObject({ ok: false, error: { code: 'USAGE' } });
  expect(await answer('toString', {})).toMatchObject({ ok: false, error: { code: 'USAGE' } });
  expect(await answer({ toString: () => 'tags.list' }, {})).toMatchObject({ ok: false });
  expect(seen).toEqual([{ prefix: 'a' }]);
});

test('a page cannot say where a document is to be written', async () => {
  const seen: unknown[] = [];
  const { answer } = answering(async (input) => {
    seen.push(input);
    return { path: '/cache/a', bytes: 1 };
  });
  const contentId = 'A'.repeat(32);
  expect(await answer('documents.original', { contentId, path: '/etc/passwd' })).toMatchObject({ ok: true });
  expect(seen).toEqual([{ contentId }]);
});

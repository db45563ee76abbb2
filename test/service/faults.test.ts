import { describe, expect, test } from 'vitest';
import { createClock } from '#core/ports/clock.ts';
import { silentLogger } from '#core/ports/logger.ts';
import type { Answer, ServiceFailure } from '#core/service/answer.ts';
import { createBudget } from '#core/service/budget.ts';
import { createTestNetwork } from '#core/service/testing/test-network.ts';
import { createServiceClient } from '#core/service/client.ts';
import { profileSchema } from '#shared/settings/profile.ts';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';

type Fault = NonNullable<NonNullable<Parameters<typeof startSandbox>[0]>['faults']>[number];
type Expected = [code: string, disposition: string, maybeDone: boolean];

const bytes = Buffer.alloc(200_000, 'a');
const api = { method: 'POST', path: '^/contents/v1/documents$' };
const put = { origin: 'storage', method: 'PUT' } as const;

function failureOf(answer: Answer<unknown>): ServiceFailure {
  if (answer.ok) throw new Error('expected a failure');
  return answer.failure;
}

async function withFault<T>(
  fault: Fault,
  use: (opened: Awaited<ReturnType<typeof openFaulty>>) => Promise<T>,
): Promise<T> {
  const opened = await openFaulty(fault);
  try {
    return await use(opened);
  } finally {
    opened.client.close();
    await opened.sandbox.stop();
  }
}

async function openFaulty(fault: Fault) {
  const sandbox = await startSandbox({ faults: [fault], annotate: false });
  const clock = createClock();
  const budget = createBudget({ clock, requestsPerMinute: 10_000 });
  const profile = profileSchema.parse({ id: 'p', name: 'P', baseUrl: sandbox.baseUrl });
  const getKey = async () => sandbox.apiKey;
  const client = createServiceClient({
    profile,
    getKey,
    clock,
    budget,
    logger: silentLogger,
    network: createTestNetwork(),
  });
  return { sandbox, client, budget };
}

describe('enrich under each fault', () => {
  test.each([
    [{ match: api, kind: 'status', status: 500 }, ['SERVICE_FAILED', 'retry', true]],
    [{ match: api, kind: 'status', status: 429, retryAfter: 2 }, ['RATE_LIMITED', 'rate-limited', false]],
    [{ match: api, kind: 'status-after', status: 502 }, ['SERVICE_FAILED', 'retry', true]],
    [{ match: api, kind: 'reset' }, ['CONNECTION_LOST', 'retry', true]],
    [{ match: api, kind: 'reset-after' }, ['CONNECTION_LOST', 'retry', true]],
    [{ match: api, kind: 'truncated' }, ['CONNECTION_LOST', 'retry', true]],
    [{ match: api, kind: 'bad-json' }, ['BAD_ANSWER', 'retry', true]],
    [{ match: api, kind: 'empty' }, ['BAD_ANSWER', 'retry', true]],
    [{ match: api, kind: 'html' }, ['BLOCKED_BY_FIREWALL', 'retry', false]],
    [{ match: api, kind: 'html', status: 200 }, ['BLOCKED_BY_FIREWALL', 'retry', true]],
  ] as [Fault, Expected][])('%j', async (fault, [code, disposition, maybeDone]) => {
    await withFault(fault, async ({ client, sandbox, budget }) => {
      const failure = failureOf(
        await client.documents.enrich({ file_name: 'a.txt' }, { priority: 'manual' }),
      );
      expect(failure).toMatchObject({ disposition, maybeDone, error: { code } });
      // The promise that matters: what is said not to be done is not done.
      if (!maybeDone) expect(sandbox.audit().slots_never_filled).toEqual([]);
      expect(budget.snapshot()).toMatchObject({ inFlight: 0, occupied: 1 });
    });
  });

  test('a slow answer is an answer', async () => {
    await withFault({ match: api, kind: 'slow', delayMs: 100 }, async ({ client }) => {
      expect(await client.documents.enrich({ file_name: 'a.txt' }, { priority: 'manual' })).toMatchObject({
        ok: true,
      });
    });
  });

  test('a hanging answer can be left', async () => {
    await withFault({ match: api, kind: 'hang-after' }, async ({ client, sandbox }) => {
      const controller = new AbortController();
      const options = { priority: 'manual', signal: controller.signal } as const;
      const going = client.documents.enrich({ file_name: 'a.txt' }, options);
      await expect.poll(() => sandbox.audit().slots_never_filled.length).toBe(1);
      controller.abort(new Error('enough'));
      await expect(going).rejects.toThrow('enough');
    });
  });
});

describe('PUT under each fault', () => {
  test.each([
    [{ match: put, kind: 'status', status: 503 }, ['RATE_LIMITED', 'rate-limited', false]],
    [{ match: put, kind: 'status', status: 500 }, ['STORAGE_FAILED', 'retry', true]],
    [{ match: put, kind: 'status', status: 411 }, ['STORAGE_REFUSED', 'retry', false]],
    [{ match: put, kind: 'status', status: 400 }, ['STORAGE_REFUSED', 'retry', false]],
    [{ match: put, kind: 'status-after', status: 500 }, ['STORAGE_FAILED', 'retry', true]],
    [{ match: put, kind: 'reset-after' }, ['CONNECTION_LOST', 'retry', true]],
    [{ match: put, kind: 'expired' }, ['ADDRESS_USED_OR_EXPIRED', 'new-address', false]],
    [{ match: put, kind: 'html' }, ['BLOCKED_BY_FIREWALL', 'retry', false]],
    [{ match: api, kind: 'expired' }, ['ADDRESS_USED_OR_EXPIRED', 'new-address', false]],
  ] as [Fault, Expected][])('%j', async (fault, [code, disposition, maybeDone]) => {
    await withFault(fault, async ({ client, sandbox }) => {
      const slot = await client.documents.enrich({ file_name: 'a.txt' }, { priority: 'manual' });
      if (!slot.ok) throw slot.failure.error;
      const failure = failureOf(await client.storage.put(slot.value.url, { kind: 'buffer', bytes }));
      expect(failure).toMatchObject({ disposition, maybeDone, error: { code } });
      if (!maybeDone) expect(sandbox.audit().documents).toEqual([]);
    });
  });

  test('torn down in the middle of the body', async () => {
    const size = 32 * 1024 * 1024;
    await withFault({ match: put, kind: 'reset', afterBytes: 100_000 }, async ({ client, sandbox }) => {
      const slot = await client.documents.enrich({ file_name: 'a.txt' }, { priority: 'manual' });
      if (!slot.ok) throw slot.failure.error;
      async function* chunks() {
        for (let sent = 0; sent < size; sent += 1024 * 1024) yield Buffer.alloc(1024 * 1024);
      }
      const failure = failureOf(
        await client.storage.put(slot.value.url, { kind: 'stream', size, open: chunks }),
      );
      expect(failure).toMatchObject({
        disposition: 'retry',
        maybeDone: false,
        error: { code: 'CONNECTION_LOST' },
      });
      expect(sandbox.audit().documents).toEqual([]);
    });
  });
});

test('under a limit of the service nothing is ever refused', async () => {
  const speed = 60;
  const sandbox = await startSandbox({ rateLimitPerMinute: 60, speed, annotate: false });
  const clock = createClock(speed);
  const client = createServiceClient({
    profile: profileSchema.parse({ id: 'p', name: 'P', baseUrl: sandbox.baseUrl }),
    getKey: async () => sandbox.apiKey,
    clock,
    budget: createBudget({ clock, requestsPerMinute: 60 }),
    logger: silentLogger,
    network: createTestNetwork(),
  });
  try {
    const answers = await Promise.all(
      Array.from({ length: 130 }, () => client.tags.list(undefined, { priority: 'backlog' })),
    );
    expect(answers.filter((answer) => !answer.ok)).toEqual([]);
    expect(sandbox.requests.counts({ status: 429 })).toEqual([]);
    expect(sandbox.requests.list()).toHaveLength(130);
  } finally {
    client.close();
    await sandbox.stop();
  }
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contentIdSchema } from '#shared/ids/ids.ts';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import {
  addUploads,
  allUploads,
  createEngine,
  idle,
  states,
  until,
  uploadOf,
} from '../support/engine-fixture.ts';
import { atTestEnd } from '../support/at-test-end.ts';
import { isUnreachable } from '../../src/shared/bridge/health.ts';

const enrich = { method: 'POST', path: '^/contents/v1/documents$' };
const put = { origin: 'storage', method: 'PUT' } as const;
const portOf = (url: string) => Number(new URL(url).port);

/** A sandbox that is stopped and started again keeps everything here. */
function keptDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-offline-'));
  atTestEnd(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

describe('U13: offline', () => {
  test.concurrent.each([
    ['before anything was sent', null],
    ['in the middle of a PUT', 100_000],
  ])(
    '%s: no attempt is burned, and work goes on within 3 s of the return',
    async (_name, uploadBandwidth) => {
      const dataDirectory = keptDirectory();
      const engine = await createEngine({
        speed: 1,
        sandbox: { dataDirectory },
        profile: { uploadBandwidth },
        random: () => 1,
      });
      const { sandbox } = engine;
      const content = Buffer.alloc(300_000, 'A longer text. ');
      const core = await engine.start();
      if (uploadBandwidth === null) await sandbox.stop();
      const ids = await addUploads(core, [engine.file('a.txt', content)]);
      if (uploadBandwidth !== null) {
        await until(
          'bytes move',
          async () => ((await core.calls['agent.status']({})).active[0]?.sentBytes ?? 0) > 0,
        );
        await sandbox.stop();
      }
      await until('offline is said', async () =>
        isUnreachable((await core.calls['agent.status']({})).health),
      );
      await addUploads(core, [engine.file('b.txt', 'added while offline')]);
      const probes = new Set<number | null | undefined>();
      await until('it was tried again in vain', async () => {
        probes.add((await core.calls['agent.status']({})).health.services.test?.nextProbeAt);
        return probes.size >= 3;
      });
      const again = await startSandbox({
        dataDirectory,
        annotate: false,
        port: portOf(sandbox.baseUrl),
        storagePort: portOf(sandbox.storageUrl),
        enrichSeconds: [0.1, 0.2],
        clock: engine.sandboxClock,
      });
      const { clock } = engine.dependencies;
      try {
        const back = clock.monotonic();
        await until('a request comes', () =>
          again.requests
            .list({ origin: 'api' })
            .some((one) => one.time > 0 && one.status === 200 && clock.now() - one.time < 3_500),
        );
        expect(clock.monotonic() - back).toBeLessThan(3_000);
        await idle(core);
        // The longer of them takes 3 s at its limit; bytes that never left are not waited for.
        expect(clock.monotonic() - back).toBeLessThan(9_000);
        expect(await states(core)).toEqual(['completed', 'completed']);
        expect((await allUploads(core)).map((upload) => upload.attempts)).toEqual([0, 0]);
        expect(again.audit()).toMatchObject({ duplicates: {}, leaked_keys: [] });
        expect(again.audit().documents.filter((document) => !document.deleted)).toHaveLength(2);
        expect(ids).toHaveLength(1);
      } finally {
        await core.stop();
        await again.stop();
      }
    },
  );

  test.concurrent('with nothing to send it is tried rarely, and what comes is sent within 3 s all the same', async () => {
    const dataDirectory = keptDirectory();
    const engine = await createEngine({ sandbox: { dataDirectory } });
    const { sandbox } = engine;
    const { clock } = engine.dependencies;
    await sandbox.stop();
    const core = await engine.start();
    const untilNext = async () => {
      const { health } = await core.calls['agent.status']({});
      return (health.services.test?.nextProbeAt ?? 0) - clock.now();
    };
    await until('it is tried once a minute', async () => (await untilNext()) > 50_000);
    const again = await startSandbox({
      dataDirectory,
      annotate: false,
      port: portOf(sandbox.baseUrl),
      storagePort: portOf(sandbox.storageUrl),
      clock: engine.sandboxClock,
    });
    try {
      const { health } = await core.calls['agent.status']({});
      expect(health.services.test).toMatchObject({ reachableSince: null });
      const came = clock.now();
      await addUploads(core, [engine.file('a.txt')]);
      await until('it goes on', async () => !isUnreachable((await core.calls['agent.status']({})).health));
      const { services } = (await core.calls['agent.status']({})).health;
      expect((services.test?.reachableSince ?? Number.NaN) - came).toBeLessThan(3_000);
      await idle(core);
      expect(await states(core)).toEqual(['completed']);
    } finally {
      await core.stop();
      await again.stop();
    }
  });

  test.concurrent('the storage host alone cannot be reached: nothing is burned, and it goes on when it can', async () => {
    const engine = await createEngine();
    const core = await engine.start();
    const listeners = 'closed by hanging up on every connection';
    engine.sandbox.faults.replace([{ match: { origin: 'storage' }, kind: 'reset' }]);
    const [id = 0] = await addUploads(core, [engine.file('a.txt', listeners)]);
    await until('some tries', () => engine.requests({ origin: 'storage' }).length >= 3);
    engine.sandbox.faults.replace([]);
    await idle(core);
    engine.expectExactlyOnce([listeners]);
    expect((await uploadOf(core, id)).state).toBe('completed');
  });
});

describe('limits', () => {
  test.concurrent('U2: under a limit of the service no request is refused, and the limit is used', async () => {
    const engine = await createEngine({
      speed: 30,
      sandbox: { rateLimitPerMinute: 100, enrichSeconds: [5, 10] },
      profile: { requestsPerMinute: 100 },
    });
    const core = await engine.start();
    const { clock } = engine.dependencies;
    const started = clock.monotonic();
    const paths = Array.from({ length: 150 }, (_, index) => engine.file(`${index}.txt`));
    await addUploads(core, paths);
    await idle(core);
    expect(engine.sandbox.audit().requests_over_limit).toBe(0);
    const minutes = (clock.monotonic() - started) / 60_000;
    // 150 documents are at least 150 requests: two windows, and not three times as many.
    expect(minutes).toBeLessThan(6);
    expect(engine.live()).toHaveLength(150);
  });

  test.concurrent.each([
    ['seconds', 20],
    ['a date', 'date'],
  ])('U5: Retry-After of a 429 in %s holds the whole host', async (_name, value) => {
    const engine = await createEngine();
    const retryAfter =
      value === 'date' ? new Date(engine.dependencies.clock.now() + 20_000).toUTCString() : value;
    engine.sandbox.faults.replace([{ match: enrich, kind: 'status', status: 429, retryAfter, times: 1 }]);
    const core = await engine.start();
    await addUploads(
      core,
      ['a', 'b', 'c'].map((name) => engine.file(`${name}.txt`)),
    );
    await idle(core);
    const requests = engine.sandbox.requests.list({ origin: 'api' });
    const refused = requests.findIndex((request) => request.status === 429);
    // What was under way together may still arrive; then there is silence.
    const pause = Math.max(
      ...requests.slice(refused + 1).map((one, index) => one.time - (requests[refused + index]?.time ?? 0)),
    );
    expect(pause).toBeGreaterThan(15_000);
    expect(engine.live()).toHaveLength(3);
  });

  test.concurrent('U5: Retry-After of a 503 holds the upload that met it, and no other', async () => {
    const engine = await createEngine();
    engine.sandbox.faults.replace([
      { match: enrich, kind: 'status', status: 503, retryAfter: 3_600, times: 1 },
    ]);
    const core = await engine.start();
    const ids = await addUploads(
      core,
      ['a', 'b', 'c', 'd'].map((name) => engine.file(`${name}.txt`)),
    );
    await until('the others are in', () => engine.live().length === 3);
    const waits = (await Promise.all(ids.map((id) => uploadOf(core, id)))).filter(
      ({ state }) => state === 'queued',
    );
    expect(waits).toMatchObject([{ code: 'SERVICE_FAILED', attempts: 1 }]);
    const { budget, health } = await core.calls['agent.status']({});
    expect([budget.heldForMs, health.findings]).toEqual([0, []]);
    // A person asks, and waits for nothing.
    await core.calls['uploads.retry']({ filter: {} });
    await idle(core);
    expect(engine.live()).toHaveLength(4);
  });

  test.concurrent('U5: a person is answered, and the doctor asks, while a 429 pauses the queue', async () => {
    const engine = await createEngine();
    engine.sandbox.faults.replace([{ match: enrich, kind: 'status', status: 429, retryAfter: 3_600 }]);
    const core = await engine.start();
    await addUploads(core, [engine.file('a.txt')]);
    const status = () => core.calls['agent.status']({});
    await until('it is said', async () => (await status()).health.findings.length > 0);
    const { clock } = engine.dependencies;
    const asked = clock.monotonic();
    await core.calls['tags.list']({});
    const { checks } = await core.calls['agent.doctor']({});
    expect(clock.monotonic() - asked).toBeLessThan(9 * 60_000);
    expect(checks.filter(({ ok }) => !ok)).toMatchObject([{ code: 'RATE_LIMITED' }]);
    expect((await status()).health.findings).toMatchObject([
      { code: 'RATE_LIMITED', until: expect.any(Number) },
    ]);
    // Nothing but a retry brings the next upload's request forward.
    expect(engine.requests({ method: 'POST' })).toHaveLength(1);
    engine.sandbox.faults.replace([]);
    await core.calls['uploads.retry']({ filter: {} });
    await idle(core);
    expect(clock.monotonic() - asked).toBeLessThan(9 * 60_000);
  });

  test.concurrent('U5: a person is answered while one document has the service ask for an hour', async () => {
    const engine = await createEngine();
    const core = await engine.start();
    const [id = 0] = await addUploads(core, [engine.file('a.txt')]);
    await idle(core);
    const { contentId } = await uploadOf(core, id);
    const one = { method: 'GET', path: `^/contents/v1/documents/${contentId}$` };
    engine.sandbox.faults.replace([{ match: one, kind: 'status', status: 503, retryAfter: 3_600, times: 1 }]);
    const { clock } = engine.dependencies;
    const asked = clock.monotonic();
    const show = () => core.calls['documents.show']({ contentId: contentIdSchema.parse(contentId) });
    await expect(show()).rejects.toMatchObject({ code: 'SERVICE_FAILED' });
    await show();
    await addUploads(core, [engine.file('b.txt')]);
    await idle(core);
    expect(clock.monotonic() - asked).toBeLessThan(10 * 60_000);
  });

  test.concurrent('U5: storage that asks several uploads for a year is said, with its end, and probed', async () => {
    const engine = await createEngine({ speed: 100 });
    engine.sandbox.faults.replace([{ match: put, kind: 'status', status: 502, retryAfter: 31_536_000 }]);
    const core = await engine.start();
    await addUploads(
      core,
      ['a', 'b', 'c', 'd'].map((name) => engine.file(`${name}.txt`)),
    );
    const findings = async () => (await core.calls['agent.status']({})).health.findings;
    await until('it is said', async () => (await findings()).length > 0);
    const now = engine.dependencies.clock.now();
    const [finding] = await findings();
    expect(finding).toMatchObject({ about: 'service', level: 'held', code: 'STORAGE_FAILED' });
    expect(finding?.until).toBeGreaterThan(now + 30 * 60_000);
    expect(engine.log.filter((line) => line.startsWith('A storage host asked'))).toHaveLength(1);
    engine.sandbox.faults.replace([]);
    await until('all are in', () => engine.live().length === 4);
    expect(engine.dependencies.clock.now() - now).toBeLessThan(50 * 60_000);
    await until('nothing is said any more', async () => (await findings()).length === 0);
  });

  test.concurrent('U12: a bandwidth limit is kept within 5 %, and the transfers stay parallel', async () => {
    const rate = 400_000;
    const engine = await createEngine({ speed: 1, profile: { uploadBandwidth: rate } });
    const core = await engine.start();
    const { clock } = engine.dependencies;
    const size = 300_000;
    const started = clock.monotonic();
    const paths = Array.from({ length: 5 }, (_, index) =>
      engine.file(`${index}.bin`, Buffer.alloc(size, index)),
    );
    await addUploads(core, paths);
    let most = 0;
    await until('all landed', async () => {
      const { active } = await core.calls['agent.status']({});
      most = Math.max(
        most,
        active.filter((upload) => upload.sentBytes > 0 && upload.sentBytes < size).length,
      );
      return engine.live().length === 5;
    });
    const seconds = (clock.monotonic() - started) / 1000;
    expect((5 * size) / seconds).toBeGreaterThan(rate * 0.9);
    expect((5 * size) / seconds).toBeLessThan(rate * 1.05);
    expect(most).toBeGreaterThanOrEqual(4);
  });

  test.concurrent('U12: a schedule holds at once when the settings change', async () => {
    const engine = await createEngine({ speed: 1 });
    const core = await engine.start();
    await engine.settings.update((settings) => ({
      ...settings,
      bandwidthSchedule: [
        { days: [0, 1, 2, 3, 4, 5, 6], from: '00:00', to: '24:00', bytesPerSecond: 50_000 },
      ],
    }));
    const { clock } = engine.dependencies;
    const started = clock.monotonic();
    await addUploads(core, [engine.file('a.bin', Buffer.alloc(100_000))]);
    await until('landed', () => engine.live().length === 1);
    expect(clock.monotonic() - started).toBeGreaterThan(1_500);
  });

  test.concurrent('U10: bytes, rate and time left are told while bytes move', async () => {
    const engine = await createEngine({ speed: 1, profile: { uploadBandwidth: 200_000 } });
    const core = await engine.start();
    await addUploads(core, [engine.file('a.bin', Buffer.alloc(1_000_000, 1))]);
    await until(
      'a rate is known',
      async () => (await core.calls['agent.status']({})).bytesPerSecond > 20_000,
    );
    const status = await core.calls['agent.status']({});
    expect(status.active).toMatchObject([{ size: 1_000_000, path: expect.stringContaining('a.bin') }]);
    expect(status.active[0]?.sentBytes).toBeGreaterThan(0);
    expect(status.secondsLeft).toBeGreaterThan(0);
    await core.calls['uploads.cancel']({ filter: {} });
  });
});

describe('the key', () => {
  test.concurrent('missing: uploads wait, nothing is burned, and a retry after it is set works at once', async () => {
    const engine = await createEngine();
    await engine.dependencies.secrets.forgetKey('test');
    const core = await engine.start();
    const [id = 0] = await addUploads(core, [engine.file('a.txt'), engine.file('b.txt')]);
    await expect(core.whenIdle()).rejects.toMatchObject({ code: 'KEY_MISSING' });
    expect(await uploadOf(core, id)).toMatchObject({ state: 'queued', attempts: 0 });
    const status = await core.calls['agent.status']({});
    expect(status).toMatchObject({
      keyPresent: false,
      health: { state: 'trouble', findings: [{ code: 'KEY_MISSING', about: 'key', level: 'trouble' }] },
    });
    expect(engine.requests()).toEqual([]);
    await engine.giveKey(engine.sandbox.apiKey);
    await core.calls['uploads.retry']({ filter: {} });
    await idle(core);
    expect(await states(core)).toEqual(['completed', 'completed']);
    expect((await core.calls['agent.status']({})).health.findings).toEqual([]);
  });

  test.concurrent('rejected: one request finds out, the others wait', async () => {
    const engine = await createEngine({ key: 'wrong' });
    const core = await engine.start();
    await addUploads(
      core,
      Array.from({ length: 30 }, (_, index) => engine.file(`${index}.txt`)),
    );
    await expect(core.whenIdle()).rejects.toMatchObject({ code: 'KEY_REJECTED' });
    await until('what was under way has ended', async () =>
      (await states(core)).every((state) => state.startsWith('queued')),
    );
    expect(engine.requests().length).toBeLessThan(20);
    expect((await allUploads(core)).every((upload) => upload.attempts === 0)).toBe(true);
    await engine.giveKey(engine.sandbox.apiKey);
    await core.calls['uploads.retry']({ filter: {} });
    await idle(core);
    expect(engine.live()).toHaveLength(30);
  });
});

test.concurrent('U7: an address that expired while its upload waited: looked for, asked anew, and the slot is cleaned', async () => {
  const engine = await createEngine({ sandbox: { faults: [{ match: enrich, kind: 'expired', times: 2 }] } });
  const core = await engine.start();
  const [id = 0] = await addUploads(core, [engine.file('a.txt')]);
  await idle(core);
  expect((await uploadOf(core, id)).state).toBe('completed');
  expect(engine.live()).toHaveLength(1);
  expect(engine.emptySlots()).toEqual([]);
  expect(engine.requests({ method: 'DELETE' })).toHaveLength(2);
});

test.concurrent('U5: storage that asks to slow down gets the same upload at the same address, later', async () => {
  const engine = await createEngine({
    sandbox: { faults: [{ match: put, kind: 'status', status: 503, retryAfter: 5, times: 2 }] },
  });
  const core = await engine.start();
  await addUploads(core, [engine.file('a.txt')]);
  await idle(core);
  expect(engine.live()).toHaveLength(1);
  expect(engine.requests({ method: 'POST' })).toHaveLength(1);
  const [first, second] = engine.sandbox.requests.list({ origin: 'storage' });
  expect((second?.time ?? 0) - (first?.time ?? 0)).toBeGreaterThan(4_500);
});

test.concurrent('U7: the PUT landed and its answer was lost, twice: adopted, sent once', async () => {
  const engine = await createEngine({ sandbox: { faults: [{ match: put, kind: 'reset-after', times: 2 }] } });
  const core = await engine.start();
  await addUploads(core, [engine.file('a.txt'), engine.file('b.txt')]);
  await idle(core);
  expect(engine.live()).toHaveLength(2);
  expect(engine.requests({ method: 'PUT' })).toHaveLength(2);
  expect(engine.requests({ method: 'POST' })).toHaveLength(2);
});

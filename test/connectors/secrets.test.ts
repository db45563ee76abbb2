import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createAnswer } from '#core/public/answer-calls.ts';
import { createRedactor } from '#core/redact/redact.ts';
import { until } from '../support/engine-fixture.ts';
import { createConnectors, listen } from './support.ts';

const canary = 'canary-Pa55word-7c1e';

function filesBelow(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => join(directory, name))
    .filter((path) => statSync(path).isFile());
}

describe.each(['spec', 'field'] as const)('%s', (profile) => {
  test.concurrent('S2: the broker password is sent once and is nowhere after it, whatever the service answers', async () => {
    const refusals = [
      { status: 422, json: { detail: [{ loc: ['body', 'config'], msg: `bad: ${canary}`, input: canary }] } },
      { status: 500, json: { message: `could not log in with ${canary}` } },
      { status: 409, json: { message: `exists: ${canary}` } },
    ];
    const engine = await createConnectors({ sandbox: { profile } }, ({ method, path }) =>
      method === 'POST' && path.endsWith('/connectors') ? refusals.shift() : undefined,
    );
    const core = await engine.start();
    const { events } = listen(core);
    const redactor = createRedactor();
    const logged: string[] = [];
    const log = (...parts: unknown[]) => void logged.push(JSON.stringify(parts));
    const answer = createAnswer({
      calls: core.calls,
      leave: { check: async () => undefined },
      host: {} as never,
      redactor,
      logger: { debug: log, info: log, warn: log, error: log },
    });
    const replies: unknown[] = [];
    const input = {
      type: 'investment_research',
      label: 'Broker',
      broker: { userId: 'ann', password: canary },
    };
    // Two that never reach the service, three it refuses, one it takes.
    replies.push(await answer('connectors.create', { ...input, label: '' }));
    replies.push(await answer('connectors.create', { ...input, type: 'email' }));
    for (let attempt = 0; attempt < 4; attempt++) replies.push(await answer('connectors.create', input));
    expect(replies.map((reply) => (reply as { ok: boolean }).ok)).toEqual([
      false,
      false,
      false,
      false,
      false,
      true,
    ]);
    const sent = engine.proxy.seen.filter(({ body }) => JSON.stringify(body ?? '').includes(canary));
    expect(sent).toHaveLength(4);

    const { connector_id: connectorId } = (await core.calls['connectors.list']({}))[0] ?? {};
    await core.calls['connectors.sync']({ connectorId: String(connectorId), dateLimit: '2026-01-05' });
    await until('an end', () => events.some(({ ended }) => ended !== null));
    replies.push(await core.calls['connectors.list']({}), await core.calls['agent.doctor']({}));
    await core.stop();
    const everything = JSON.stringify([replies, events, engine.log, logged, engine.settings.get()]);
    expect(everything).toContain('Broker');
    expect(everything).not.toContain(canary);
    const files = filesBelow(engine.dataDirectory);
    expect(files.length).toBeGreaterThan(0);
    for (const path of files) expect(readFileSync(path, 'latin1'), path).not.toContain(canary);
    expect(JSON.stringify([engine.sandbox.requests.list(), engine.sandbox.audit()])).not.toContain(canary);
  });
});

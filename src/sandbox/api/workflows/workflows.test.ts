import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entityId } from '../../enrich/annotate/gazetteer.ts';
import { type Answer, type SandboxCaller, startCaller } from '../../test-support/sandbox-caller.ts';

let caller: SandboxCaller;
beforeAll(async () => {
  // A tenth of a second between two events is a millisecond so.
  caller = await startCaller({ speed: 100 });
});
afterAll(() => caller.stop());

const path = '/v1/workflow';
const brief = '00000000-0000-4000-8000-000000000001';
const oracle = { type: 'rp_entity_id', value: entityId('COMP', 'Oracle Corporation') };
const stranger = () => caller.sandbox.addUser({ userId: 'stranger' });
const list = async (query = '', key?: string) =>
  (await caller.agents('GET', `${path}/executions${query}`, undefined, key === undefined ? {} : { key }))
    .json;
const refusal = ({ json }: Answer) => (json.detail as { loc: unknown[]; type: string }[])[0];

describe('executions', () => {
  test('a page of twenty, newest first, with every field', async () => {
    const { count, results, cursor } = await list();
    expect(count).toBeGreaterThanOrEqual(45);
    expect(results).toHaveLength(20);
    expect(cursor).toEqual(expect.any(String));
    const times = results?.map((one) => String(one.date_created)) ?? [];
    expect(times).toEqual(times.toSorted().toReversed());
    expect(results?.[0]).toEqual({
      execution_id: expect.any(String),
      name: expect.any(String),
      status: 'pending',
      is_public: false,
      date_created: expect.stringMatching(/Z$/),
      last_updated: expect.stringMatching(/Z$/),
      template_id: expect.any(String),
      inputs: { company: { type: 'rp_entity_id', value: expect.stringMatching(/^[0-9A-F]{6}$/) } },
    });
  });

  test('the cursor leads to the end, each run once, every status met', async () => {
    const seen: Record<string, unknown>[] = [];
    let cursor: unknown = '';
    while (cursor !== null) {
      const page = await list(`?limit=7&cursor=${cursor}`);
      seen.push(...(page.results ?? []));
      cursor = page.cursor;
    }
    const { count } = await list();
    expect(new Set(seen.map((one) => one.execution_id)).size).toBe(count);
    expect(seen).toHaveLength(Number(count));
    const statuses = ['pending', 'running', 'completed', 'error', 'cancelled'];
    expect(new Set(seen.map((one) => one.status))).toEqual(new Set(statuses));
  });

  test('filtered by template', async () => {
    const { results, count } = await list(`?template_id=${brief}&limit=1`);
    expect(results?.map((one) => one.template_id)).toEqual([brief]);
    expect(Number(count)).toBeGreaterThan(1);
    expect((await list('?template_id=none')).results).toEqual([]);
  });

  test('only one’s own', async () => {
    expect(await list('', stranger())).toEqual({ count: 0, results: [], cursor: null });
  });

  test.each([
    ['limit=0', 'limit'],
    ['limit=many', 'limit'],
    ['cursor=nonsense', 'cursor'],
  ])('refuses %s with the validation error object', async (query, name) => {
    const answer = await caller.agents('GET', `${path}/executions?${query}`);
    expect(answer.status).toBe(422);
    expect(refusal(answer)).toEqual({
      loc: ['query', name],
      msg: expect.any(String),
      type: expect.any(String),
      input: expect.anything(),
    });
  });
});

describe('execute', () => {
  interface Event {
    request_id: string;
    execution_id: string;
    delta: { type: string; role: string; content: string; message_id: string };
  }
  const execute = (body: unknown, query = '') => caller.agents('POST', `${path}/execute${query}`, body);
  const eventsOf = ({ text }: Answer) =>
    text
      .split('\n\n')
      .filter((part) => part !== '')
      .map((part) => JSON.parse(part.replace(/^data: /, '')) as Event);
  const stored = async (id: string | undefined) =>
    (await list('?limit=100')).results?.find((one) => one.execution_id === id);

  test('streams events, and answers from the documents', async () => {
    const document = await caller.upload('Oracle note.txt', 'Oracle opened a data center for begonias.');
    await caller.finished(document);
    const answer = await execute({ template_id: brief, inputs: { company: oracle } });
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/event-stream']);
    expect(answer.headers['content-length']).toBeUndefined();
    const events = eventsOf(answer);
    for (const event of events) {
      expect(event).toEqual({
        request_id: answer.headers['x-request-id'],
        execution_id: events[0]?.execution_id,
        delta: {
          type: expect.any(String),
          role: 'assistant',
          content: expect.any(String),
          message_id: expect.any(String),
        },
      });
    }
    const said = events.filter(({ delta }) => delta.type === 'answer');
    expect(said.map(({ delta }) => delta.content).join('')).toContain('a data center for begonias');
    expect(new Set(said.map(({ delta }) => delta.message_id)).size).toBe(1);
    // Without persistence nothing is stored.
    expect(await stored(events[0]?.execution_id)).toBeUndefined();
  });

  test.each([
    ['in the query', '?persistence_mode=enabled', {}],
    ['in the body', '', { persistence_mode: 'enabled' }],
  ])('persistence_mode %s stores the run', async (_, query, more) => {
    const answer = await execute({ template_id: brief, inputs: { company: oracle }, ...more }, query);
    const id = eventsOf(answer)[0]?.execution_id;
    expect(await stored(id)).toMatchObject({
      status: 'completed',
      name: 'Company brief',
      template_id: brief,
      inputs: { company: oracle },
    });
  });

  test('an unknown entity ends the run in error', async () => {
    const inputs = { company: { type: 'rp_entity_id', value: 'FFFFFF' } };
    const events = eventsOf(await execute({ template_id: brief, inputs, persistence_mode: 'enabled' }));
    expect(events.map(({ delta }) => delta.type)).toEqual(['error']);
    expect(await stored(events[0]?.execution_id)).toMatchObject({ status: 'error' });
  });

  test('who hangs up cancels the run', async () => {
    caller.sandbox.clock.setSpeed(0);
    const body = JSON.stringify({ prompt: 'tell', name: 'Cut short', persistence_mode: 'enabled' });
    const headers = { 'x-api-key': caller.sandbox.apiKey, 'content-length': String(body.length) };
    await new Promise<void>((resolve) => {
      const sent = request(
        `${caller.sandbox.agentsUrl}${path}/execute`,
        { method: 'POST', headers },
        (response) => {
          response.once('data', () => {
            sent.destroy();
            resolve();
          });
          response.on('error', () => undefined);
        },
      );
      sent.on('error', () => undefined);
      sent.end(body);
    });
    const status = async () =>
      (await list('?limit=100')).results?.find((one) => one.name === 'Cut short')?.status;
    await expect.poll(status).toBe('cancelled');
    caller.sandbox.clock.setSpeed(100);
    expect(await status()).toBe('cancelled');
  });

  test.each([
    [{}, ['body', 'template_id']],
    [{ template_id: brief }, ['body', 'inputs', 'company']],
    [
      { template_id: brief, inputs: { company: { type: 'string', value: 'x' } } },
      ['body', 'inputs', 'company', 'type'],
    ],
    [{ prompt: 'x', persistence_mode: 'always' }, ['body', 'persistence_mode']],
  ])('refuses %j', async (body, loc) => {
    const answer = await execute(body);
    expect([answer.status, refusal(answer)?.loc]).toEqual([422, loc]);
  });

  test('an unknown template is missing', async () => {
    expect((await execute({ template_id: 'none' })).status).toBe(404);
  });

  test('a connection torn down before the first event cancels the run', async () => {
    caller.sandbox.faults.replace([
      { match: { origin: 'agents', method: 'POST' }, kind: 'reset-after', times: 1 },
    ]);
    const body = { prompt: 'tell', name: 'Never heard', persistence_mode: 'enabled' };
    await expect(execute(body)).rejects.toMatchObject({ code: 'ECONNRESET' });
    const status = async () =>
      (await list('?limit=100')).results?.find((one) => one.name === 'Never heard')?.status;
    await expect.poll(status).toBe('cancelled');
  });

  test('a fault cuts the stream', async () => {
    caller.sandbox.faults.replace([{ match: { origin: 'agents' }, kind: 'truncated', times: 1 }]);
    await expect(execute({ prompt: 'tell' })).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(caller.sandbox.requests.list({ origin: 'agents' }).at(-1)).toMatchObject({
      route: `${path}/execute`,
      fault: 'truncated',
    });
  });
});

describe('templates', () => {
  const templates = (method: string, more = '', body?: unknown, key?: string) =>
    caller.agents(method, `${path}/templates${more}`, body, key === undefined ? {} : { key });

  test('are made, read, listed, replaced and deleted', async () => {
    const given = {
      name: 'Mine',
      prompt: 'About {company}?',
      inputs: [{ name: 'company', type: 'rp_entity_id' }],
      colour: 'red',
    };
    const made = (await templates('POST', '', given)).json;
    expect(made).toMatchObject({ ...given, id: expect.any(String), is_community: false });
    expect((await templates('GET', `/${made.id}`)).json).toEqual(made);
    expect((await templates('GET')).json).toMatchObject({ count: 1, results: [{ id: made.id }] });
    const replaced = (await templates('PUT', `/${made.id}`, { name: 'Renamed', id: 'other' })).json;
    expect(replaced).toMatchObject({ id: made.id, name: 'Renamed', date_created: made.date_created });
    expect(replaced).not.toHaveProperty('prompt');
    const deleted = await templates('DELETE', `/${made.id}`);
    expect([deleted.status, deleted.text]).toEqual([200, 'null']);
    expect((await templates('GET', `/${made.id}`)).json.code).toBe('TEMPLATE_NOT_FOUND');
  });

  test('a community template is cloned, and never changed', async () => {
    const { json } = await templates('GET', '/community');
    expect(json.results?.map((one) => one.id)).toContain(brief);
    const copy = (await templates('POST', `/${brief}/clone`)).json;
    expect(copy).toMatchObject({ name: 'Company brief (copy)', cloned_from: brief, is_community: false });
    expect(copy.id).not.toBe(brief);
    expect((await templates('PUT', `/${brief}`, { name: 'x' })).status).toBe(403);
    expect((await templates('DELETE', `/${brief}`)).status).toBe(403);
    expect((await templates('DELETE', `/${copy.id}`)).status).toBe(200);
  });

  test('somebody else’s template is missing', async () => {
    const { id } = (await templates('POST', '', { name: 'Secret' })).json;
    const key = stranger();
    for (const [method, more] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/clone'],
    ] as const) {
      expect((await templates(method, `/${id}${more}`, { name: 'x' }, key)).status, method).toBe(404);
    }
    expect((await templates('GET', '', undefined, key)).json.results).toEqual([]);
  });

  test('a template without a name is refused', async () => {
    const answer = await templates('POST', '', { prompt: 'x' });
    expect([answer.status, refusal(answer)]).toMatchObject([422, { loc: ['body', 'name'], type: 'missing' }]);
  });
});

describe('the agents origin', () => {
  test('is another address, asks for a key, and is recorded', async () => {
    expect(caller.sandbox.agentsUrl).not.toBe(caller.sandbox.baseUrl);
    const without = await caller.agents('GET', `${path}/executions`, undefined, { key: null });
    expect(without.status).toBe(401);
    expect(caller.sandbox.requests.list({ origin: 'agents' }).at(-1)).toMatchObject({
      status: 401,
      key: null,
    });
  });

  test('serves workflows only, which the API does not in the spec profile', async () => {
    expect((await caller.agents('GET', '/contents/v1/tags')).status).toBe(404);
    expect((await caller.call('GET', `${path}/executions`)).status).toBe(404);
    const field = await startCaller({ annotate: false, profile: 'field' });
    expect((await field.call('GET', `${path}/executions`)).status).toBe(200);
    await field.stop();
  });

  test('shares the rate limit of a key with the API', async () => {
    const limited = await startCaller({ annotate: false, rateLimitPerMinute: 2 });
    expect((await limited.agents('GET', `${path}/executions`)).status).toBe(200);
    expect((await limited.call('GET', '/contents/v1/tags')).status).toBe(200);
    const refused = await limited.agents('GET', `${path}/executions`);
    expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
    await limited.stop();
  });

  test('runs and templates outlive a restart; a run that was cut off ended in error', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'sandbox-workflows-'));
    const first = await startCaller({ dataDirectory: directory, annotate: false });
    await first.agents('POST', `${path}/templates`, { name: 'Kept' });
    const before = (await first.agents('GET', `${path}/executions`)).json;
    expect(before.results?.[1]?.status).toBe('running');
    await first.stop();
    const second = await startCaller({ dataDirectory: directory, annotate: false });
    const after = (await second.agents('GET', `${path}/executions`)).json;
    expect(after.results?.map((one) => one.execution_id)).toEqual(
      before.results?.map((one) => one.execution_id),
    );
    expect(after.results?.[1]?.status).toBe('error');
    expect((await second.agents('GET', `${path}/templates`)).json.results).toMatchObject([{ name: 'Kept' }]);
    await second.stop();
    await rm(directory, { recursive: true });
  });
});

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type SandboxCaller, startCaller } from '../test-support/sandbox-caller.ts';

const connectors = '/contents/v1/connectors';
const research = {
  type: 'investment_research',
  label: 'Broker',
  config: { user_id: 'ann', user_password: 'hunter2-canary' },
};
const email = { type: 'email', label: 'Inbox', config: { allowed_emails: ['ann@example.com'] } };
const library = { type: 'document_library', label: 'Library', config: { session_id: 'session-canary' } };

let caller: SandboxCaller;
beforeEach(async () => {
  caller = await startCaller({ annotate: false });
});
afterEach(() => caller.stop());

async function create(body: unknown): Promise<Record<string, unknown> & { connector_id: string }> {
  const { status, json } = await caller.call('POST', connectors, body);
  expect(status).toBe(200);
  return json as Record<string, unknown> & { connector_id: string };
}

async function get(id: string): Promise<Record<string, unknown>> {
  return (await caller.call('GET', `${connectors}/${id}`)).json;
}

async function filesOf(id: string): Promise<Record<string, unknown>[]> {
  return (await caller.call('GET', `/contents/v1/documents?connector=${id}`)).json.results ?? [];
}

describe('create and read', () => {
  test('has every field of section 2.7', async () => {
    const made = await create({
      ...email,
      description: 'Mail',
      share_with_org: true,
      enrichments: ['translation'],
    });
    expect(made).toMatchObject({
      connector_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      user_id: 'sandbox-owner',
      org_id: 'sandbox-org',
      share_with_org: true,
      label: 'Inbox',
      type: 'email',
      archived: false,
      description: 'Mail',
      enrichments: ['translation'],
      files_count: 0,
      last_sync_at: null,
      last_sync_status: null,
      last_sync_error_msg: null,
      last_sync_count: null,
    });
    expect(made.config).toEqual({
      allowed_emails: ['ann@example.com'],
      email_hash: expect.any(String),
      email: expect.stringContaining('@'),
    });
    expect(await get(made.connector_id)).toEqual(made);
    expect((await caller.call('GET', connectors)).json.results).toEqual([made]);
  });

  test('credentials never come back, from any answer or record', async () => {
    const one = await create(research);
    const two = await create(library);
    expect(one.config).toEqual({ user_id: 'ann' });
    expect(two.config).toEqual({});
    const list = await caller.call('GET', connectors);
    const everything = JSON.stringify([
      one,
      two,
      list.json,
      caller.sandbox.requests.list(),
      caller.sandbox.audit(),
    ]);
    expect(everything).not.toContain('canary');
  });

  test.each([
    [{ label: 'x' }, 'type'],
    [{ type: 'ftp', label: 'x' }, 'type'],
    [{ type: 'sharepoint', label: 'x' }, 'type'],
    [{ ...email, label: '' }, 'label'],
    [{ ...email, config: undefined }, 'config'],
    [{ ...email, config: { allowed_emails: ['nobody'] } }, 'config'],
    [{ ...research, config: { user_id: 'ann' } }, 'config'],
    [{ ...email, enrichments: ['summary'] }, 'enrichments'],
  ])('refuses %j at %s', async (body, field) => {
    const { status, json } = await caller.call('POST', connectors, body);
    expect(status).toBe(422);
    expect((json.detail as { loc: string[] }[])[0]?.loc.slice(0, 2)).toEqual(['body', field]);
  });

  test('another user sees a shared connector and changes nothing', async () => {
    const key = caller.sandbox.addUser({ userId: 'colleague' });
    const hidden = await create(email);
    const shared = await create({ ...email, share_with_org: true });
    const as = (method: string, id: string) => caller.call(method, `${connectors}/${id}`, undefined, { key });
    expect((await as('GET', hidden.connector_id)).status).toBe(404);
    expect((await as('GET', shared.connector_id)).status).toBe(200);
    expect((await as('DELETE', shared.connector_id)).status).toBe(403);
  });
});

describe('update', () => {
  test('replaces everything that it may and leaves type and credentials', async () => {
    const { connector_id: id } = await create({ ...research, description: 'old', share_with_org: true });
    const { status, json } = await caller.call('PUT', `${connectors}/${id}`, { label: 'New', type: 'email' });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      label: 'New',
      description: '',
      share_with_org: false,
      type: 'investment_research',
      config: { user_id: 'ann' },
    });
  });

  test('only e-mail connectors accept a config', async () => {
    const mail = await create(email);
    const config = { allowed_emails: ['bob@example.com'] };
    const changed = await caller.call('PUT', `${connectors}/${mail.connector_id}`, { label: 'x', config });
    expect(changed.json.config).toEqual({ ...(mail.config as object), ...config });
    for (const body of [research, library]) {
      const { connector_id: id } = await create(body);
      expect((await caller.call('PUT', `${connectors}/${id}`, { label: 'x', config: {} })).status).toBe(422);
      expect((await caller.call('PUT', `${connectors}/${id}`, { label: 'x', config: null })).status).toBe(
        200,
      );
    }
    expect((await caller.call('PUT', `${connectors}/${mail.connector_id}`, {})).status).toBe(422);
  });
});

describe('sync', () => {
  test('a first sync brings documents with their tags and origin', async () => {
    const { connector_id: id } = await create({ ...email, share_with_org: true });
    caller.sandbox.clock.advance(3000);
    expect(await get(id)).toMatchObject({
      last_sync_status: 'success',
      last_sync_error_msg: null,
      last_sync_count: 1,
      files_count: 1,
      last_sync_at: expect.any(String),
    });
    const files = await filesOf(id);
    expect(files).toMatchObject([
      { request_origin: 'email', connector_id: id, shared_with_orgs: ['sandbox-org'] },
    ]);
    const names = (files[0]?.tags as { name: string }[] | undefined)?.map((tag) => tag.name);
    expect(names).toEqual(['from:ann@example.com', expect.stringContaining('to:inbox-')]);
    expect(await caller.finished(String(files[0]?.id))).toMatchObject({ status: 'completed' });
  });

  test('investment_research takes date_limit, reads from there, and takes nothing twice', async () => {
    const { connector_id: id } = await create(research);
    caller.sandbox.clock.advance(3000);
    const before = Number((await get(id)).files_count);
    expect(before).toBeGreaterThan(0);
    const from = new Date(caller.sandbox.clock.now() - 100 * 86_400_000).toISOString().slice(0, 10);
    const { status, json } = await caller.call('POST', `${connectors}/${id}/sync`, { date_limit: from });
    expect([status, json]).toEqual([200, { connector_id: id, status: 'accepted', date_limit: from }]);
    caller.sandbox.clock.advance(3000);
    const after = await get(id);
    expect(Number(after.files_count)).toBe(before + Number(after.last_sync_count));
    expect(Number(after.last_sync_count)).toBeGreaterThan(5);
    expect((await filesOf(id)).every((file) => String(file.published_at) >= from)).toBe(true);
    await caller.call('POST', `${connectors}/${id}/sync`, { date_limit: from });
    caller.sandbox.clock.advance(3000);
    expect(await get(id)).toMatchObject({ last_sync_count: 0, files_count: after.files_count });
  });

  test.each([{}, { date_limit: '2025-02-30' }, { date_limit: 'soon' }])(
    'refuses %j for research',
    async (body) => {
      const { connector_id: id } = await create(research);
      expect((await caller.call('POST', `${connectors}/${id}/sync`, body)).status).toBe(422);
    },
  );

  test('document_library takes an empty object and nothing else', async () => {
    const { connector_id: id } = await create(library);
    const sync = (body: unknown) => caller.call('POST', `${connectors}/${id}/sync`, body);
    expect((await sync({})).json).toEqual({ connector_id: id, status: 'accepted' });
    expect((await sync({ date_limit: '2025-01-01' })).status).toBe(422);
    caller.sandbox.clock.advance(3000);
    expect(await get(id)).toMatchObject({ last_sync_count: 3, files_count: 3 });
  });

  test('email is refused', async () => {
    const { connector_id: id } = await create(email);
    const { status, json } = await caller.call('POST', `${connectors}/${id}/sync`, {});
    expect([status, json.code]).toEqual([400, 'SYNC_NOT_SUPPORTED']);
  });

  test('a broker that refuses the credentials is a failed sync with its reason', async () => {
    const { connector_id: id } = await create({
      ...research,
      config: { user_id: 'ann', user_password: 'wrong' },
    });
    caller.sandbox.clock.advance(3000);
    expect(await get(id)).toMatchObject({
      last_sync_status: 'failed',
      last_sync_error_msg: expect.stringContaining('refused'),
      last_sync_count: 0,
      files_count: 0,
    });
  });
});

describe('delete', () => {
  test('soft: archived, twice the same, nothing new comes, what is there stays', async () => {
    const { connector_id: id } = await create(library);
    caller.sandbox.clock.advance(3000);
    await caller.call('POST', `${connectors}/${id}/sync`, {});
    const first = await caller.call('DELETE', `${connectors}/${id}`);
    expect(first.json).toMatchObject({ connector_id: id, archived: true });
    const second = await caller.call('DELETE', `${connectors}/${id}?force_delete=false`);
    expect(second.json).toEqual(first.json);
    caller.sandbox.clock.advance(60_000);
    expect(await get(id)).toMatchObject({ archived: true, files_count: 3, last_sync_count: 3 });
    expect((await caller.call('POST', `${connectors}/${id}/sync`, {})).status).toBe(409);
  });

  test('hard: accepted, the files go one by one, the connector last', async () => {
    const { connector_id: id } = await create(library);
    caller.sandbox.clock.advance(3000);
    // Time passes only where the test says so: between two questions no file goes.
    caller.sandbox.clock.setSpeed(0);
    const accepted = await caller.call('DELETE', `${connectors}/${id}?force_delete=true`);
    expect(accepted.status).toBe(202);
    expect(await filesOf(id)).toMatchObject([
      { delete_started_ts: expect.any(String) },
      { delete_started_ts: expect.any(String) },
      { delete_started_ts: expect.any(String) },
    ]);
    const seen = new Set<number>();
    for (;;) {
      const { status, json } = await caller.call('GET', `${connectors}/${id}`);
      if (status === 404) break;
      seen.add(Number(json.files_count));
      expect(await filesOf(id)).toHaveLength(Number(json.files_count));
      caller.sandbox.clock.advance(100);
    }
    expect([...seen]).toEqual([3, 2, 1, 0]);
    expect(await filesOf(id)).toEqual([]);
    expect((await caller.call('DELETE', `${connectors}/${id}`)).status).toBe(404);
  });

  test('refuses a force_delete that is no boolean', async () => {
    const { connector_id: id } = await create(library);
    expect((await caller.call('DELETE', `${connectors}/${id}?force_delete=perhaps`)).status).toBe(422);
  });
});

test('the field profile names the library sharepoint and words a refused sync its own way', async () => {
  const field = await startCaller({ profile: 'field', annotate: false });
  const made = await field.call('POST', connectors, { ...library, type: 'sharepoint' });
  expect(made.json.type).toBe('sharepoint');
  const mail = await field.call('POST', connectors, email);
  const { json } = await field.call('POST', `${connectors}/${mail.json.connector_id}/sync`, {});
  expect(json).toEqual({ errors: [{ message: expect.any(String) }] });
  await field.stop();
});

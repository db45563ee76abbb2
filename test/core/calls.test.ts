import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Core } from '#core/create-core.ts';
import {
  addUploads,
  createEngine,
  type EngineFixture,
  idle,
  sha256,
  states,
  uploadOf,
} from '../support/engine-fixture.ts';

const text = 'Oracle reported strong revenue growth. The dividend was raised.';

async function withDocument(
  options: Parameters<typeof createEngine>[0] = {},
): Promise<{ engine: EngineFixture; core: Core; contentId: string; id: number }> {
  const engine = await createEngine(options);
  const core = await engine.start();
  const [id = 0] = await addUploads(core, [engine.file('a.txt', text)]);
  await idle(core);
  return { engine, core, id, contentId: (await uploadOf(core, id)).contentId ?? '' };
}

const profiles = ['spec', 'field'] as const;

describe.each(profiles)('documents (%s)', (profile) => {
  test('tag: one that another client added in between is never lost', async () => {
    const { engine, core, contentId } = await withDocument({ sandbox: { profile } });
    const [theirs, old] = await Promise.all(
      ['theirs', 'old'].map((name) => core.calls['tags.create']({ name })),
    );
    await core.calls['documents.tag']({ contentId, add: ['old'] });
    const patched = await fetch(`${engine.sandbox.baseUrl}/contents/v1/documents/${contentId}`, {
      method: 'PATCH',
      headers: { 'x-api-key': engine.sandbox.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ tags: [old?.id, theirs?.id] }),
    });
    expect(patched.status).toBe(200);
    await core.calls['documents.tag']({ contentId, add: ['ours'], remove: ['old'] });
    expect(engine.live()[0]?.tags.sort()).toEqual(['ours', 'theirs']);
    // Nothing to change, nothing sent.
    const before = engine.requests({ method: 'PATCH' }).length;
    await core.calls['documents.tag']({ contentId, add: ['ours'] });
    expect(engine.requests({ method: 'PATCH' })).toHaveLength(before);
  });

  test('share, show, delete: and the same bytes may come again', async () => {
    const { engine, core, contentId } = await withDocument({ sandbox: { profile } });
    await core.calls['documents.share']({ contentId, share: true });
    expect(engine.live()[0]?.shared).toBe(true);
    expect(await core.calls['documents.show']({ contentId })).toMatchObject({
      id: contentId,
      status: 'completed',
    });
    expect(await core.calls['documents.delete']({ contentId })).toEqual({ deleted: true });
    expect(engine.live()).toEqual([]);
    expect(await core.calls['documents.delete']({ contentId })).toEqual({ deleted: false });
    await expect(core.calls['documents.show']({ contentId })).rejects.toMatchObject({
      code: 'DOCUMENT_NOT_FOUND',
    });
    expect(await states(core)).toEqual(['cancelled']);
    await addUploads(core, [engine.file('a.txt', text)]);
    await idle(core);
    engine.expectExactlyOnce([text]);
  });

  test('delete: the same bytes under another name do not come back by themselves', async () => {
    const { engine, core, contentId } = await withDocument({ sandbox: { profile } });
    await addUploads(core, [engine.file('b.txt', text)]);
    await idle(core);
    await core.calls['documents.delete']({ contentId });
    await idle(core);
    expect(engine.live()).toEqual([]);
    expect(await states(core)).toEqual(['cancelled', 'cancelled']);
  });

  test('original and annotated; the annotated one is kept by content id', async () => {
    const { engine, core, contentId } = await withDocument({ sandbox: { profile, annotate: true } });
    const original = await core.calls['documents.original']({
      contentId,
      path: join(engine.directory, 'out/original.txt'),
    });
    expect(readFileSync(original.path, 'utf8')).toBe(text);
    const annotated = await core.calls['documents.annotated']({ contentId });
    expect(Object.keys(JSON.parse(readFileSync(annotated.path, 'utf8'))).sort()).toEqual([
      'analytics',
      'content',
      'document',
      'profiling',
    ]);
    const before = engine.requests().length;
    const target = join(engine.directory, 'out/deep/a.json');
    expect(await core.calls['documents.annotated']({ contentId, path: target })).toEqual({
      path: target,
      bytes: annotated.bytes,
    });
    expect(engine.requests()).toHaveLength(before);
  });

  test('a link that ran out before it was used is asked for again', async () => {
    const { engine, core, contentId } = await withDocument({ sandbox: { profile } });
    engine.sandbox.faults.replace([
      { match: { origin: 'storage', method: 'GET' }, kind: 'expired', times: 1 },
    ]);
    const annotated = await core.calls['documents.annotated']({ contentId });
    expect(JSON.parse(readFileSync(annotated.path, 'utf8'))).toHaveProperty('document');
    expect(engine.requests({ path: '/annotated$', origin: 'api' })).toHaveLength(2);
  });

  test('tags: create, list, by prefix', async () => {
    const engine = await createEngine({ sandbox: { profile } });
    const core = await engine.start('none');
    const made = await core.calls['tags.create']({ name: 'label:alpha' });
    await core.calls['tags.create']({ name: 'beta' });
    expect(await core.calls['tags.list']({ prefix: 'label:' })).toMatchObject([
      { id: made.id, name: 'label:alpha' },
    ]);
    expect(await core.calls['tags.list']({})).toHaveLength(2);
  });

  test('options reach the service: tags, sharing, flags, enrichments, date', async () => {
    const engine = await createEngine({ sandbox: { profile } });
    const core = await engine.start();
    await addUploads(core, [engine.file('a.txt', text)], {
      tags: ['research'],
      share: true,
      noIndex: true,
      enrichments: ['translation'],
      published: '2024-02-03T04:05:06Z',
    });
    await idle(core);
    expect(engine.live()).toMatchObject([
      { tags: ['research'], shared: true, no_index: true, no_store: false, enrichments: ['translation'] },
    ]);
    expect(Date.parse(engine.live()[0]?.published_at ?? '')).toBe(Date.parse('2024-02-03T04:05:06Z'));
  });
});

test('documents.list: what was uploaded a moment ago, also while the list of the service lacks it', async () => {
  const engine = await createEngine({ sandbox: { annotate: true, enrichSeconds: [0.1, 0.2] } });
  const core = await engine.start();
  // One after the other: sent together, the service may have made them in another order than they landed.
  await addUploads(core, [engine.file('first.txt', 'The first.')]);
  await idle(core);
  await addUploads(core, [engine.file('second.txt', 'The second.')]);
  await idle(core);
  // As a list that is some seconds behind.
  engine.sandbox.faults.replace([
    { match: { method: 'GET', path: '^/contents/v1/documents$' }, kind: 'shift', by: 2 },
  ]);
  const list = async (query: object = {}) => {
    const { source, documents } = await core.calls['documents.list'](query);
    return [source, ...documents.map((one) => one.file_name as string).sort()];
  };
  expect(await list()).toEqual(['service', 'first.txt', 'second.txt']);
  expect(await list({ search: 'second' })).toEqual(['service', 'second.txt']);
  expect(await list({ page: 2 })).toEqual(['service']);
  engine.sandbox.faults.replace([
    { match: { method: 'GET', path: '^/contents/v1/documents$' }, kind: 'shift', by: 1 },
  ]);
  const small = async (page: number) => (await list({ page, pageSize: 1 })).slice(1);
  const both = [await small(1), await small(2)];
  expect(both.map(({ length }) => length)).toEqual([1, 1]);
  expect(both.flat().sort()).toEqual(['first.txt', 'second.txt']);
  engine.sandbox.faults.replace([]);
  expect(await list()).toEqual(['service', 'first.txt', 'second.txt']);
});

test('documents.list: by the service where it can, else by the ledger', async () => {
  const listed = await withDocument();
  expect(await listed.core.calls['documents.list']({ search: 'a.t' })).toMatchObject({
    source: 'service',
    documents: [{ id: listed.contentId }],
  });
  const unlisted = await withDocument({ sandbox: { listEndpoint: false } });
  expect(await unlisted.core.calls['documents.list']({ search: 'a.t' })).toMatchObject({
    source: 'ledger',
    documents: [{ id: unlisted.contentId, file_name: 'a.txt', status: 'completed' }],
  });
  expect(await unlisted.core.calls['documents.list']({ search: 'nothing' })).toEqual({
    source: 'ledger',
    documents: [],
  });
});

describe('connectors', () => {
  test('the rules of each type are kept before anything is asked', async () => {
    const engine = await createEngine();
    const core = await engine.start('none');
    const create = core.calls['connectors.create'];
    const refused = { code: 'USAGE' };
    await expect(create({ type: 'document_library', label: 'x' })).rejects.toMatchObject(refused);
    await expect(create({ type: 'investment_research', label: 'x' })).rejects.toMatchObject(refused);
    await expect(
      create({ type: 'email', label: 'x', broker: { userId: 'u', password: 'p' } }),
    ).rejects.toMatchObject(refused);
    expect(engine.requests()).toEqual([]);
  });

  test('an update keeps what is not given, because it replaces everything', async () => {
    const engine = await createEngine();
    const core = await engine.start('none');
    const made = await core.calls['connectors.create']({
      type: 'email',
      label: 'inbox',
      description: 'for research',
      share: true,
      allowedEmails: ['a@example.com'],
    });
    const connectorId = String(made.connector_id);
    const updated = await core.calls['connectors.update']({ connectorId, label: 'renamed' });
    expect(updated).toMatchObject({
      label: 'renamed',
      description: 'for research',
      share_with_org: true,
      config: { allowed_emails: ['a@example.com'] },
    });
    await expect(core.calls['connectors.sync']({ connectorId })).rejects.toMatchObject({ code: 'USAGE' });
    expect(await core.calls['connectors.archive']({ connectorId })).toMatchObject({ archived: true });
    expect(await core.calls['connectors.archive']({ connectorId })).toMatchObject({ archived: true });
    expect(await core.calls['connectors.list']({ archived: false })).toEqual([]);
    expect(await core.calls['connectors.list']({ archived: true })).toHaveLength(1);
    expect(await core.calls['connectors.delete']({ connectorId })).toEqual({ accepted: true });
  });

  test('investment research syncs from a date on; its password is never told again', async () => {
    const engine = await createEngine();
    const core = await engine.start('none');
    const made = await core.calls['connectors.create']({
      type: 'investment_research',
      label: 'broker',
      broker: { userId: 'me', password: 'canary-password' },
    });
    const connectorId = String(made.connector_id);
    expect(JSON.stringify(await core.calls['connectors.show']({ connectorId }))).not.toContain(
      'canary-password',
    );
    await expect(core.calls['connectors.sync']({ connectorId })).rejects.toMatchObject({ code: 'USAGE' });
    expect(await core.calls['connectors.sync']({ connectorId, dateLimit: '2024-01-01' })).toMatchObject({
      status: 'accepted',
    });
  });
});

describe('doctor', () => {
  test.each([true, false])('says what is well, each in a sentence (list: %s)', async (listEndpoint) => {
    const engine = await createEngine({ sandbox: { listEndpoint } });
    const core = await engine.start('none');
    const { ok, checks } = await core.calls['agent.doctor']({});
    expect(checks.filter((check) => !check.ok && check.name !== 'watch limit')).toEqual([]);
    expect(ok).toBe(checks.every((check) => check.ok));
    for (const check of checks) expect(check.message).toMatch(/\.$/);
  });

  test('without a key says that the profile has none, where it looked and what to run, and says it once', async () => {
    const engine = await createEngine();
    const places = ['SLUICE_API_KEY', '/data/keys.json'];
    Object.assign(engine.dependencies.secrets, {
      getKey: async () => undefined,
      keyPlaces: () => ({ places, isConfigured: false }),
    });
    const core = await engine.start('none');
    const { checks } = await core.calls['agent.doctor']({});
    const [key, ...others] = checks.filter(({ code }) => code === 'KEY_MISSING');
    expect(key).toMatchObject({
      name: 'key',
      said: { code: 'check.keyMissing', values: { name: expect.any(String), places: places.join(', ') } },
    });
    expect(others).toMatchObject([{ name: 'service reachable', said: { code: 'check.noKeyToAsk' } }]);
  });

  test('names a rejected key, a missing folder and an unreachable service', async () => {
    const engine = await createEngine({ key: 'wrong' });
    await engine.settings.update((settings) => ({
      ...settings,
      folders: [{ ...engine.folder('gone'), path: join(engine.directory, 'not there') }],
    }));
    const core = await engine.start('none');
    const rejected = await core.calls['agent.doctor']({});
    const failing = (checks: typeof rejected.checks) =>
      checks.filter((check) => !check.ok).map((check) => check.name);
    expect(failing(rejected.checks)).toEqual(
      expect.arrayContaining(['key accepted', `folder ${join(engine.directory, 'not there')}`]),
    );
    expect(rejected.checks.find((check) => check.name === 'service reachable')?.ok).toBe(true);
    await engine.sandbox.stop();
    const away = await core.calls['agent.doctor']({});
    expect(failing(away.checks)).toContain('service reachable');
  });
});

test('sizes of which no file has one between them are refused, naming both', async () => {
  const engine = await createEngine({});
  const core = await engine.start();
  const crossed = {
    code: 'USAGE',
    spoken: { code: 'usage.sizesCrossed', values: { smallest: '2000', largest: '1000' } },
  };
  const folder = { path: engine.directory, minSize: 2_000, maxSize: 1_000 };
  await expect(core.calls['folders.add']({ folder })).rejects.toMatchObject(crossed);
  const { id: folderId } = await core.calls['folders.add']({ folder: { ...folder, maxSize: 2_000 } });
  await expect(core.calls['folders.edit']({ folderId, changes: { maxSize: 1_000 } })).rejects.toMatchObject(
    crossed,
  );
});

test.each([{ afterUpload: 'move', doneFolder: '.' } as const, { failedFolder: 'a/..' }])(
  'files are not moved to the watch folder that they come from: %j',
  async (places) => {
    const engine = await createEngine({});
    const core = await engine.start('none');
    const folder = { path: engine.directory, ...places };
    await expect(core.calls['folders.add']({ folder })).rejects.toMatchObject({
      code: 'USAGE',
      spoken: { code: 'usage.movesToItself', values: { path: engine.directory } },
    });
  },
);

test.each([
  ['link', 'usage.movesToItself'],
  ['link/done', 'usage.outputElsewhere'],
  ['data/done', 'usage.ownFolder'],
])('files are not moved to %s, where Sluice would find them or keeps its own', async (doneFolder, code) => {
  const engine = await createEngine({});
  const core = await engine.start('none');
  const path = join(engine.directory, 'watched');
  mkdirSync(join(path, 'done'), { recursive: true });
  symlinkSync(path, join(engine.directory, 'link'));
  const place = doneFolder.replace(/^data/, engine.dataDirectory);
  const folder = { path, afterUpload: 'move', doneFolder: resolve(engine.directory, place) } as const;
  await expect(core.calls['folders.add']({ folder })).rejects.toMatchObject({
    code: 'USAGE',
    spoken: { code },
  });
});

test('a filter that an engine could think about for minutes is refused when it is saved', async () => {
  const engine = await createEngine({});
  const core = await engine.start();
  const filters = [{ action: 'exclude' as const, glob: '*!(b)' }];
  const folder = { path: engine.directory, filters };
  await expect(core.calls['folders.add']({ folder })).rejects.toMatchObject({
    code: 'USAGE',
    spoken: { code: 'usage.slowFilter' },
  });
  expect(await core.calls['folders.list']({})).toEqual([]);
  const { id } = await core.calls['folders.add']({ folder: { path: engine.directory } });
  await expect(core.calls['folders.edit']({ folderId: id, changes: { filters } })).rejects.toMatchObject({
    code: 'USAGE',
  });
  const bounded = [{ action: 'exclude' as const, glob: '*a*a*a*a*b' }];
  await core.calls['folders.edit']({ folderId: id, changes: { filters: bounded } });
});

test('a call with bad input is refused in words, before anything happens', async () => {
  const engine = await createEngine();
  const core = await engine.start('none');
  await expect(core.calls['documents.show']({ contentId: 'x' })).rejects.toMatchObject({
    code: 'USAGE',
    message: expect.stringContaining('content id'),
  });
  // Nobody asked the service.
  await expect(core.calls['uploads.show']({ id: 99 })).rejects.toMatchObject({
    code: 'NOT_HERE',
    message: 'Sluice has no such thing. (upload 99)',
  });
});

test('U16: the history names what was sent: SHA-256, times, document', async () => {
  const { core, id } = await withDocument();
  const { upload, events } = await core.calls['uploads.show']({ id });
  expect(upload.sha256).toBe(sha256(text));
  expect(upload.sha256).toBe(createHash('sha256').update(text).digest('hex'));
  expect(events.map((event) => event.kind)).toEqual(
    expect.arrayContaining(['fingerprinted', 'reserved', 'landed', 'completed']),
  );
  expect(await core.calls['uploads.counts']({})).toEqual({ completed: 1 });
});

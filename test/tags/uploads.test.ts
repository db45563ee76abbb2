import { describe, expect, test } from 'vitest';
import {
  addUploads,
  allUploads,
  createEngine,
  type EngineFixture,
  eventsOf,
  idle,
  states,
  uploadOf,
} from '../support/engine-fixture.ts';

const post = { method: 'POST', path: '/contents/v1/documents$' };
const list = { method: 'GET', path: '/contents/v1/tags$' };
const create = { method: 'POST', path: '/contents/v1/tags$' };
const noTag = 'c683ff41-0000-4000-8000-000000000000';

async function atService<T>(engine: EngineFixture, path: string, body?: object): Promise<T> {
  const response = await fetch(`${engine.sandbox.baseUrl}/contents/v1/${path}`, {
    headers: { 'x-api-key': engine.sandbox.apiKey, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  return (await response.json()) as T;
}

async function tagNames(engine: EngineFixture): Promise<string[]> {
  const { results } = await atService<{ results: { name: string }[] }>(engine, 'tags');
  return results.map(({ name }) => name).sort();
}

const made = (engine: EngineFixture) => engine.requests(create).filter((line) => line.endsWith(' 200'));
const tagsOf = (engine: EngineFixture) => engine.live().map(({ tags }) => [...tags].sort());

describe.each(['spec', 'field'] as const)('W17: profile %s', (profile) => {
  const kind = profile === 'spec' ? 'id' : 'name';

  test.concurrent('a folder says names, and its documents have them', async () => {
    const engine = await createEngine({ sandbox: { profile } });
    const folder = engine.folder('reports', {
      tags: ['quarterly'],
      tagRules: [{ pattern: '(?<year>\\d{4})', tag: 'year:$<year>' }],
      subfolderTagPrefix: 'desk:',
    });
    await engine.settings.update((now) => ({ ...now, folders: [folder] }));
    engine.file('reports/equities/2024.txt', 'one');
    engine.file('reports/equities/2025.txt', 'two');
    const core = await engine.start('watch');
    await idle(core);
    expect(tagsOf(engine).sort()).toEqual([
      ['desk:equities', 'quarterly', 'year:2024'],
      ['desk:equities', 'quarterly', 'year:2025'],
    ]);
    expect(await tagNames(engine)).toEqual(['desk:equities', 'quarterly', 'year:2024', 'year:2025']);
    engine.expectExactlyOnce(['one', 'two']);
    expect(engine.emptySlots()).toEqual([]);
    expect((await allUploads(core)).map(({ attempts }) => attempts)).toEqual([0, 0]);
  });

  test.concurrent('which kind the service takes is found out once, makes no tag and leaves no slot', async () => {
    const engine = await createEngine({ sandbox: { profile } });
    const core = await engine.start();
    await addUploads(core, [engine.file('a.txt'), engine.file('b.txt'), engine.file('c.txt')], {
      tags: ['x'],
    });
    await idle(core);
    await addUploads(core, [engine.file('d.txt')], { tags: ['x'] });
    await idle(core);
    expect(engine.requests(post).filter((line) => line.endsWith(' 400'))).toHaveLength(kind === 'id' ? 1 : 0);
    expect(engine.requests(post).filter((line) => line.endsWith(' 200'))).toHaveLength(4);
    expect(tagsOf(engine)).toEqual([['x'], ['x'], ['x'], ['x']]);
    expect(await tagNames(engine)).toEqual(['x']);
    expect(engine.sandbox.audit().slots_never_filled).toEqual([]);
  });

  test.concurrent('doctor tells which, and how that was found', async () => {
    const engine = await createEngine({ sandbox: { profile } });
    const core = await engine.start();
    const told = async () =>
      (await core.calls['agent.doctor']({})).checks.find(({ name }) => name === 'tags of uploads');
    expect(await told()).toMatchObject({ ok: true, message: expect.stringContaining('is not known yet') });
    await addUploads(core, [engine.file('a.txt')], { tags: ['x'] });
    await idle(core);
    expect(await told()).toMatchObject({
      ok: true,
      message: expect.stringMatching(
        kind === 'id' ? /^Sent by id: .* refused the name/ : /^Sent by name: .* took the name/,
      ),
    });
  });

  test.concurrent('uploads that need the same new tag at once make one tag', async () => {
    const engine = await createEngine({ sandbox: { profile } });
    const core = await engine.start();
    const paths = Array.from({ length: 12 }, (_, index) => engine.file(`${index}.txt`));
    await addUploads(core, paths, { tags: ['new', 'newer'] });
    await idle(core);
    expect(tagsOf(engine)).toEqual(paths.map(() => ['new', 'newer']));
    expect(made(engine)).toHaveLength(2);
    expect(await tagNames(engine)).toEqual(['new', 'newer']);
  });

  test.concurrent('a tag that was made while its answer was lost is found, and not made again', async () => {
    const faults = [{ match: create, kind: 'reset-after', times: 1 }] as const;
    const engine = await createEngine({ sandbox: { profile, faults } });
    const core = await engine.start();
    const [id = 0] = await addUploads(core, [engine.file('a.txt')], { tags: ['x'] });
    await idle(core);
    expect(await states(core)).toEqual(['completed']);
    expect((await uploadOf(core, id)).attempts).toBe(0);
    expect(await tagNames(engine)).toEqual(['x']);
    expect(engine.requests(create)).toHaveLength(1);
  });

  test.concurrent('a tag that was made by a process that died before it remembered it is found', async () => {
    const engine = await createEngine({ sandbox: { profile } });
    await atService(engine, 'tags', { tag_name: 'x' });
    await (await engine.start('none')).stop();
    engine.ledger((database) =>
      database.sqlite
        .prepare('INSERT INTO tags_being_made (profile_id, name, until) VALUES (?, ?, ?)')
        .run('test', 'x', Math.round(engine.dependencies.clock.now() + 60_000)),
    );
    const core = await engine.start();
    await addUploads(core, [engine.file('a.txt')], { tags: ['x'] });
    await idle(core);
    expect(tagsOf(engine)).toEqual([['x']]);
    expect(engine.requests(create)).toHaveLength(1);
  });

  test.concurrent('who died before it made the tag is waited for, and then it is made once', async () => {
    const engine = await createEngine({ sandbox: { profile }, speed: 100 });
    await (await engine.start('none')).stop();
    engine.ledger((database) =>
      database.sqlite
        .prepare('INSERT INTO tags_being_made (profile_id, name, until) VALUES (?, ?, ?)')
        .run('test', 'x', Math.round(engine.dependencies.clock.now() + 20_000)),
    );
    const core = await engine.start();
    await addUploads(core, [engine.file('a.txt'), engine.file('b.txt')], { tags: ['x'] });
    await idle(core);
    expect(tagsOf(engine)).toEqual([['x'], ['x']]);
    expect(made(engine)).toHaveLength(1);
  });

  test.concurrent('an id that an earlier version stored is the tag of that id', async () => {
    const engine = await createEngine({ sandbox: { profile } });
    const { id } = await atService<{ id: string }>(engine, 'tags', { tag_name: 'quarterly' });
    const core = await engine.start();
    await addUploads(core, [engine.file('a.txt')], { tags: [id] });
    await idle(core);
    expect(tagsOf(engine)).toEqual([['quarterly']]);
    expect(await tagNames(engine)).toEqual(['quarterly']);
    const [upload] = (await core.calls['uploads.list']({})).rows;
    expect(upload?.options.tags).toEqual(['quarterly']);
  });

  test.concurrent('what looks like an id and is none makes no tag, and says so', async () => {
    const engine = await createEngine({ sandbox: { profile } });
    const core = await engine.start();
    const [id = 0] = await addUploads(core, [engine.file('a.txt')], { tags: [noTag] });
    await idle(core);
    expect(await uploadOf(core, id)).toMatchObject({ state: 'attention', code: 'TAG_REFUSED', attempts: 0 });
    expect((await uploadOf(core, id)).detail).toContain(noTag);
    expect(await tagNames(engine)).toEqual([]);
    expect(engine.requests(post)).toEqual([]);
    await expect(core.calls['tags.create']({ name: noTag })).rejects.toMatchObject({ code: 'TAG_REFUSED' });
    expect(await tagNames(engine)).toEqual([]);
  });

  test.concurrent('a look-up that meets trouble of the service holds the upload and burns no attempt', async () => {
    const faults = [{ match: list, kind: 'status', status: 503, times: 2 }] as const;
    const engine = await createEngine({ sandbox: { profile, faults } });
    const core = await engine.start();
    const [id = 0] = await addUploads(core, [engine.file('a.txt')], { tags: ['x'] });
    await idle(core);
    expect(await uploadOf(core, id)).toMatchObject({ state: 'completed', attempts: 0 });
    const kinds = (await eventsOf(core, id)).map((event) => event.kind);
    // Nothing was claimed, and no slot asked for, before the tag was known.
    expect(kinds.indexOf('fingerprinted')).toBeGreaterThan(kinds.lastIndexOf('failed'));
    expect(engine.requests(create)).toHaveLength(1);
  });

  test.concurrent('a name that the service will not make a tag of waits for a person, with the reason', async () => {
    const engine = await createEngine({ sandbox: { profile } });
    const core = await engine.start();
    const name = 'x'.repeat(300);
    const [id = 0] = await addUploads(core, [engine.file('a.txt')], { tags: [name] });
    await idle(core);
    expect(await uploadOf(core, id)).toMatchObject({ state: 'attention', code: 'TAG_REFUSED' });
    expect((await uploadOf(core, id)).detail).toContain('xxx');
  });

  test.concurrent('a service without tags gets the names as they are, and doctor says so', async () => {
    const faults = [{ match: { path: '/contents/v1/tags$' }, kind: 'status', status: 404 }] as const;
    const engine = await createEngine({ sandbox: { profile, faults } });
    const core = await engine.start();
    const [id = 0] = await addUploads(core, [engine.file('a.txt')], { tags: ['x'] });
    await idle(core);
    const sent = await uploadOf(core, id);
    if (kind === 'name') expect([sent.state, ...tagsOf(engine)]).toEqual(['completed', ['x']]);
    else expect(sent).toMatchObject({ state: 'attention', code: 'UNKNOWN_TAG' });
    const { checks } = await core.calls['agent.doctor']({});
    expect(checks.find(({ name }) => name === 'tags')).toMatchObject({
      ok: true,
      message: 'This service has no list of tags; uploads send the names as they are.',
    });
    const told = checks.find(({ name }) => name === 'tags of uploads');
    if (kind === 'name') expect(told?.message).toMatch(/^Sent by name: .* had no list of tags/);
    const [refused = 0] = await addUploads(core, [engine.file('b.txt')], { tags: [noTag] });
    await idle(core);
    expect(await uploadOf(core, refused)).toMatchObject({ state: 'attention', code: 'TAG_REFUSED' });
  });
});

test.concurrent('a tag that the service forgot is looked up again, once', async () => {
  const engine = await createEngine();
  const core = await engine.start();
  await addUploads(core, [engine.file('a.txt')], { tags: ['x'] });
  await idle(core);
  engine.ledger((database) => database.sqlite.prepare('UPDATE tags SET tag_id = ?').run(noTag));
  const [id = 0] = await addUploads(core, [engine.file('b.txt')], { tags: ['x'] });
  await idle(core);
  expect(await uploadOf(core, id)).toMatchObject({ state: 'completed', attempts: 0 });
  expect(tagsOf(engine)).toEqual([['x'], ['x']]);
  expect(made(engine)).toHaveLength(1);
});

test.concurrent('a service that refuses tags it has itself is not asked for ever', async () => {
  const engine = await createEngine({
    sandbox: {
      faults: [
        { match: create, kind: 'rewrite', replace: { '$.id': noTag } },
        { match: list, kind: 'rewrite', replace: { '$.results.*.id': noTag } },
      ],
    },
  });
  const core = await engine.start();
  const [id = 0] = await addUploads(core, [engine.file('a.txt')], { tags: ['x'] });
  await idle(core);
  expect(await uploadOf(core, id)).toMatchObject({ state: 'attention', code: 'UNKNOWN_TAG', attempts: 0 });
  expect(engine.requests(post).length).toBeLessThanOrEqual(4);
  expect(engine.live()).toEqual([]);
});

const record = { method: 'GET', path: '/contents/v1/documents/[A-F0-9]{32}$' };
const patch = { method: 'PATCH', path: '/contents/v1/documents/[A-F0-9]{32}$' };

test.concurrent.each([
  ['shows no tag until it got the id', { '$.tags': [] }, 3, /^Sent by id: .* did not have it/, 1],
  ['never shows one', { '$.tags': [] }, 4, /^Sent by name: .* does not tell/, 1],
  ['tells no tags of a document', { '$.tags': null }, 1, /^Sent by name: .* does not tell/, 0],
])('W17: a service that took a name and %s', async (_how, replace, times, said, patches) => {
  const faults = [{ match: record, kind: 'rewrite' as const, replace, times }];
  const engine = await createEngine({ sandbox: { profile: 'field', faults } });
  const core = await engine.start();
  await addUploads(core, [engine.file('a.txt')], { tags: ['x'] });
  await idle(core);
  const { checks } = await core.calls['agent.doctor']({});
  expect(checks.find(({ name }) => name === 'tags of uploads')?.message).toMatch(said);
  expect(engine.requests(patch)).toHaveLength(patches);
  expect(tagsOf(engine)).toEqual([['x']]);
  const { results } = await atService<{ results: { id: string; name: string }[] }>(engine, 'tags');
  expect(results.map(({ name }) => name)).toEqual(['x']);
  await addUploads(core, [engine.file('b.txt')], { tags: ['x'] });
  await idle(core);
  // This service makes a tag of whatever it is sent, so that it shows what that was.
  expect(tagsOf(engine)[1]).toEqual([said.source.includes('by id') ? results[0]?.id : 'x']);
});

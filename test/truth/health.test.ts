import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import type { Core } from '#core/create-core.ts';
import type { AgentStatus } from '#shared/bridge/agent.ts';
import { countToSee } from '#shared/bridge/count-to-see.ts';
import type { Health } from '#shared/bridge/health.ts';
import type { ExitClass } from '#shared/errors/catalog-entry.ts';
import { contentIdSchema } from '#shared/ids/ids.ts';
import { inEnglish } from '#shared/sentences/english.ts';
import { profileSchema } from '#shared/settings/profile.ts';
import { countOpen } from '#shared/uploads/open-states.ts';
import { createDrives } from '../support/drives.ts';
import {
  addUploads,
  createEngine,
  type EngineFixture,
  type EngineOptions,
  until,
} from '../support/engine-fixture.ts';
import { expectCommandToSay } from './command-says.ts';
import { expectPagesToSay } from './pages-say.ts';
import { expectNumbersToBeLists, gist, placesOf } from './places.ts';

interface World {
  readonly engine: EngineFixture;
  /** The agent, once `start` was called. */
  readonly core: () => Core;
  /** The states that were told as events, oldest first. */
  readonly told: readonly string[];
  readonly start: (how?: 'watch' | 'uploads') => Promise<Core>;
}

interface State {
  readonly name: string;
  readonly options?: EngineOptions;
  readonly arrange: (world: World) => Promise<void>;
  readonly state: Health['state'];
  /** Codes of what is not as it should be; for sentences without one, their key. */
  readonly codes?: readonly string[];
  readonly attention?: number;
  readonly exit: ExitClass;
}

const enrich = { method: 'POST', path: '^/contents/v1/documents$' } as const;
const fast = { watch: { rootCheckEvery: 50, missingFor: 50, deleteGrace: 50 } };

async function watched(engine: EngineFixture, changes: Parameters<EngineFixture['folder']>[1] = {}) {
  const folder = engine.folder('inbox', { settleSeconds: 0, ...changes });
  await engine.settings.update((settings) => ({ ...settings, folders: [folder] }));
  return folder;
}

const unfinished = (name: string) => [name, '%PDF-1.7 and no end'] as const;

const states: readonly State[] = [
  {
    name: 'nothing is set up',
    arrange: async ({ engine, start }) => {
      await engine.settings.update((settings) => ({ ...settings, profiles: [], activeProfileId: null }));
      await start();
    },
    state: 'noProfile',
    exit: 'ok',
  },
  {
    name: 'all is in',
    arrange: async ({ engine, start }) => {
      await watched(engine);
      engine.file('inbox/a.txt');
      const core = await start();
      await until('it is in', async () => (await countsOf(core)).completed === 1);
    },
    state: 'idle',
    exit: 'ok',
  },
  {
    name: 'no key is set (T-5)',
    options: { key: '' },
    arrange: async ({ engine, start }) => {
      engine.dependencies.secrets.getKey = async () => undefined;
      await watched(engine);
      engine.file('inbox/a.txt');
      await start();
    },
    state: 'trouble',
    codes: ['KEY_MISSING'],
    exit: 'authorization',
  },
  {
    name: 'the key is rejected (T-5)',
    options: { key: 'a-key-nobody-knows' },
    arrange: async ({ engine, start }) => {
      await watched(engine);
      engine.file('inbox/a.txt');
      await start();
    },
    state: 'trouble',
    codes: ['KEY_REJECTED'],
    exit: 'authorization',
  },
  {
    name: 'the key was given for another address',
    arrange: async ({ engine, start }) => {
      await watched(engine);
      await engine.settings.update((settings) => ({
        ...settings,
        profiles: settings.profiles.map((one) => ({ ...one, baseUrl: 'https://elsewhere.example' })),
      }));
      await start();
    },
    state: 'trouble',
    codes: ['KEY_NOT_FOR_THIS_ADDRESS'],
    exit: 'authorization',
  },
  {
    name: 'the key was not given for the address of agents, where no file goes',
    arrange: async ({ engine, start }) => {
      await watched(engine);
      await engine.settings.update((settings) => ({
        ...settings,
        profiles: settings.profiles.map((one) => ({ ...one, agentsUrl: 'https://elsewhere.example' })),
      }));
      await start();
    },
    state: 'idle',
    exit: 'ok',
  },
  {
    name: 'the service is not there (T-7)',
    arrange: async ({ engine, start }) => {
      await watched(engine);
      await engine.sandbox.stop();
      engine.file('inbox/a.txt');
      await start();
    },
    state: 'held',
    codes: ['UNREACHABLE'],
    exit: 'unreachable',
  },
  {
    name: 'the service answers 503 to everything (T-7)',
    options: { sandbox: { faults: [{ match: {}, kind: 'status', status: 503 }] } },
    arrange: async ({ engine, start }) => {
      await watched(engine);
      for (const name of ['a', 'b', 'c', 'd']) engine.file(`inbox/${name}.txt`);
      await start();
    },
    state: 'held',
    codes: ['SERVICE_FAILED'],
    exit: 'unreachable',
  },
  {
    name: 'the service asks for an hour of silence (T-24)',
    options: { sandbox: { faults: [{ match: enrich, kind: 'status', status: 429, retryAfter: 3600 }] } },
    arrange: async ({ engine, start }) => {
      await watched(engine);
      engine.file('inbox/a.txt');
      await start();
    },
    state: 'held',
    codes: ['RATE_LIMITED'],
    exit: 'unreachable',
  },
  {
    name: 'a storage host asks for an hour of silence (T-24)',
    options: {
      sandbox: {
        faults: [
          { match: { origin: 'storage', method: 'PUT' }, kind: 'status', status: 429, retryAfter: 3600 },
        ],
      },
    },
    arrange: async ({ engine, start }) => {
      await watched(engine);
      engine.file('inbox/a.txt');
      await start();
    },
    state: 'held',
    codes: ['STORAGE_FAILED'],
    exit: 'unreachable',
  },
  {
    name: 'the service does not say how far a document is',
    options: {
      speed: 200,
      sandbox: { faults: [{ match: { method: 'GET', path: '/documents' }, kind: 'status', status: 403 }] },
    },
    arrange: async ({ engine, start }) => {
      await watched(engine);
      engine.file('inbox/a.txt');
      await start();
    },
    state: 'working',
    codes: ['DOCUMENT_NOT_ANSWERED'],
    exit: 'ok',
  },
  {
    name: 'the watch folder is gone (T-7)',
    options: { tuning: fast },
    arrange: async ({ engine, start }) => {
      const { path } = await watched(engine);
      engine.file('inbox/a.txt');
      const core = await start();
      await until('it is in', async () => (await countsOf(core)).completed === 1);
      renameSync(path, `${path}-elsewhere`);
    },
    state: 'trouble',
    codes: ['FOLDER_MISSING'],
    exit: 'localFile',
  },
  {
    name: 'the drive inside a watch folder is gone',
    options: {},
    arrange: async (world) => {
      const { engine, start } = world;
      const drives = createDrives(engine.directory, 'pretended');
      Object.assign(engine.dependencies, {
        tuning: { watch: { ...fast.watch, mountTable: drives.mountTable } },
      });
      const { path } = await watched(engine);
      const share = drives.create('nas');
      share.mount(join(path, 'nas'));
      for (const name of ['a', 'b']) engine.file(`inbox/nas/${name}.txt`);
      const core = await start();
      await until('they are in', async () => (await countsOf(core)).completed === 2);
      share.unmount();
      await core.calls['folders.reconcile']({});
    },
    state: 'trouble',
    codes: ['health.away'],
    exit: 'partial',
  },
  {
    name: 'it is paused',
    arrange: async ({ engine, start }) => {
      await watched(engine);
      engine.file('inbox/a.txt');
      const core = await start();
      await core.calls['agent.pause']({});
    },
    state: 'paused',
    exit: 'ok',
  },
  {
    name: 'a document is refused, and nothing else is to do (T-2)',
    options: { sandbox: { faults: [{ match: enrich, kind: 'status', status: 422 }] } },
    arrange: async ({ engine, start }) => {
      await addUploads(await start('uploads'), [engine.file('a.txt')]);
    },
    state: 'attention',
    attention: 1,
    exit: 'partial',
  },
  {
    name: 'files of a folder wait for a choice (T-2)',
    arrange: async ({ engine, start }) => {
      for (const name of ['a', 'b', 'c']) engine.file(`inbox/${name}.txt`);
      await until('they are older than the folder', () => true);
      await watched(engine, { firstRun: 'choose' });
      await start();
    },
    state: 'attention',
    attention: 3,
    exit: 'partial',
  },
  {
    name: 'so many files vanished that a person is asked',
    options: { tuning: fast },
    arrange: async ({ engine, start }) => {
      const { path } = await watched(engine, { localDelete: 'delete' });
      for (const name of ['a', 'b']) engine.file(`inbox/${name}.txt`);
      const core = await start();
      await until('they are in', async () => (await countsOf(core)).completed === 2);
      for (const name of ['a', 'b']) rmSync(join(path, `${name}.txt`));
      await core.calls['folders.reconcile']({});
    },
    state: 'attention',
    attention: 2,
    exit: 'partial',
  },
  {
    name: 'a file waits to be complete (T-4)',
    arrange: async ({ engine, start }) => {
      await watched(engine);
      engine.file(...unfinished('inbox/a.pdf'));
      await start();
    },
    state: 'waiting',
    exit: 'ok',
  },
  {
    name: 'an upload is under way',
    arrange: async ({ engine, start }) => {
      const core = await start('uploads');
      engine.holdService();
      await addUploads(core, [engine.file('a.txt')]);
    },
    state: 'working',
    exit: 'ok',
  },
  {
    name: 'work goes on beside what needs a person, and both are told',
    options: { sandbox: { faults: [{ match: enrich, kind: 'status', status: 422, times: 1 }] } },
    arrange: async ({ engine, start }) => {
      const core = await start('uploads');
      await addUploads(core, [engine.file('a.txt')]);
      await until(
        'it was refused',
        async () => (await core.calls['agent.status']({})).counts.attention === 1,
      );
      engine.holdService();
      await addUploads(core, [engine.file('b.txt')]);
    },
    state: 'working',
    attention: 1,
    exit: 'partial',
  },
  {
    name: 'the profile of a folder has an address that nothing is sent to (T-9)',
    arrange: async ({ engine, start }) => {
      const other = profileSchema.parse({ id: 'other', name: 'Other', baseUrl: 'http://elsewhere.example' });
      await watched(engine, { profileId: other.id });
      await engine.settings.update((settings) => ({ ...settings, profiles: [...settings.profiles, other] }));
      await start();
    },
    state: 'trouble',
    codes: ['INSECURE_ADDRESS'],
    exit: 'usage',
  },
  {
    name: 'a profile that nothing is sent with is not asked after',
    arrange: async ({ engine, start }) => {
      const other = profileSchema.parse({ id: 'other', name: 'Other', baseUrl: 'http://elsewhere.example' });
      await engine.settings.update((settings) => ({ ...settings, profiles: [...settings.profiles, other] }));
      await start();
    },
    state: 'idle',
    exit: 'ok',
  },
  {
    name: 'the key is rejected of a profile that only uploads by hand go to (T-5)',
    arrange: async ({ engine, start }) => {
      const { profiles, activeProfileId } = engine.settings.get();
      const other = profileSchema.parse({ ...profiles[0], id: 'other', name: 'Other' });
      const { getKey } = engine.dependencies.secrets;
      engine.dependencies.secrets.getKey = async (id, origin) =>
        id === other.id ? 'a-key-nobody-knows' : getKey(id, origin);
      await engine.settings.update((settings) => ({ ...settings, profiles: [...profiles, other] }));
      const core = await start();
      await core.calls['profiles.use']({ profileId: other.id });
      await addUploads(core, [engine.file('a.txt')]);
      await engine.settings.update((settings) => ({ ...settings, activeProfileId }));
    },
    state: 'trouble',
    codes: ['KEY_REJECTED'],
    exit: 'authorization',
  },
  {
    name: 'a paused folder needs nothing, wherever it is',
    arrange: async ({ engine, start }) => {
      const { path } = await watched(engine, { paused: true });
      rmSync(path, { recursive: true });
      await start();
    },
    state: 'idle',
    exit: 'ok',
  },
  {
    name: 'an odd .sluiceignore is a note',
    arrange: async ({ engine, start }) => {
      const { path } = await watched(engine);
      mkdirSync(join(path, '.sluiceignore'));
      await start();
    },
    state: 'idle',
    codes: ['health.ignoreOdd'],
    exit: 'ok',
  },
  {
    name: 'a .sluiceignore that is too large to read holds back its folder',
    arrange: async ({ engine, start }) => {
      const { path } = await watched(engine);
      writeFileSync(join(path, '.sluiceignore'), '#'.repeat(2_000_000));
      await start();
    },
    state: 'attention',
    codes: ['health.ignoreLarge'],
    exit: 'partial',
  },
  {
    name: 'storage takes no bytes',
    options: { sandbox: { faults: [{ match: { origin: 'storage' }, kind: 'status', status: 500 }] } },
    arrange: async ({ engine, start }) => {
      const core = await start('uploads');
      await addUploads(
        core,
        ['a', 'b', 'c', 'd', 'e'].map((name) => engine.file(`${name}.txt`)),
      );
    },
    state: 'held',
    codes: ['STORAGE_FAILED'],
    exit: 'unreachable',
  },
  {
    name: 'two files have the bytes of a document that failed (T-3, T-17)',
    options: { sandbox: { annotate: true, enrichSeconds: [0.1, 0.2] } },
    arrange: async ({ engine, start }) => {
      await watched(engine);
      for (const name of ['a', 'b']) engine.file(`inbox/${name}.exe`, 'MZ\0\0');
      await start();
    },
    state: 'attention',
    attention: 1,
    exit: 'partial',
  },
  {
    name: 'a colleague deleted the document (T-14)',
    arrange: async ({ engine, start, told }) => {
      await watched(engine);
      engine.file('inbox/a.txt');
      const core = await start();
      await until('it is in', async () => (await countsOf(core)).completed === 1);
      // Or the look that tells of the upload would find the deletion too.
      await until('all is in', () => told.at(-1) === 'idle');
      const contentId = contentIdSchema.parse(engine.live()[0]?.id);
      const headers = { 'x-api-key': engine.sandbox.apiKey };
      await fetch(`${engine.sandbox.baseUrl}/contents/v1/documents/${contentId}`, {
        method: 'DELETE',
        headers,
      });
      await core.calls['documents.show']({ contentId }).catch(() => undefined);
    },
    state: 'attention',
    attention: 1,
    exit: 'partial',
  },
  {
    name: 'the profile leads to another service than its history',
    arrange: async ({ engine, start }) => {
      await watched(engine);
      engine.file('inbox/a.txt');
      const core = await start();
      await until('it is in', async () => (await countsOf(core)).completed === 1);
      engine.dependencies.secrets.getKey = async () => engine.sandbox.apiKey;
      const baseUrl = engine.sandbox.baseUrl.replace('127.0.0.1', 'localhost');
      await engine.settings.update((settings) => ({
        ...settings,
        profiles: settings.profiles.map((one) => ({ ...one, baseUrl })),
      }));
    },
    state: 'trouble',
    codes: ['PROFILE_MOVED'],
    exit: 'refused',
  },
  {
    name: 'an HTML page without its end waits (T-4)',
    options: { tuning: { watch: { optionalEndFor: 3_600_000 } } },
    arrange: async ({ engine, start }) => {
      await watched(engine);
      engine.file('inbox/a.html', '<html><body>no end');
      await start();
    },
    state: 'waiting',
    exit: 'ok',
  },
  {
    name: 'a directory cannot be read (T-1)',
    options: { tuning: { watch: { failReading: ['shut'] } } },
    arrange: async ({ engine, start }) => {
      await watched(engine);
      engine.file('inbox/shut/a.txt');
      engine.file('inbox/b.txt');
      const core = await start();
      await until('the other is in', async () => (await countsOf(core)).completed === 1);
    },
    state: 'attention',
    attention: 1,
    exit: 'partial',
  },
  {
    name: 'an upload was cancelled, and its file is left out',
    arrange: async ({ engine, start }) => {
      await watched(engine);
      engine.file('inbox/a.txt');
      const goOn = engine.holdService();
      const core = await start();
      await until('it is under way', async () => (await core.calls['uploads.list']({})).total === 1);
      await core.calls['uploads.cancel']({ filter: {} });
      goOn();
      await until('it is', async () => (await countsOf(core)).cancelled === 1);
    },
    state: 'idle',
    exit: 'ok',
  },
  {
    name: 'a file has its second version, and counts once',
    arrange: async ({ engine, start }) => {
      await watched(engine);
      engine.file('inbox/a.txt', 'the first');
      const core = await start();
      await until('it is in', async () => (await countsOf(core)).completed === 1);
      engine.file('inbox/a.txt', 'the second, which is longer');
      await until('both are', async () => (await countsOf(core)).completed === 2);
    },
    state: 'idle',
    exit: 'ok',
  },
  {
    name: 'a file was deleted after its upload, and counts no more',
    options: { tuning: fast },
    arrange: async ({ engine, start }) => {
      const { path } = await watched(engine);
      for (const name of ['a', 'b', 'c']) engine.file(`inbox/${name}.txt`);
      const core = await start();
      await until('they are in', async () => (await countsOf(core)).completed === 3);
      rmSync(join(path, 'a.txt'));
      await until('it is gone', async () => {
        await core.calls['folders.reconcile']({});
        return (await core.calls['folders.list']({}))[0]?.coverage.seen === 2;
      });
    },
    state: 'idle',
    exit: 'ok',
  },
  {
    name: 'the files of a folder cannot be moved after their upload (W18)',
    options: { speed: 20 },
    arrange: async ({ engine, start }) => {
      await watched(engine, { afterUpload: 'move', doneFolder: engine.file('no-folder', 'a file') });
      engine.file('inbox/a.txt', 'one');
      engine.file('inbox/b.txt', 'two');
      await start();
    },
    state: 'attention',
    codes: ['AFTER_UPLOAD_FAILED'],
    exit: 'partial',
  },
  {
    name: 'a restore paused a folder, and no one has looked at it',
    arrange: async ({ engine, start }) => {
      await watched(engine, { paused: true, pausedFromOutside: true });
      await start();
    },
    state: 'attention',
    codes: ['health.pausedFromOutside'],
    exit: 'partial',
  },
  {
    name: 'the service takes no new documents',
    options: { sandbox: { faults: [{ match: enrich, kind: 'status', status: 403 }] } },
    arrange: async ({ engine, start }) => {
      await watched(engine);
      engine.file('inbox/a.txt');
      await start();
    },
    state: 'held',
    codes: ['NOT_PERMITTED'],
    exit: 'authorization',
  },
];

const countsOf = async ({ calls }: Core) => (await calls['agent.status']({})).counts;

/** The state by the name of its sentence; what it counts is counted alike. */
function trayWordsOf({ health, counts }: AgentStatus): string {
  const { state } = health;
  const values = { count: countToSee(health), done: 0, total: countOpen(counts) };
  return inEnglish.say(`desktop.${state}`, values);
}

const codesOf = ({ health }: AgentStatus) => health.findings.map(({ code, said }) => code ?? said.code);

/** One of each state: pages say all of a kind by the same means, and drawing them takes longest. */
const drawn = new Set([...Map.groupBy(states, ({ state }) => state).values()].map(([first]) => first?.name));

// As a tuple, because a name in `$name` is cut off, and with it the code of the row that finds the test.
test.each(states.map((one) => [one.name, one] as const))(
  '%s: every place says so',
  async (name, { arrange, options, state, codes = [], attention, exit }) => {
    const engine = await createEngine({ speed: 1, ...options });
    let agent: Core | undefined;
    const core = () => {
      if (!agent) throw new Error('not started');
      return agent;
    };
    const told: string[] = [];
    await arrange({
      engine,
      core,
      told,
      start: async (how = 'watch') => {
        agent = engine.createCore();
        agent.on('status.changed', (event) => void told.push(event.state));
        await agent.start(how);
        return agent;
      },
    });
    const read = (from: Core) => from.calls['agent.status']({});
    const isSo = async (from: Core) => {
      const status = await read(from);
      return status.health.state === state && codesOf(status).join() === codes.join();
    };
    const explain = async () => JSON.stringify(gist((await read(core())).health));
    await until(`it is ${state} ${codes.join()}`, () => isSo(core())).catch(async (error: unknown) => {
      throw new Error(`instead: ${await explain()}`, { cause: error });
    });
    // Before there is a process beside it, whose writing would make the agent look again.
    await until('it was told as an event', () => told.at(-1) === state);
    const beside = await engine.start('none');
    await until('a process beside the agent says so too', () => isSo(beside));

    const status = await read(core());
    expect(gist((await read(beside)).health)).toEqual(gist(status.health));
    expect(status.health.attention.total).toBe(attention ?? 0);
    const places = placesOf(status);
    expect(places.exit).toBe(exit);
    expect(places.tray).toMatchObject({ kind: state, attention: countToSee(status.health) });
    expect(places.trayWords).toBe(trayWordsOf(status));
    expect(places.watch).toHaveLength(codes.length + (status.paused ? 1 : 0));
    for (const line of places.lines) expect(places.watch.some((said) => said.includes(line))).toBe(true);
    const failed = status.health.attention.groups.filter(({ place }) => place === 'uploads');
    expect(places.notice).toEqual({
      completed: status.counts.completed ?? 0,
      attention: failed.reduce((sum, { count }) => sum + count, 0),
    });
    expect(places.line.includes('everything is done')).toBe(state === 'idle');
    expect(places.lines).toHaveLength(codes.length);
    for (const line of places.lines) expect(line).toMatch(/\p{L}{3}.*[.)]$/su);
    for (const from of [core(), beside]) await expectNumbersToBeLists(from, status.health);
    if (drawn.has(name)) await expectPagesToSay(core(), status);
    await expectCommandToSay(engine, await read(core()), exit);
    const { checks } = await core().calls['agent.doctor']({});
    for (const { code, level, message } of status.health.findings) {
      const said = checks.filter((check) =>
        code === null ? check.message === message : check.code === code,
      );
      expect(said.map(({ ok }) => ok)).toContain(level === 'note');
    }
    const foldersOf = (from: Core) => from.calls['folders.list']({});
    await until('the folders are told alike', async () =>
      isDeepStrictEqual(await foldersOf(beside), await foldersOf(core())),
    );
  },
);

test('T-6, T-8: an agent that ended leaves no word that counts, and what lasts is said once', async () => {
  const engine = await createEngine({ speed: 20, tuning: fast });
  const { path } = await watched(engine);
  engine.file('inbox/a.txt');
  const agent = await engine.start('watch');
  const events: unknown[] = [];
  agent.on('status.changed', (event) => events.push(event));
  await until('it is in', async () => (await countsOf(agent)).completed === 1);
  renameSync(path, `${path}-elsewhere`);
  const stateOf = async (from: Core) => (await from.calls['agent.status']({})).health.state;
  await until('it is gone', async () => (await stateOf(agent)) === 'trouble');
  await until('that was told', () => (events.at(-1) as { state?: string })?.state === 'trouble');
  const before = events.length;
  const { clock } = engine.dependencies;
  // The same trouble, met again and again, each time long enough that it is looked at.
  for (let look = 0; look < 3; look++) {
    await agent.calls['folders.reconcile']({});
    const looked = clock.now() + 2_000;
    await until('it was looked at again', () => clock.now() > looked);
  }
  renameSync(`${path}-elsewhere`, path);
  await until('that it is back was told', () => (events.at(-1) as { state?: string })?.state !== 'trouble');
  const since = events.slice(before) as readonly { readonly state: string }[];
  expect(since.filter(({ state }) => state === 'trouble')).toEqual([]);
  await agent.stop();
  const beside = await engine.start('none');
  expect(await stateOf(beside)).toBe('off');
  expect((await beside.calls['agent.status']({})).health.findings).toMatchObject([
    { about: 'agent', level: 'note' },
  ]);
});

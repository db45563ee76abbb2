import { randomBytes } from 'node:crypto';
import { statSync, utimesSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Core, createCore } from '#core/create-core.ts';
import { createFileGate } from '#core/local/file-gate.ts';
import type { Team } from '#core/ports/team.ts';
import { scopeOf } from '#core/team/scope.ts';
import { endsOf, sharedFileOf } from '#core/upload/shared/shared-file.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import { atTestEnd } from '../support/at-test-end.ts';
import { memorySettings } from '../support/core-fixture.ts';
import { allUploads, createEngine, idle, sha256, until } from '../support/engine-fixture.ts';
import { type Cluster, createCluster, hasPostgres } from './support/cluster.ts';
import { connectAgent, slot } from './support/connect-agent.ts';

const sharedAs = '//filesrv1/research';
/** Large enough that it is worth asking whether somebody has read it. */
const large = () => randomBytes(300_000);

interface Machine {
  readonly core: Core;
  readonly team: Team;
  /** Names of the files that were read as a whole here. */
  readonly read: string[];
  /** What the team was asked, and told. */
  readonly asked: string[];
}

const patient = { deadlineMs: 60_000, patienceMs: 60_000 };

describe.runIf(hasPostgres)('machines of a team with one folder (needs the package postgresql)', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await createCluster();
  });
  afterAll(() => cluster.remove());

  async function office() {
    const engine = await createEngine();
    const team = await cluster.createTeam();
    const { baseUrl, apiKey } = engine.sandbox;
    const scope = await scopeOf(baseUrl, apiKey);
    const start = async (
      name: string,
      changes: Partial<WatchFolder> = {},
      port?: number,
    ): Promise<Machine> => {
      const address = port === undefined ? team.agent : { ...team.agent, port };
      // Who is cut off finds out soon; nobody else does because the machine is busy.
      const waits = port === undefined ? patient : { deadlineMs: 400, patienceMs: 500 };
      const connected = connectAgent(address, name, { scope, ...waits });
      const read: string[] = [];
      const asked: string[] = [];
      const gate = createFileGate();
      const folder = engine.folder('share', { sharedAs, ...changes });
      const core = createCore({
        ...engine.dependencies,
        dataDirectory: join(engine.directory, name),
        settings: memorySettings({ ...engine.settings.get(), folders: [folder] }),
        tuning: {
          ...engine.dependencies.tuning,
          gate: {
            ...gate,
            readForUpload(place, signal, onHashed) {
              read.push(basename(place.path));
              if (name === 'SLOW')
                return new Promise((_done, reject) => signal.addEventListener('abort', reject));
              return gate.readForUpload(place, signal, onHashed);
            },
          },
        },
        team: {
          ...connected,
          root: (...given) => {
            asked.push('root');
            return connected.root(...given);
          },
          words: (...given) => {
            asked.push('words');
            return connected.words(...given);
          },
          tellWords: (...given) => {
            asked.push('tellWords');
            return connected.tellWords(...given);
          },
        },
      });
      atTestEnd(() => core.stop());
      await core.start('watch');
      return { core, team: connected, read, asked };
    };
    return { engine, team, scope, start };
  }

  const put = (engine: Awaited<ReturnType<typeof createEngine>>, contents: readonly Buffer[], first = 0) =>
    contents.map((content, index) => engine.file(`share/${index + first}.pdf`, content));
  const allIdle = (machines: readonly Machine[]) => Promise.all(machines.map(({ core }) => idle(core)));
  const readBy = (machines: readonly Machine[]) => machines.flatMap(({ read }) => read).toSorted();
  async function isIn({ core }: Machine, files: number): Promise<boolean> {
    const [state] = await core.calls['folders.list']({});
    return state?.coverage.searchable === files;
  }

  test('each file is read by one machine, sent once, and in everybody’s coverage', async () => {
    const { engine, start } = await office();
    const contents = Array.from({ length: 12 }, large);
    put(engine, contents);
    const machines = await Promise.all(['FILESRV1', 'ANNA', 'BEN'].map((name) => start(name)));
    for (const machine of machines) await until('all is in', () => isIn(machine, 12));
    await allIdle(machines);
    engine.expectExactlyOnce(contents);
    expect(readBy(machines)).toEqual(contents.map((_, index) => `${index}.pdf`).toSorted());
    for (const { core } of machines) {
      const uploads = await allUploads(core);
      expect(uploads).toHaveLength(12);
      expect(new Set(uploads.map(({ sha256: hash }) => hash))).toEqual(new Set(contents.map(sha256)));
      const [state] = await core.calls['folders.list']({});
      expect(state?.coverage).toMatchObject({ seen: 12, searchable: 12, inProgress: 0, attention: 0 });
    }
  });

  test('when the one that reads first dies, the next takes its place; a file that changed is read anew', async () => {
    const { engine, team, start } = await office();
    const first = [large(), large()];
    put(engine, first);
    const server = await start('FILESRV1');
    await until('it is in', () => isIn(server, 2));
    const others = [await start('ANNA'), await start('BEN')];
    for (const machine of others) await until('it is in', () => isIn(machine, 2));
    expect([server.read.length, ...others.map(({ read }) => read)]).toEqual([2, [], []]);
    // It ends without a word, as after a power cut: nobody is told.
    await server.core.stop();
    await team.turn(60_000);
    const later = [large(), large()];
    put(engine, later, 1);
    for (const machine of others) await until('what came is in', () => isIn(machine, 3));
    await allIdle(others);
    expect(readBy(others)).toEqual(['1.pdf', '2.pdf']);
    const live = engine.live().map(({ sha256: hash }) => hash);
    expect(live.toSorted()).toEqual([...first, ...later].map(sha256).toSorted());
  });

  test('a file that the first reader leaves out, or may not see, is read by who sees it', async () => {
    const { engine, start } = await office();
    const server = await start('FILESRV1', { types: ['docx'] });
    await until('it reads first', () => server.asked.includes('root'));
    const anna = await start('ANNA');
    const content = large();
    put(engine, [content]);
    await until('she has sent it', () => isIn(anna, 1));
    expect([server.read, anna.read]).toEqual([[], ['0.pdf']]);
    engine.expectExactlyOnce([content]);
  });

  test('a word about another file withholds nothing, whatever its name, size and time', async () => {
    const { engine, team, scope, start } = await office();
    const [mine, theirs] = [large(), large()];
    const path = engine.file('share/report.pdf', mine);
    const when = new Date('2026-11-01T10:00:00Z');
    utimesSync(path, when, when);
    // A share of home folders has another folder for each user under one name.
    const carl = connectAgent(team.agent, 'CARL', { scope });
    const bytes = { scope, sha256: sha256(theirs), size: theirs.length, upload: crypto.randomUUID() };
    const claim = await carl.claim(bytes);
    if (claim.kind !== 'ours') throw new Error(claim.kind);
    await carl.name(claim.claim, slot('C'));
    await carl.landed(claim.claim);
    const file = sharedFileOf(sharedAs, 'report.pdf', {
      size: mine.length,
      mtimeNs: String(BigInt(when.getTime()) * 1_000_000n),
    });
    await carl.tellWords(scope, [{ ...file, sha256: bytes.sha256, ends: '0'.repeat(32) }]);
    const anna = await start('ANNA');
    await until('it is in', () => isIn(anna, 1));
    expect(anna.read).toEqual(['report.pdf']);
    engine.expectExactlyOnce([mine]);
    // What she found takes its place.
    const ben = await start('BEN');
    await until('it is in', () => isIn(ben, 1));
    expect(ben.read).toEqual([]);
  });

  test('bytes that were claimed on a word are read before they are sent, and given back where they are others', async () => {
    const { engine, team, scope, start } = await office();
    const [mine, theirs] = [large(), large()];
    const path = engine.file('share/report.pdf', mine);
    const carl = connectAgent(team.agent, 'CARL', { scope });
    const bytes = { scope, sha256: sha256(theirs), size: theirs.length, upload: crypto.randomUUID() };
    const claim = await carl.claim(bytes);
    if (claim.kind !== 'ours') throw new Error(claim.kind);
    const { mtimeNs } = statSync(path, { bigint: true });
    const file = sharedFileOf(sharedAs, 'report.pdf', { size: mine.length, mtimeNs: String(mtimeNs) });
    await carl.tellWords(scope, [{ ...file, sha256: bytes.sha256, ends: endsOf(mine) }]);
    const anna = await start('ANNA');
    await until('she waits for him', async () => {
      const [upload] = await allUploads(anna.core);
      return upload?.code === 'WAITS_FOR_MACHINE';
    });
    expect(anna.read).toEqual([]);
    // He turns out to have no such file.
    await carl.release(claim.claim);
    await until('it is in', () => isIn(anna, 1));
    expect(anna.read).toEqual(['report.pdf']);
    engine.expectExactlyOnce([mine]);
    await until(
      'whoever has those bytes may send them',
      async () => (await carl.claim(bytes)).kind === 'ours',
    );
  });

  test('a file whose reader is paused in the middle is anybody’s at once', async () => {
    const { engine, start } = await office();
    const content = large();
    put(engine, [content]);
    const slow = await start('SLOW');
    await until('it reads', () => slow.read.length === 1);
    const told = () => slow.asked.filter((what) => what === 'tellWords').length;
    expect(told()).toBe(0);
    await slow.core.calls['agent.pause']({});
    await until('it gives the file back', () => told() === 1);
    const anna = await start('ANNA');
    await until('she has sent it', () => isIn(anna, 1));
    engine.expectExactlyOnce([content]);
  });

  test('a machine that is cut off reads for itself, sends nothing, and goes on when it is back', async () => {
    const { engine, start } = await office();
    const proxy = await cluster.createProxy();
    const server = await start('FILESRV1');
    const anna = await start('ANNA', {}, proxy.port);
    await until('both asked', () => [server, anna].every(({ asked }) => asked.includes('root')));
    proxy.stall();
    const content = large();
    put(engine, [content]);
    await until('she has read it', () => anna.read.length === 1);
    await until('she waits', async () => {
      const [upload] = await allUploads(anna.core);
      return upload?.code === 'TEAM_UNREACHABLE';
    });
    proxy.mend();
    for (const machine of [server, anna]) await until('it is in', () => isIn(machine, 1));
    engine.expectExactlyOnce([content]);
  });

  test('a folder that nobody else knows, and small files, are read without a question', async () => {
    const { engine, start } = await office();
    put(engine, [large()]);
    const alone = await start('ANNA', { sharedAs: null });
    await until('it is in', () => isIn(alone, 1));
    expect(alone.asked).toEqual([]);
    await alone.core.stop();
    engine.file('share/small.txt');
    const server = await start('FILESRV1', { types: ['txt'] });
    await until('it is in', () => isIn(server, 1));
    expect(server.asked.filter((what) => what !== 'root')).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SharedFile, Word } from '#core/ports/team.ts';
import { until } from '../support/until.ts';
import { type Cluster, createCluster, hasPostgres } from './support/cluster.ts';
import { connectAgent, intent, scope, sha, type TestAgent } from './support/connect-agent.ts';

const name = '//filesrv1/research';
const otherScope = 'service|key-2';
const leaseMs = 15_000;

describe.runIf(hasPostgres)('what a team knows of files on shares (needs the package postgresql)', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await createCluster();
  });
  afterAll(() => cluster.remove());

  async function three() {
    const team = await cluster.createTeam();
    const connect = (machine: string, more = {}) => connectAgent(team.agent, machine, more);
    return { team, connect, server: connect('FILESRV1'), anna: connect('ANNA'), ben: connect('BEN') };
  }

  test('one reads a folder first for all that have it; who leaves or dies gives way to the next', async () => {
    const { team, server, anna, ben } = await three();
    expect(await server.root(scope, name)).toMatchObject({ kind: 'ours', others: 0 });
    expect(await anna.root(scope, name)).toMatchObject({ kind: 'held', by: { name: 'FILESRV1' }, others: 1 });
    expect(await ben.root(scope, name)).toMatchObject({ kind: 'held', others: 2 });
    // Asked again it is the same one, with the same lease.
    const [first, again] = [await server.root(scope, name), await server.root(scope, name)];
    expect(again).toMatchObject({ kind: 'ours', others: 2 });
    if (first.kind !== 'ours' || again.kind !== 'ours') throw new Error(first.kind);
    expect(again.lease).toBe(first.lease);
    // Who has it no more frees it at once.
    again.lease.leave();
    await until('it is free', async () => (await anna.root(scope, name)).kind === 'ours');
    expect(await server.root(scope, name)).toMatchObject({ kind: 'held', by: { name: 'ANNA' } });
    await team.turn(leaseMs + 1_000);
    expect(await ben.root(scope, name)).toMatchObject({ kind: 'ours', others: 0 });
    // Anna is back in a new lease, and hears that it is Ben now.
    expect(await anna.root(scope, name)).toMatchObject({ kind: 'held', by: { name: 'BEN' }, others: 1 });
    expect(await rootsOf(ben)).toEqual([{ name, by: { agent: ben.agent, name: 'BEN' } }]);
  });

  test('machines with other keys read for themselves, and see nothing of the others’ scope', async () => {
    const { server, connect } = await three();
    const carla = connect('CARLA', { scope: otherScope });
    await server.root(scope, name);
    expect(await carla.root(otherScope, name)).toMatchObject({ kind: 'ours', others: 0 });
    expect((await rootsOf(carla)).map((root) => root.name)).toEqual([name, name]);
    expect(JSON.stringify(await carla.status(), String)).not.toContain(scope);
    await server.tellWords(scope, [told('a')]);
    expect(await wordOf(carla, { ...file('a'), reads: false }, otherScope)).toEqual({ kind: 'unknown' });
  });

  test('a file is given to one that would read it, and known to all once that one has', async () => {
    const { server, anna, ben } = await three();
    expect(await wordOf(anna, { ...file('a'), reads: false })).toEqual({ kind: 'unknown' });
    expect(await wordOf(server, { ...file('a'), reads: true })).toEqual({ kind: 'yours' });
    // As after an answer that was lost.
    expect(await wordOf(server, { ...file('a'), reads: true })).toEqual({ kind: 'yours' });
    expect(await wordOf(anna, { ...file('a'), reads: true })).toMatchObject({
      kind: 'read',
      by: { name: 'FILESRV1' },
    });
    expect(await server.tellWords(scope, [told('a')])).toBe('written');
    const known = {
      kind: 'known',
      sha256: sha('a'),
      ends: ends('a'),
      by: { name: 'FILESRV1' },
      isClaimed: false,
    };
    expect(await wordOf(anna, { ...file('a'), reads: true })).toMatchObject({ ...known, isOwn: false });
    expect(await wordOf(server, { ...file('a'), reads: true })).toMatchObject({ ...known, isOwn: true });
    await ben.claim({ ...intent('a'), size: 1_000_000 });
    expect(await wordOf(anna, { ...file('a'), reads: false })).toMatchObject({ ...known, isClaimed: true });
  });

  test('many files at once are answered in their order, and each is given to one of two that ask together', async () => {
    const { server, anna } = await three();
    for (const agent of [server, anna]) await agent.root(scope, name);
    const files = [...'0123456789abcdef'].map((letter) => ({ ...file(letter), reads: true }));
    const [one, other] = await Promise.all([
      server.words(scope, files),
      anna.words(scope, files.toReversed()),
    ]);
    const theirs = (other as Word[]).toReversed();
    for (const [index, word] of (one as Word[]).entries())
      expect([word.kind, theirs[index]?.kind].toSorted()).toEqual(['read', 'yours']);
    await server.tellWords(scope, [...files.map(({ path }) => told(path.slice(0, 1))), told('a')]);
    const known = (await anna.words(scope, files)) as Word[];
    expect(known.map((word) => word.kind === 'known' && word.sha256[0]).join('')).toBe('0123456789abcdef');
    expect(await anna.words(scope, [])).toEqual([]);
  });

  test('a file that changed is another one, and what was known of it goes', async () => {
    const { server, anna, team } = await three();
    await server.tellWords(scope, [told('a')]);
    for (const changed of [
      { ...file('a'), size: 999 },
      { ...file('a'), mtimeUs: file('a').mtimeUs + 1 },
    ])
      expect(await wordOf(anna, { ...changed, reads: false })).toEqual({ kind: 'unknown' });
    const changed = { ...file('a'), size: 999 };
    expect(await wordOf(anna, { ...changed, reads: true })).toEqual({ kind: 'yours' });
    expect(await wordOf(server, { ...file('a'), reads: false })).toEqual({ kind: 'unknown' });
    await anna.tellWords(scope, [{ ...changed, sha256: sha('b'), ends: ends('b') }]);
    expect(await wordOf(server, { ...changed, reads: false })).toMatchObject({ sha256: sha('b') });
    const { rows } = await team.admin.query('SELECT count(*)::int AS n FROM sluice.words');
    expect(rows[0].n).toBe(1);
  });

  test('a file that could not be read, or whose reader died or takes too long, is anybody’s again', async () => {
    const { team, server, anna, ben } = await three();
    const reads = { ...file('a'), reads: true };
    await wordOf(server, reads);
    // Nobody gives back what another one reads.
    await anna.tellWords(scope, [{ ...file('a'), ...unread }]);
    expect(await wordOf(anna, reads)).toMatchObject({ kind: 'read' });
    await server.tellWords(scope, [{ ...file('a'), ...unread }]);
    expect(await wordOf(anna, reads)).toEqual({ kind: 'yours' });
    await anna.root(scope, name);
    await anna.close();
    expect(await wordOf(ben, reads)).toEqual({ kind: 'yours' });
    // A megabyte a second, and a minute more, while its life lasts.
    await team.turn(30_000);
    await ben.root(scope, name);
    await server.root(scope, name);
    expect(await wordOf(server, reads)).toMatchObject({ kind: 'read', by: { name: 'BEN' } });
    for (let seconds = 0; seconds < 40; seconds += 10) {
      await team.turn(10_000);
      await ben.root(scope, name);
    }
    await server.root(scope, name);
    expect(await wordOf(server, reads)).toEqual({ kind: 'yours' });
    // What is known stays so.
    await ben.tellWords(scope, [told('a')]);
    await server.tellWords(scope, [{ ...file('a'), ...unread }]);
    expect(await wordOf(server, reads)).toMatchObject({ kind: 'known' });
  });

  test('nothing is kept for ever: words of half a year ago, and folders that nobody asks for', async () => {
    const { team, server, anna } = await three();
    await server.root(scope, name);
    await server.tellWords(scope, [told('a')]);
    await team.turn(181 * 86_400_000);
    await anna.root(scope, '//filesrv1/other');
    await anna.root(scope, '//filesrv1/other');
    // FILESRV1 is gone for good: the folder that it alone had is nobody's.
    expect(await rootsOf(anna)).toMatchObject([{ name: '//filesrv1/other' }]);
    const { rows } = await team.admin.query('SELECT count(*)::int AS n FROM sluice.words');
    expect(rows[0].n).toBe(0);
  });

  test('a database that does not answer says so', async () => {
    const { team, connect } = await three();
    const proxy = await cluster.createProxy();
    const cut = connect('CUT', { patienceMs: 200, deadlineMs: 200 });
    const proxied = connectAgent({ ...team.agent, port: proxy.port }, 'DAN', {
      patienceMs: 200,
      deadlineMs: 200,
    });
    await cut.close();
    expect(await cut.words(scope, [{ ...file('a'), reads: true }])).toBe('unreachable');
    proxy.cut();
    expect(await proxied.root(scope, name)).toEqual({ kind: 'unreachable' });
    expect(await proxied.tellWords(scope, [told('a')])).toBe('unreachable');
  });
});

const unread = { sha256: null, ends: null };
const ends = (letter: string) => letter.repeat(32);
const file = (letter: string): SharedFile => ({
  path: letter.repeat(32),
  size: 1_000_000,
  mtimeUs: 1_795_000_000_000_123,
});
const told = (letter: string) => ({ ...file(letter), sha256: sha(letter), ends: ends(letter) });

async function wordOf(
  agent: TestAgent,
  wanted: SharedFile & { readonly reads: boolean },
  of = scope,
): Promise<Word> {
  // A life of its own, as of every agent that runs.
  if (!joined.has(agent)) await agent.root(of, 'joined');
  joined.add(agent);
  const words = await agent.words(of, [wanted]);
  const [word] = words === 'unreachable' ? [] : words;
  if (word === undefined) throw new Error('no answer');
  return word;
}

const joined = new WeakSet<TestAgent>();

async function rootsOf(agent: TestAgent) {
  const status = await agent.status();
  if (status === 'unreachable') throw new Error(status);
  return status.roots;
}

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Claim, ClaimAnswer, Intent, StrandedFile } from '#core/ports/team.ts';
import { type Cluster, createCluster, hasPostgres } from './support/cluster.ts';
import { connectAgent, intent, scope, sha, slot, type TestAgent } from './support/connect-agent.ts';

/** Beyond its lease and grace a machine is gone, and a minute later nobody else took over what it had; ms. */
const goneMs = 15_000 + 10_000 + 60_000;
const otherScope = 'service|key-2';
const circle = 'service';

describe.runIf(hasPostgres)('documents of a team (needs the package postgresql)', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await createCluster();
  });
  afterAll(() => cluster.remove());

  async function three() {
    const team = await cluster.createTeam();
    const connect = (name: string, more = {}) => connectAgent(team.agent, name, more);
    return {
      team,
      connect,
      anna: connect('ANNA-LAPTOP', { person: 'Anna' }),
      ben: connect('BEN-LAPTOP', { person: 'Ben' }),
      server: connect('FILESRV1'),
    };
  }

  test('a document stays while somebody stands for it, whoever lets go first, and goes with the last', async () => {
    const { anna, ben, server } = await three();
    const [ours, bens, servers] = [intent('a'), intent('a'), intent('a')];
    await land(anna, ours, 'A');
    expect(await ben.claim(bens)).toMatchObject({
      kind: 'landed',
      by: { name: 'ANNA-LAPTOP', person: 'Anna' },
    });
    expect(await server.claim(servers)).toMatchObject({ kind: 'landed' });
    // Whoever is to delete it is told who else has it.
    const both = [{ name: 'ANNA-LAPTOP', person: 'Anna' }, { name: 'FILESRV1' }];
    expect(await ben.othersWith(scope, slot('A'))).toMatchObject(both);
    expect(await ben.othersWith('another key', slot('A'))).toEqual([]);
    expect(await ben.letGo(bens)).toMatchObject({
      kind: 'kept',
      contentId: slot('A'),
      by: { name: 'ANNA-LAPTOP' },
    });
    expect(await anna.letGo(ours)).toMatchObject({
      kind: 'kept',
      contentId: slot('A'),
      by: { name: 'FILESRV1' },
    });
    // As after a kill: asked again, it is still the other one's.
    expect(await anna.letGo(ours)).toMatchObject({ kind: 'kept', by: { name: 'FILESRV1' } });
    // Who sent it is still known, and nobody sends it again.
    expect(await ben.claim(bens)).toMatchObject({ kind: 'landed', by: { name: 'ANNA-LAPTOP' } });
    expect(await ben.feed(0n)).toMatchObject({ entries: [{ by: { name: 'ANNA-LAPTOP', person: 'Anna' } }] });
    expect(await server.letGo(servers)).toMatchObject({ kind: 'kept', by: { name: 'BEN-LAPTOP' } });
    expect(await ben.letGo(bens)).toEqual({ kind: 'last', contentId: slot('A') });
    expect(await server.claim(servers)).toMatchObject({ kind: 'ours' });
  });

  test('a document that the service has no more is forgotten, and its bytes are whoever’s claims them next', async () => {
    const { anna, ben, server } = await three();
    const [ours, bens, servers] = [intent('a'), intent('a'), intent('a')];
    await land(anna, ours, 'A');
    await server.claim(servers);
    expect(await ben.claim(bens)).toMatchObject({ kind: 'landed', contentId: slot('A') });
    // Not by who speaks of another document, as one that came since.
    await ben.forgetGone(bens, slot('B'));
    expect(await ben.claim(bens)).toMatchObject({ kind: 'landed', contentId: slot('A') });
    expect(await ben.forgetGone(bens, slot('A'))).toBe('forgotten');
    await land(ben, bens, 'B');
    expect(await anna.claim(intent('a'))).toMatchObject({ kind: 'landed', contentId: slot('B') });
    expect(await anna.letGo(ours)).toMatchObject({ kind: 'kept', contentId: slot('B') });
    expect(await ben.letGo(bens)).toMatchObject({ kind: 'kept', contentId: slot('B') });
  });

  test('who stands for a document by another upload too is told which', async () => {
    const { anna, ben } = await three();
    const [ours, again, bens] = [intent('a'), intent('a'), intent('a')];
    await land(anna, ours, 'A');
    await anna.claim(again);
    await ben.claim(bens);
    expect(await anna.letGo(again)).toMatchObject({ kind: 'kept', upload: ours.upload });
    expect(await ben.letGo(bens)).toMatchObject({ kind: 'kept', upload: undefined });
    expect(await anna.letGo(ours)).toEqual({ kind: 'last', contentId: slot('A') });
  });

  test('a document stays for another upload of the machine that lets it go first', async () => {
    const { anna } = await three();
    const [ours, again] = [intent('a'), intent('a')];
    await land(anna, ours, 'A');
    await anna.claim(again);
    expect(await anna.letGo(ours)).toMatchObject({ kind: 'kept', upload: again.upload });
    expect(await anna.letGo(again)).toEqual({ kind: 'last', contentId: slot('A') });
  });

  test('who comes to stand for a document while it is let go either keeps it or sends it anew', async () => {
    const { team, anna, connect } = await three();
    const agents = Array.from({ length: 4 }, (_, index) => connect(`AGENT-${index}`));
    for (const letter of '0123456789') {
      const ours = intent(letter);
      await land(anna, ours, 'A');
      const [left, ...answers] = await Promise.all([
        anna.letGo(ours),
        ...agents.map((agent) => agent.claim(intent(letter))),
      ]);
      const stand = answers.filter(({ kind }) => kind === 'landed').length;
      expect([left.kind, stand > 0]).toEqual(stand > 0 ? ['kept', true] : ['last', false]);
      if (stand === 0) expect(answers.filter(({ kind }) => kind === 'ours')).toHaveLength(1);
    }
    const { rows } = await team.admin.query(
      'SELECT count(*)::int AS n FROM sluice.claims WHERE agent IS NULL',
    );
    expect(rows[0].n).toBe(0);
  });

  test('a claim that is given up before it landed leaves no document', async () => {
    const { anna, ben } = await three();
    const ours = intent('b');
    await anna.claim(ours);
    expect(await anna.letGo(ours)).toEqual({ kind: 'none' });
    expect(await ben.letGo(intent('b'))).toEqual({ kind: 'none' });
    expect(await ben.claim(intent('b'))).toMatchObject({ kind: 'ours' });
  });

  test('the feed tells how a file is called, and names the team it is of', async () => {
    const { anna, server } = await three();
    await land(anna, { ...intent('c', 123), fileName: 'q3-report.pdf' }, 'C');
    const feed = await server.feed(0n);
    if (feed === 'unreachable') throw new Error(feed);
    expect(feed.entries).toMatchObject([{ fileName: 'q3-report.pdf', size: 123, by: { person: 'Anna' } }]);
    expect(feed.team).toMatch(/^[\da-f-]{36}$/);
    const never = new AbortController();
    expect(server.head()).toBeUndefined();
    await server.exchange({ ages: [], flying: 0, kept: 0, want: 0, priority: 3 }, never.signal);
    expect(server.head()).toBe(feed.head);
  });

  test('what only a machine has that is gone is listed, until it is back or the service turns out to have it', async () => {
    const { team, anna, server, connect } = await three();
    const sent = { ...intent('d', 20), fileName: 'sent.pdf' };
    const kept = { ...intent('e', 10), fileName: 'kept.pdf' };
    await anna.name(claimOf(await anna.claim(sent)), slot('D'));
    await anna.claim(kept);
    await anna.close();
    expect(await server.stranded(scope, 10)).toEqual({ total: 0, bytes: 0, files: [] });
    await team.turn(goneMs);
    const stranded = await filesOf(server);
    expect(stranded).toMatchObject([
      { fileName: 'kept.pdf', size: 10, contentId: null, by: { name: 'ANNA-LAPTOP', person: 'Anna' } },
      { fileName: 'sent.pdf', size: 20, contentId: slot('D') },
    ]);
    expect(stranded[0]?.seenMs).toBeGreaterThanOrEqual(goneMs);
    expect(await server.stranded(scope, 1)).toMatchObject({ total: 2, bytes: 30, files: [{}] });
    const found = stranded[1] as StrandedFile;
    expect(await server.recordLanded(scope, { ...found, epoch: found.epoch + 1 })).toBe('fenced');
    expect(await server.recordLanded(scope, found)).toBe('written');
    expect(await server.recordLanded(scope, found)).toBe('fenced');
    expect(await server.feed(0n)).toMatchObject({
      entries: [{ contentId: slot('D'), by: { name: 'ANNA-LAPTOP' } }],
    });
    const again = connect('ANNA-LAPTOP', { agent: anna.agent, remembered: anna.remembered() });
    expect(await again.claim(kept)).toMatchObject({ kind: 'ours' });
    expect(await server.stranded(scope, 10)).toMatchObject({ total: 0 });
  });

  test('nobody records for a machine that is there', async () => {
    const { anna, server } = await three();
    const claim = claimOf(await anna.claim(intent('f')));
    await anna.name(claim, slot('F'));
    const file = { ...claim, size: 1000, fileName: null, contentId: slot('F'), by: anna, seenMs: 0 };
    expect(
      await server.recordLanded(scope, { ...file, by: { agent: anna.agent, name: 'ANNA-LAPTOP' } }),
    ).toBe('fenced');
  });

  describe('with two keys', () => {
    async function twoKeys() {
      const { team, connect, anna } = await three();
      const ours = connect('ANNA-DESK', { person: 'Anna', circle });
      const theirs = connect('CARLA', {
        person: 'Carla',
        scope: otherScope,
        circle,
      });
      return { team, anna, connect, ours, theirs };
    }
    const wanted = (letter: string, isShared: boolean, key = scope) => ({
      ...intent(letter),
      scope: key,
      isShared,
      fileName: key === scope ? `secret-${letter}.pdf` : `${letter}.pdf`,
    });

    test('what is shared is sent once: who comes later waits, and then stands for it', async () => {
      const { ours, theirs } = await twoKeys();
      const claim = claimOf(await ours.claim(wanted('1', true)));
      const want = wanted('1', true, otherScope);
      expect(await theirs.claim(want)).toMatchObject({ kind: 'held', by: { name: 'ANNA-DESK' } });
      await ours.name(claim, slot('1'));
      await ours.landed(claim, slot('1'));
      expect(await theirs.claim(want)).toMatchObject({
        kind: 'landed',
        contentId: slot('1'),
        scope: circle,
      });
      // Also one that would not share its own finds what everybody may see.
      expect(await theirs.claim(wanted('1', false, otherScope))).toMatchObject({ kind: 'landed' });
      expect(await ours.letGo(claim)).toMatchObject({ kind: 'kept', by: { name: 'CARLA' } });
    });

    test('two keys that want the same shared bytes at once: one sends them', async () => {
      const { ours, theirs } = await twoKeys();
      for (const letter of '23456789') {
        const answers = await Promise.all([
          ours.claim(wanted(letter, true)),
          theirs.claim(wanted(letter, true, otherScope)),
        ]);
        expect(answers.map(({ kind }) => kind).sort()).toEqual(['held', 'ours']);
      }
    });

    test('what is not shared is withheld from nobody, and nothing of it is told', async () => {
      const { team, ours, theirs } = await twoKeys();
      const secret = wanted('a', false);
      const claim = claimOf(await ours.claim(secret));
      // While it is being sent, after it landed, and where it was left behind.
      expect(await theirs.claim(wanted('a', true, otherScope))).toMatchObject({ kind: 'ours' });
      await ours.name(claim, slot('A'));
      await ours.landed(claim, slot('A'));
      await ours.claim(wanted('b', false));
      expect(await theirs.claim(wanted('b', false, otherScope))).toMatchObject({ kind: 'ours' });
      await ours.close();
      await team.turn(goneMs);
      await theirs.claim(wanted('b', false, otherScope));
      const told = [
        await theirs.feed(0n),
        await theirs.stranded(otherScope, 100),
        await theirs.status(),
        [...(await theirs.namedByOthers(otherScope, [slot('A')]))],
        await theirs.claim(wanted('a', true, otherScope)),
        await theirs.feed(0n),
        await theirs.stranded(circle, 100),
        await theirs.letGo({ scope: otherScope, sha256: sha('a'), upload: secret.upload }),
      ];
      const text = JSON.stringify(told, (_key, value) => (typeof value === 'bigint' ? String(value) : value));
      for (const hidden of ['secret-', slot('A'), scope]) expect(text).not.toContain(hidden);
      expect(told[1]).toMatchObject({ total: 0 });
      expect(told[4]).toMatchObject({ kind: 'ours' });
    });

    test('a document that machines with two keys of one account named stays until both let go', async () => {
      const { ours, theirs } = await twoKeys();
      const [one, other] = [wanted('e', false), wanted('e', false, otherScope)];
      await land(ours, one, 'E');
      await land(theirs, other, 'E');
      const kept = { kind: 'kept', contentId: slot('E'), by: { name: 'ANNA-DESK' } };
      expect(await theirs.letGo(other)).toMatchObject(kept);
      // As after a kill.
      expect(await theirs.letGo(other)).toMatchObject(kept);
      expect(await ours.letGo(one)).toEqual({ kind: 'last', contentId: slot('E') });
    });

    test('a document stays for a machine that needs it under the claim that came from another key', async () => {
      const { ours, theirs, connect } = await twoKeys();
      const [one, other, third] = [wanted('e', false), wanted('e', false, otherScope), wanted('e', false)];
      await land(ours, one, 'E');
      await land(theirs, other, 'E');
      expect(await ours.letGo(one)).toMatchObject({ kind: 'kept', by: { name: 'CARLA' } });
      const dora = connect('DORA', { person: 'Dora', circle });
      expect(await dora.claim(third)).toMatchObject({ kind: 'landed', contentId: slot('E') });
      expect(await theirs.letGo(other)).toMatchObject({ kind: 'kept', by: { name: 'DORA' } });
      expect(await dora.letGo(third)).toEqual({ kind: 'last', contentId: slot('E') });
    });

    test('who comes to need it under such a claim while it is let go keeps it or sends it anew', async () => {
      const { ours, theirs, connect } = await twoKeys();
      const agents = Array.from({ length: 4 }, (_, index) => connect(`AGENT-${index}`, { circle }));
      for (const letter of '0123456789abcdef') {
        const [one, other] = [wanted(letter, false), wanted(letter, false, otherScope)];
        await land(ours, one, 'A');
        await land(theirs, other, 'A');
        await ours.letGo(one);
        const [left, ...answers] = await Promise.all([
          theirs.letGo(other),
          ...agents.map((agent) => agent.claim(wanted(letter, false))),
        ]);
        const stand = answers.filter(({ kind }) => kind === 'landed').length;
        expect(left.kind).toBe(stand > 0 ? 'kept' : 'last');
      }
    });

    test('a claim that came from another key ends with its document', async () => {
      const { ours, theirs } = await twoKeys();
      const [one, other] = [wanted('f', false), wanted('f', false, otherScope)];
      await land(ours, one, 'F');
      await land(theirs, other, 'F');
      expect(await ours.letGo(one)).toMatchObject({ kind: 'kept', by: { name: 'CARLA' } });
      expect(await theirs.letGo(other)).toEqual({ kind: 'last', contentId: slot('F') });
      expect(await ours.claim(wanted('f', false))).toMatchObject({ kind: 'ours' });
    });

    test('one that is left with a shared claim of the other key does not wait for it', async () => {
      const { team, ours, theirs } = await twoKeys();
      await ours.claim(wanted('c', true));
      await ours.close();
      await team.turn(goneMs);
      expect(await theirs.claim(wanted('c', true, otherScope))).toMatchObject({ kind: 'ours' });
    });

    test('a document that the other key shows no more is not taken for its own', async () => {
      const { ours, theirs } = await twoKeys();
      await land(ours, wanted('d', true), 'D');
      const want = wanted('d', true, otherScope);
      expect(await theirs.claim(want)).toMatchObject({ kind: 'landed' });
      expect(await theirs.letGo({ ...want, scope: circle })).toMatchObject({ kind: 'kept' });
      expect(await theirs.claim({ ...want, onlyOwn: true })).toMatchObject({ kind: 'ours' });
    });
  });
});

async function land(agent: TestAgent, wanted: Intent, letter: string): Promise<void> {
  const claim = claimOf(await agent.claim(wanted));
  await agent.name(claim, slot(letter));
  expect(await agent.landed(claim, slot(letter))).toBe('written');
}

async function filesOf(agent: TestAgent): Promise<readonly StrandedFile[]> {
  const stranded = await agent.stranded(scope, 10);
  if (stranded === 'unreachable') throw new Error(stranded);
  return stranded.files;
}

function claimOf(answer: ClaimAnswer): Claim {
  if (answer.kind !== 'ours' && answer.kind !== 'adopt') throw new Error(`no claim: ${answer.kind}`);
  return answer.claim;
}

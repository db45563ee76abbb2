import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Claim, ClaimAnswer } from '#core/ports/team.ts';
import { circleOf, scopeOf } from '#core/team/scope.ts';
import type { ContentId } from '#shared/ids/ids.ts';
import {
  addUploads,
  allUploads,
  createEngine,
  idle,
  sha256,
  states,
  until,
} from '../support/engine-fixture.ts';
import { type Cluster, createCluster, hasPostgres } from './support/cluster.ts';
import { connectAgent, intent, scope, slot } from './support/connect-agent.ts';

/** What someone with a login of the team's database, and without any API key, can make the machines do. */
describe.runIf(hasPostgres)('the word of a team’s database (needs the package postgresql)', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await createCluster();
  });
  afterAll(() => cluster.remove());

  async function attacked() {
    const team = await cluster.createTeam();
    const { agent, port } = { agent: team.agent, port: cluster.port };
    const address = `postgres://${agent.user}@127.0.0.1:${port}/${team.name}`;
    const engine = await createEngine({ speed: 4, profile: { team: { address, machine: 'ANNA' } } });
    const { baseUrl, apiKey } = engine.sandbox;
    const stranger = connectAgent(team.agent, 'FILESRV9', {
      scope: 'the key of no one',
      circle: circleOf(baseUrl),
    });
    /** Says that a file with these bytes is this document, which everyone may see. */
    const claimFalsely = async (bytes: string, contentId: ContentId) => {
      const lie = { scope: 'the key of no one', sha256: sha256(bytes), size: bytes.length, isShared: true };
      const answer = await stranger.claim({ ...lie, upload: '00000000-0000-4000-8000-000000000001' });
      if (answer.kind !== 'ours') throw new Error(answer.kind);
      await stranger.name(answer.claim, contentId);
      await stranger.landed(answer.claim, contentId);
    };
    return { team, engine, claimFalsely, scope: await scopeOf(baseUrl, apiKey) };
  }

  test('a file does not count as sent because a login says so, whatever its size', async () => {
    const { engine, claimFalsely } = await attacked();
    const core = await engine.start();
    await addUploads(core, [engine.file('seen.txt', 'A document that everyone in the team can see.')]);
    await idle(core);
    const visible = engine.live()[0]?.id as ContentId;
    const secrets = ['Another text, as long as the one everyone sees', 'A text of another length'].map(
      (text) => text.slice(0, 45),
    );
    expect(secrets[0]).toHaveLength('A document that everyone in the team can see.'.length);
    for (const text of secrets) await claimFalsely(text, visible);
    await addUploads(
      core,
      secrets.map((text, index) => engine.file(`${index}.txt`, text)),
      { share: true },
    );
    await idle(core);
    expect(await states(core)).toEqual(['completed', 'completed', 'completed']);
    expect(engine.live()).toHaveLength(3);
  });

  test('no version is deleted because a login says that the next one is there', async () => {
    const { engine, claimFalsely } = await attacked();
    await engine.settings.update((settings) => ({
      ...settings,
      folders: [engine.folder('inbox', { changed: 'replace', share: true })],
    }));
    engine.file('inbox/a.txt', 'The first version.');
    const core = await engine.start('watch');
    await until('it is in', () => engine.live().length === 1);
    await idle(core);
    await claimFalsely('The second version', engine.live()[0]?.id as ContentId);
    engine.file('inbox/a.txt', 'The second version');
    await core.calls['folders.reconcile']({});
    const second = async () => (await allUploads(core))[1]?.state;
    await until('the second ended', async () => /completed|duplicate/.test((await second()) ?? ''));
    expect(await second()).toBe('completed');
    await idle(core);
    engine.expectExactlyOnce(['The second version']);
  });

  test('an entry of one’s own key that no machine with it wrote is ignored, and reported', async () => {
    const { engine, team, scope: ofKey } = await attacked();
    const core = await engine.start();
    const [mine, theirs] = ['What one machine sent.', 'What the others have.'];
    await addUploads(core, [engine.file('mine.txt', mine)]);
    await idle(core);
    await until('it is told', async () => (await landedIn(team)) === 1);
    const id = engine.live()[0]?.id as ContentId;
    // As who can write the tables, or puts a prepared copy back.
    await team.admin.query(
      `INSERT INTO sluice.claims (scope, sha256, size, agent, upload, epoch, content_id, seq, at, proof)
         SELECT s.id, decode($2, 'hex'), $3, c.agent, gen_random_uuid(), 77, $4, 99, now(), c.proof
         FROM sluice.scopes s, sluice.claims c WHERE s.key = $1`,
      [ofKey, sha256(theirs), theirs.length, id],
    );
    await addUploads(core, [engine.file('theirs.txt', theirs)]);
    await idle(core);
    expect(await states(core)).toEqual(['completed', 'completed']);
    engine.expectExactlyOnce([mine, theirs]);
    const { health } = await core.calls['agent.status']({});
    expect(health.findings.map(({ said }) => said.code)).toContain('team.forged');
  });

  test('a machine with the same key is believed, and what it sent is not read again', async () => {
    const { engine, team, scope: ofKey } = await attacked();
    const other = connectAgent(team.agent, 'BEN', {
      apiKey: { baseUrl: engine.sandbox.baseUrl, key: engine.sandbox.apiKey },
    });
    const core = await engine.start();
    const bytes = 'What Ben sent before.';
    await addUploads(core, [engine.file('before.txt', bytes)]);
    await idle(core);
    const id = engine.live()[0]?.id as ContentId;
    // As long as Ben's document, of which the service states the size.
    const same = 'Two copies of it all.';
    const answer = await other.claim({
      scope: ofKey,
      sha256: sha256(same),
      size: same.length,
      upload: '00000000-0000-4000-8000-000000000002',
    });
    if (answer.kind !== 'ours') throw new Error(answer.kind);
    await other.name(answer.claim, id);
    await other.landed(answer.claim, id);
    await addUploads(core, [engine.file('same.txt', same)]);
    await idle(core);
    expect(await states(core)).toEqual(['completed', 'duplicate']);
    expect(engine.requests({ path: '/original' })).toEqual([]);
  });

  test('a slot or a document that no machine with the key named is not looked at, deleted or heard of', async () => {
    const team = await cluster.createTeam();
    const [anna, ben] = [connectAgent(team.agent, 'ANNA'), connectAgent(team.agent, 'BEN')];
    const forge = (change: string) => team.admin.query(`UPDATE sluice.claims SET ${change}`);
    const bens = intent('a');
    const claim = claimOf(await ben.claim(bens));
    await ben.name(claim, slot('B'));
    await forge(`content_id = '${slot('E')}'`);
    await team.admin.query(
      `UPDATE sluice.agents SET lease_until = now() - interval '1 hour' WHERE name = 'BEN'`,
    );
    expect(await anna.stranded(scope, 10)).toMatchObject({ total: 1, files: [{ contentId: null }] });
    const taken = await anna.claim(intent('a'));
    expect(taken.kind).toBe('ours');
    await anna.name(claimOf(taken), slot('A'));
    await anna.landed(claimOf(taken), slot('A'));
    expect(await anna.feed(0n)).toMatchObject({ entries: [{ contentId: slot('A'), isProven: true }] });
    await forge(`content_id = '${slot('E')}'`);
    expect(await anna.feed(0n)).toMatchObject({ entries: [{ contentId: slot('E'), isProven: false }] });
    expect(await anna.letGo(claimOf(taken))).toEqual({ kind: 'none' });
  });

  test('an answer of the service is heard from machines with the same key only', async () => {
    const team = await cluster.createTeam();
    const [anna, ben] = [connectAgent(team.agent, 'ANNA'), connectAgent(team.agent, 'BEN')];
    await Promise.all([anna.lead('stranded', scope), ben.lead('stranded', scope)]);
    expect(await anna.recall(scope, 'page 1', 1_000, true)).toEqual({ kind: 'ask' });
    await anna.tell(scope, 'page 1', 'none');
    expect(await ben.recall(scope, 'page 1', 60_000, true)).toMatchObject({ kind: 'answer', answer: 'none' });
    await team.admin.query(`UPDATE sluice.answers SET answer = replace(answer, 'none', 'much')`);
    expect(await ben.recall(scope, 'page 1', 60_000, true)).toEqual({ kind: 'unreachable' });
  });

  const claimOf = (answer: ClaimAnswer): Claim => {
    if (answer.kind !== 'ours' && answer.kind !== 'adopt') throw new Error(answer.kind);
    return answer.claim;
  };
  const landedIn = async ({ admin }: Awaited<ReturnType<Cluster['createTeam']>>) =>
    (await admin.query('SELECT count(*)::int AS n FROM sluice.claims WHERE seq IS NOT NULL')).rows[0].n;
});

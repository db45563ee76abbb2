import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Claim, ClaimAnswer } from '#core/ports/team.ts';
import { until } from '../support/until.ts';
import { type Cluster, createCluster, hasPostgres } from './support/cluster.ts';
import { clockOff, connectAgent, intent, scope, sha, slot, signIn } from './support/connect-agent.ts';

/** Beyond the lease, ms: migration 0003. */
const graceMs = 10_000;
const leaseMs = 15_000;

describe.runIf(hasPostgres)('claims of a team (needs the package postgresql)', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await createCluster();
  });
  afterAll(() => cluster.remove());

  /** Two machines of one team. */
  async function two() {
    const team = await cluster.createTeam();
    return {
      team,
      anna: connectAgent(team.agent, 'ANNA-LAPTOP'),
      server: connectAgent(team.agent, 'FILESRV1'),
    };
  }

  test('two agents want the same bytes: one sends them, the other hears who does, and then that they are there', async () => {
    const { anna, server } = await two();
    const claim = claimOf(await anna.claim(intent('a')));
    expect(await server.claim(intent('a'))).toMatchObject({
      kind: 'held',
      by: { agent: anna.agent, name: 'ANNA-LAPTOP' },
    });
    expect(await anna.name(claim, slot('A'))).toBe('written');
    expect(await anna.landed(claim, slot('A'))).toBe('written');
    const there = { kind: 'landed', contentId: slot('A'), by: { agent: anna.agent, name: 'ANNA-LAPTOP' } };
    expect(await server.claim(intent('a'))).toMatchObject({ ...there, scope });
    expect(await server.feed(0n)).toMatchObject({ head: 1n, entries: [{ seq: 1n, contentId: slot('A') }] });
  });

  test('under a new API key nothing is claimed before the team has heard what was sent before', async () => {
    const team = await cluster.createTeam();
    const noted: unknown[] = [];
    const anna = connectAgent(team.agent, 'ANNA-LAPTOP', {
      isPublished: true,
      publishedScope: 'of-the-former-key',
      onPublished: (...is) => noted.push(is),
    });
    expect(await anna.claim(intent('a'))).toEqual({ kind: 'unreachable' });
    expect(anna.needsReplay()).toEqual({ lostMs: Number.POSITIVE_INFINITY });
    await anna.replay(scope, [], true);
    expect(anna.needsReplay()).toBeUndefined();
    expect(await anna.claim(intent('a'))).toMatchObject({ kind: 'ours' });
    expect(noted).toEqual([
      [false, 'of-the-former-key'],
      [true, scope],
    ]);
  });

  test('eight agents at once: each hash is sent by one', async () => {
    const team = await cluster.createTeam();
    const agents = Array.from({ length: 8 }, (_, index) => connectAgent(team.agent, `AGENT-${index}`));
    const letters = [...'0123456789abcdef'];
    const answers = await Promise.all(
      agents.flatMap((agent) => letters.map((letter) => agent.claim(intent(letter)))),
    );
    expect(answers.filter(({ kind }) => kind === 'ours')).toHaveLength(letters.length);
    expect(answers.filter(({ kind }) => kind === 'held')).toHaveLength(7 * letters.length);
  });

  test('an agent that died is followed after lease and grace, with the slot it named; its own writes are refused then', async () => {
    const { team, anna, server } = await two();
    const lost = claimOf(await anna.claim(intent('b')));
    await anna.name(lost, slot('B'));
    await server.claim(intent('c'));
    await team.turn(leaseMs + graceMs - 2_000);
    expect(await server.claim(intent('b'))).toMatchObject({ kind: 'held' });
    await team.turn(3_000);
    const adopted = await server.claim(intent('b'));
    expect(adopted).toMatchObject({ kind: 'adopt', contentId: slot('B') });
    // Anna was only asleep.
    expect(await anna.name(lost, slot('C'))).toBe('fenced');
    expect(await anna.landed(lost, slot('B'))).toBe('fenced');
    expect(await anna.release(lost)).toBe('fenced');
    expect(await server.namedByOthers(scope, [slot('B'), slot('C')])).toEqual(new Set());
    expect(await anna.namedByOthers(scope, [slot('B'), slot('C')])).toEqual(new Set([slot('B')]));
    expect(await server.landed(claimOf(adopted), slot('B'))).toBe('written');
    expect(await anna.claim(intent('b'))).toMatchObject({ kind: 'landed', contentId: slot('B') });
  });

  test('more is waited for what is dear to send again', async () => {
    const { team, anna, server } = await two();
    await anna.claim(intent('d', 1_000_000_000));
    await server.feed(0n);
    await team.turn(leaseMs + graceMs + 90_000);
    expect(await server.claim(intent('d'))).toMatchObject({ kind: 'held' });
    await team.turn(30_000);
    expect(await server.claim(intent('d'))).toMatchObject({ kind: 'ours' });
  });

  test('a restarted agent goes on at once with what its former life had, and that life writes nothing any more', async () => {
    const { team, anna, server } = await two();
    const upload = intent('e');
    const former = claimOf(await anna.claim(upload));
    await anna.name(former, slot('E'));
    const again = connectAgent(team.agent, 'ANNA-LAPTOP', {
      agent: anna.agent,
      remembered: anna.remembered(),
    });
    const adopted = await again.claim(upload);
    expect(adopted).toMatchObject({ kind: 'adopt', contentId: slot('E') });
    expect(claimOf(adopted).epoch).toBeGreaterThan(former.epoch);
    expect(await anna.landed(former, slot('E'))).toBe('unreachable');
    expect(anna.standing()).toEqual({ kind: 'refused', why: 'replaced' });
    // Nor does it take the place back when it asks for requests.
    expect(await anna.exchange({ ages: [], flying: 0, kept: 0, want: 1, priority: 3 })).toBe('unreachable');
    expect(anna.standing()).toEqual({ kind: 'refused', why: 'replaced' });
    expect(await again.landed(former, slot('E'))).toBe('fenced');
    expect(await again.landed(claimOf(adopted), slot('E'))).toBe('written');
    expect(await server.feed(0n)).toMatchObject({ head: 1n });
  });

  test('what was released is anybody’s; what landed is not sent again under another slot', async () => {
    const { anna, server } = await two();
    const claim = claimOf(await anna.claim(intent('f')));
    expect(await anna.release(claim)).toBe('written');
    expect(await anna.name(claim, slot('F'))).toBe('fenced');
    const next = claimOf(await server.claim(intent('f')));
    expect(next.epoch).toBeGreaterThan(claim.epoch);
    await server.name(next, slot('F'));
    expect(await server.landed(next, slot('F'))).toBe('written');
    expect(await server.landed(next, slot('F'))).toBe('written');
    expect(await server.name(next, slot('0'))).toBe('fenced');
    expect((await server.feed(0n)) as object).toMatchObject({ head: 1n });
  });

  test('nothing is told to another key, and nothing withheld from it; what is shared is sent once', async () => {
    const { team } = await two();
    const circle = { circle: 'service' };
    const anna = connectAgent(team.agent, 'ANNA-DESK', circle);
    const other = (more: { readonly circle?: string }) =>
      connectAgent(team.agent, 'BEN', { scope: 'service|key-2', ...more });
    const claim = claimOf(await anna.claim({ ...intent('9'), isShared: true }));
    await anna.name(claim, slot('9'));
    await anna.landed(claim, slot('9'));
    const alone = other({});
    expect(await alone.feed(0n)).toMatchObject({ head: 0n, entries: [] });
    const theirs = { ...intent('9'), scope: 'service|key-2' };
    expect(await other(circle).claim(theirs)).toMatchObject({ kind: 'landed', contentId: slot('9') });
    expect(await alone.claim(theirs)).toMatchObject({ kind: 'ours' });
  });

  test('the feed skips nothing that commits late', async () => {
    const { team, anna, server } = await two();
    const [first, second] = [
      claimOf(await anna.claim(intent('1'))),
      claimOf(await server.claim(intent('2'))),
    ];
    await anna.name(first, slot('1'));
    await server.name(second, slot('2'));
    // The first lands, and its transaction stays open.
    const { rows } = await team.admin.query(
      'SELECT agent, incarnation, writes FROM sluice.agents WHERE agent = $1',
      [anna.agent],
    );
    const { agent, incarnation, writes } = rows[0];
    const login = await signIn(team.agent);
    await login.query('BEGIN');
    await login.query(`SELECT sluice_v1.write_claim($1, $2, $3, $4, 'landed', $5, $6, $7, $8, NULL, NULL)`, [
      agent,
      incarnation,
      Number(writes) + 1,
      writes,
      scope,
      first.sha256,
      first.upload,
      first.epoch,
    ]);
    const landing = server.landed(second, slot('2'));
    const watcher = connectAgent(team.agent, 'WATCHER');
    await until('the second waits', async () => {
      const { rowCount } = await watcherOf(cluster).query(
        `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%write_claim%'`,
      );
      return rowCount === 1;
    });
    expect(await watcher.feed(0n)).toMatchObject({ head: 0n, entries: [] });
    await login.query('COMMIT');
    expect(await landing).toBe('written');
    const feed = await watcher.feed(0n);
    expect(feed).toMatchObject({ head: 2n, entries: [{ contentId: slot('1') }, { contentId: slot('2') }] });
    expect(await watcher.feed(1n)).toMatchObject({ entries: [{ contentId: slot('2') }] });
  });

  /** Looks from outside of what it looks at. */
  const watcherOf = (from: Cluster) => from.watcher;

  test('places are as many as were decided, roles and folders one; who leaves or dies frees them', async () => {
    const { team, anna, server } = await two();
    await team.admin.query(`SELECT sluice.configure(2, 500, 0, 'key')`);
    const never = new AbortController();
    const [one] = await Promise.all([anna.place(never.signal), anna.place(never.signal)]);
    let got = false;
    const third = server.place(never.signal).then((lease) => {
      got = true;
      return lease;
    });
    expect(await anna.lead('stranded', scope)).toHaveProperty('lost');
    expect(await server.lead('stranded', scope)).toMatchObject({ by: { name: 'ANNA-LAPTOP' } });
    expect(await server.lead('stranded', 'another scope')).toHaveProperty('lost');
    expect(got).toBe(false);
    one.leave();
    await third;
    expect(await server.status()).toMatchObject({ places: 2, placesTaken: 2 });
    // Anna is gone; what she held is free when her lease ends, without any grace.
    await team.turn(leaseMs - 1_000);
    await server.release({ ...intent('3'), epoch: 1 });
    await team.turn(2_000);
    expect(await server.lead('stranded', scope)).toHaveProperty('lost');
    await server.place(never.signal);
    const waiting = new AbortController();
    const refused = server.place(waiting.signal);
    waiting.abort(new Error('enough'));
    await expect(refused).rejects.toThrow('enough');
  });

  test('the more machines wait for a place, the rarer each looks; who waits no more is not counted', async () => {
    const { team, anna, server } = await two();
    const never = new AbortController();
    const others = async (count: number) => {
      const { rows } = await team.admin.query(
        'SELECT sluice.wait_for_place(-i) AS ms FROM generate_series(1, $1::int) i',
        [count],
      );
      return rows.map(({ ms }) => ms as number);
    };
    const waits = await others(100);
    // Four times a second while few do; twenty looks a second of all together.
    expect([waits[0], waits[4], waits[9], waits[99]]).toEqual([250, 250, 500, 5_000]);
    await team.admin.query(`SELECT sluice.configure(100, 500, 0, 'key')`);
    expect((await others(100)).at(-1)).toBe(500);
    await team.turn(41_000);
    expect(await others(1)).toEqual([250]);
    await team.admin.query(`SELECT sluice.configure(1, 500, 0, 'key')`);
    const held = await anna.place(never.signal);
    const waiting = server.place(never.signal);
    const count = 'SELECT count(*)::int AS n FROM sluice.waiting WHERE agent > 0';
    await until('the other waits', async () => (await team.admin.query(count)).rows[0].n === 1);
    held.leave();
    await waiting;
    expect((await team.admin.query(count)).rows[0].n).toBe(0);
  });

  test('a lease ends here before anybody else may have it, by a clock that no hand can set', async () => {
    const team = await cluster.createTeam();
    const proxied = await cluster.createProxy();
    const short = { leaseMs: 2_000, patienceMs: 300 };
    const anna = connectAgent({ ...team.agent, port: proxied.port }, 'ANNA', {
      ...short,
      clock: clockOff(600_000),
    });
    const server = connectAgent(team.agent, 'FILESRV1', { ...short, clock: clockOff(-600_000) });
    await team.admin.query(`SELECT sluice.configure(1, 500, 0, 'key')`);
    const never = new AbortController();
    const held = await anna.place(never.signal);
    expect(await server.claim(intent('4'))).toMatchObject({ kind: 'ours' });
    proxied.cut();
    let lostFirst: boolean | undefined;
    const taken = server.place(never.signal).then(() => {
      lostFirst = held.lost.aborted;
    });
    await taken;
    expect(lostFirst).toBe(true);
    expect(await anna.claim(intent('5'))).toEqual({ kind: 'unreachable' });
    expect(anna.standing()).toMatchObject({ kind: 'unreachable', why: 'network' });
    proxied.mend();
    await until('it is back', async () => (await anna.claim(intent('5'))).kind === 'ours');
    expect(anna.standing()).toEqual({ kind: 'reachable' });
  });

  test('who waits no more hears nothing more, whatever was asked, and has nothing that it could leave', async () => {
    const team = await cluster.createTeam();
    const proxy = await cluster.createProxy();
    const patient = { deadlineMs: 300, patienceMs: 5_000 };
    const anna = connectAgent({ ...team.agent, port: proxy.port }, 'ANNA', patient);
    const claim = claimOf(await anna.claim(intent('a')));
    const waits = new AbortController();
    const { signal } = waits;
    proxy.stall();
    const by = { agent: anna.agent, name: 'ANNA' };
    const file = { sha256: sha('a'), size: 1, fileName: null, contentId: null, epoch: 1, by, seenMs: 0 };
    const asked = [
      anna.lead('stranded', scope, signal),
      anna.place(signal),
      anna.claim(intent('b'), signal),
      anna.name(claim, slot('A'), signal),
      anna.landed(claim, slot('A'), signal),
      anna.release(claim, signal),
      anna.namedByOthers(scope, [slot('A')], signal),
      anna.replay(scope, [], false, signal),
      anna.exchange({ ages: [], flying: 0, kept: 0, want: 1, priority: 5 }, signal),
      anna.feed(0n, signal),
      anna.letGo(intent('a'), signal),
      anna.stranded(scope, 10, signal),
      anna.recordLanded(scope, file, signal),
    ];
    const why = new Error('it is over');
    waits.abort(why);
    const heard = await Promise.allSettled(asked);
    expect(heard).toEqual(asked.map(() => ({ status: 'rejected', reason: why })));
    proxy.mend();
    const server = connectAgent(team.agent, 'FILESRV1');
    await until('the role is free', async () => 'lost' in Object(await server.lead('stranded', scope)));
    await expect(anna.claim(intent('c'), signal)).rejects.toBe(why);
    expect(await server.claim(intent('c'))).toMatchObject({ kind: 'ours' });
  });

  test('a late join of a former life, and any write that was overtaken, changes nothing', async () => {
    const { team, anna } = await two();
    await anna.claim(intent('6'));
    const login = await signIn(team.agent);
    const call = (name: string, values: unknown[]) =>
      login
        .query(`SELECT sluice_v1.${name}(${values.map((_, index) => `$${index + 1}`)}) AS answer`, values)
        .then(({ rows }) => rows[0].answer);
    const late = randomUUID();
    expect(await call('join_team', [anna.agent, late, 1, 0, 'OLD', '0.1', 1, 15_000, null])).toMatchObject({
      problem: 'stale',
    });
    expect(await call('renew', [anna.agent, late, 9, 0])).toEqual({ problem: 'replaced' });
    const { rows } = await team.admin.query(
      'SELECT incarnation, name, writes FROM sluice.agents WHERE agent = $1',
      [anna.agent],
    );
    expect(rows[0].name).toBe('ANNA-LAPTOP');
    const { incarnation } = rows[0];
    const writes = Number(rows[0].writes);
    const upload = randomUUID();
    const bytes = [scope, [], 'ab'.repeat(32), 5, upload, null, false];
    const values = [anna.agent, incarnation, writes + 1, writes, ...bytes];
    const answer = await call('claim', values);
    expect(answer).toMatchObject({ kind: 'ours' });
    expect(await call('claim', values)).toEqual(answer);
    expect(await call('renew', [anna.agent, incarnation, writes + 2, writes + 1])).toMatchObject({
      kind: 'renewed',
    });
    expect(await call('claim', values)).toMatchObject({ problem: 'stale' });
  });

  test('an agent too old for its team claims nothing and says so', async () => {
    const { team, anna } = await two();
    await team.admin.query('UPDATE sluice.team SET oldest = 2');
    expect(await anna.claim(intent('7'))).toEqual({ kind: 'unreachable' });
    expect(anna.standing()).toEqual({ kind: 'refused', why: 'too-old' });
    expect(await anna.status()).toMatchObject({ oldest: 2, agents: [{ name: 'ANNA-LAPTOP', protocol: 1 }] });
  });

  test('an agent behind its team goes on while what it asks is there, and stops and says so when it is gone', async () => {
    const { team, anna } = await two();
    await team.admin.query(`CREATE SCHEMA sluice_v2;
      INSERT INTO sluice.migrations SELECT 999, 'later', now()`);
    expect((await anna.claim(intent('7'))).kind).toBe('ours');
    expect(await anna.status()).toMatchObject({ schema: 999 });
    await team.admin.query('ALTER SCHEMA sluice_v1 RENAME TO sluice_v1_gone');
    expect(await anna.claim(intent('8'))).toEqual({ kind: 'unreachable' });
    expect(anna.standing()).toEqual({ kind: 'refused', why: 'too-old' });
    const report = { ages: [], flying: 0, kept: 0, want: 1, priority: 0 };
    expect(await anna.exchange(report, new AbortController().signal)).toBe('unreachable');
    expect(anna.standing()).toEqual({ kind: 'refused', why: 'too-old' });
    // Set up anew by its own version, as after a mistake.
    await team.admin.query('ALTER SCHEMA sluice_v1_gone RENAME TO sluice_v1');
    await until('it goes on', async () => (await anna.claim(intent('8'))).kind === 'ours');
    await until('it is heard', () => anna.standing().kind === 'reachable');
  });
});

function claimOf(answer: ClaimAnswer): Claim {
  if (answer.kind !== 'ours' && answer.kind !== 'adopt') throw new Error(`no claim: ${answer.kind}`);
  return answer.claim;
}

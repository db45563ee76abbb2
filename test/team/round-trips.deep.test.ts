import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Claim, ClaimAnswer } from '#core/ports/team.ts';
import { until } from '../support/until.ts';
import { type Cluster, createCluster, hasPostgres } from './support/cluster.ts';
import { connectAgent, intent, scope, sha, slot } from './support/connect-agent.ts';
import { backup } from './support/put-back.ts';

const never = new AbortController().signal;

/** How often an agent waits for its database: what a slow line multiplies. */
describe.runIf(hasPostgres)('round trips to a team’s database (needs the package postgresql)', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await createCluster();
  });
  afterAll(() => cluster.remove());

  async function counted() {
    const team = await cluster.createTeam();
    const proxy = await cluster.createProxy();
    const anna = connectAgent({ ...team.agent, port: proxy.port }, 'ANNA', { leaseMs: 60_000 });
    await anna.lead('stranded', scope);
    const tripsOf = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
      const before = proxy.asked();
      const done = await work();
      return [done, proxy.asked() - before];
    };
    return { team, proxy, anna, tripsOf };
  }

  test('a restored database is asked for nothing before the replay: each claim would only delay it', async () => {
    const { team, anna, tripsOf } = await counted();
    await anna.claim(intent('a'));
    const putBack = await backup(cluster, team);
    await anna.claim(intent('b'));
    await putBack();
    await until('it is to report again', async () => {
      await anna.claim(intent('c'));
      return anna.needsReplay() !== undefined;
    });
    const [answers, claiming] = await tripsOf(() =>
      Promise.all([...'0123456789'].map((letter) => anna.claim(intent(letter)))),
    );
    expect([new Set(answers.map(({ kind }) => kind)), claiming]).toEqual([new Set(['unreachable']), 0]);
  });

  test('ten uploads side by side claim, name, take places and tell in two round trips each', async () => {
    const { team, anna, tripsOf } = await counted();
    const letters = [...'0123456789'];
    const [claims, claiming] = await tripsOf(() =>
      Promise.all(letters.map(async (letter) => claimOf(await anna.claim(intent(letter))))),
    );
    // The first goes out at once, and the rest together behind it.
    expect(claiming).toBeLessThanOrEqual(2);
    expect(new Set(claims.map(({ epoch }) => epoch)).size).toBe(10);
    const [, naming] = await tripsOf(() =>
      Promise.all([
        ...claims.map((claim, index) => anna.name(claim, slot(letters[index] ?? ''))),
        ...claims.map(() => anna.place(never)),
      ]),
    );
    expect(naming).toBeLessThanOrEqual(2);
    const [told, telling] = await tripsOf(() =>
      Promise.all(claims.map((claim, index) => anna.landed(claim, slot(letters[index] ?? '')))),
    );
    expect([telling <= 2, new Set(told)]).toEqual([true, new Set(['written'])]);
    expect(await anna.status()).toMatchObject({ landed: 10, placesTaken: 10 });
    const { rows } = await team.admin.query(
      'SELECT count(*)::int AS n FROM sluice.claims WHERE seq IS NOT NULL',
    );
    expect(rows[0].n).toBe(10);
  });

  test('each place that is left is free for others, also of several left at the same time', async () => {
    const { team, anna } = await counted();
    await team.admin.query(`SELECT sluice.configure(4, 500, 0, 'key')`);
    const places = await Promise.all([1, 2, 3, 4].map(() => anna.place(never)));
    for (const place of places) {
      place.leave();
      await Promise.resolve();
    }
    await until(
      'all are free',
      async () => ((await anna.status()) as { placesTaken: number }).placesTaken === 0,
    );
  });

  test('two machines with more uploads than places both get places, and never more than there are', async () => {
    const team = await cluster.createTeam();
    await team.admin.query(`SELECT sluice.configure(2, 500, 0, 'key')`);
    const [anna, server] = ['ANNA', 'FILESRV1'].map((name) => connectAgent(team.agent, name));
    let inside = 0;
    let most = 0;
    const got = new Map<unknown, number>();
    const ended = new AbortController();
    const upload = async (agent: typeof anna) => {
      while (!ended.signal.aborted) {
        const place = await agent?.place(ended.signal);
        inside += 1;
        most = Math.max(most, inside);
        got.set(agent, (got.get(agent) ?? 0) + 1);
        await new Promise(setImmediate);
        inside -= 1;
        place?.leave();
      }
    };
    const uploads = (agent: typeof anna) =>
      Array.from({ length: 6 }, () => upload(agent).catch(() => undefined));
    const work = uploads(anna);
    await until('one has the places', () => (got.get(anna) ?? 0) > 10);
    work.push(...uploads(server));
    await until('the other gets them', () => (got.get(server) ?? 0) > 10);
    const before = got.get(anna) ?? 0;
    await until('and the first again', () => (got.get(anna) ?? 0) > before + 10);
    ended.abort();
    await Promise.all(work);
    expect(most).toBe(2);
  });

  test('a machine gives way while another one waits, if it has its share or has just given a place back', async () => {
    const { team, anna } = await counted();
    const server = connectAgent(team.agent, 'FILESRV1');
    await server.lead('stranded', 'another scope');
    await team.admin.query(`SELECT sluice.configure(4, 500, 0, 'key')`);
    const [one] = await Promise.all([anna.place(never), anna.place(never)]);
    const givesWay = async (name: string) => {
      const { rows } = await team.admin.query(
        `SELECT sluice.gives_way(id, '') AS first, sluice.gives_way(id, 'again') AS again FROM sluice.agents WHERE name = $1`,
        [name],
      );
      return [rows[0].first, rows[0].again];
    };
    expect(await givesWay('ANNA')).toEqual([false, false]);
    await team.admin.query(`SELECT sluice.wait_for_place(id) FROM sluice.agents WHERE name = 'FILESRV1'`);
    await team.admin.query(`UPDATE sluice.waiting SET until = until + interval '50 s'`);
    expect([await givesWay('ANNA'), await givesWay('FILESRV1')]).toEqual([
      [true, true],
      [false, false],
    ]);
    one?.leave();
    await until(
      'it is given back',
      async () => ((await anna.status()) as { placesTaken: number }).placesTaken === 1,
    );
    expect(await givesWay('ANNA')).toEqual([false, true]);
    // No one waits for an agent that gets no place.
    await anna.pause(server.agent, true);
    expect(await givesWay('ANNA')).toEqual([false, false]);
  });

  test('a database that takes longer than a second to answer says so', async () => {
    const { proxy, anna } = await counted();
    const ask = () => Promise.all(Array.from({ length: 9 }, () => anna.status()));
    await ask();
    expect(anna.standing()).toEqual({ kind: 'reachable' });
    proxy.delay(600);
    await ask();
    const { answersAfterMs = 0 } = anna.standing() as { answersAfterMs?: number };
    expect(answersAfterMs).toBeGreaterThanOrEqual(1_200);
    proxy.delay(0);
    await ask();
    expect(anna.standing()).toEqual({ kind: 'reachable' });
  });

  test('where one of them cannot be written, the others are', async () => {
    const { anna } = await counted();
    const odd = { ...intent('a'), upload: 'not a uuid' };
    const answers = await Promise.all([
      anna.claim(intent('1')),
      anna.claim(intent('2')),
      anna.claim(odd),
      anna.claim(intent('3')),
    ]);
    expect(answers.map(({ kind }) => kind)).toEqual(['ours', 'ours', 'unreachable', 'ours']);
  });

  test('an answer to several that is lost is asked for again, and is the same', async () => {
    const { proxy, anna } = await counted();
    const first = anna.claim(intent('1'));
    const others = [anna.claim(intent('2')), anna.claim(intent('3'))];
    await first;
    proxy.loseNextAnswer();
    const answers = await Promise.all(others);
    expect(answers.map(({ kind }) => kind)).toEqual(['ours', 'ours']);
    for (const answer of answers) expect(await anna.name(claimOf(answer), slot('A'))).toBe('written');
  });

  test('calls under way at the same time are both asked again where the line is cut, and each gets its answer', async () => {
    const { proxy, anna } = await counted();
    // Longer than the time after which the next call leaves.
    proxy.delay(50);
    const before = proxy.asked();
    const first = anna.claim(intent('1'));
    await until('the first is under way', () => proxy.asked() === before + 1);
    const others = [anna.claim(intent('2')), anna.claim(intent('3'))];
    await until('the second is under way', () => proxy.asked() === before + 2);
    proxy.loseNextAnswer();
    const answers = await Promise.all([first, ...others]);
    expect(answers.map(({ kind }) => kind)).toEqual(['ours', 'ours', 'ours']);
    proxy.delay(0);
    for (const answer of answers) expect(await anna.name(claimOf(answer), slot('A'))).toBe('written');
  });

  test('the database keeps each answer until it is acknowledged', async () => {
    const team = await cluster.createTeam();
    const life = randomUUID();
    const ask = async (name: string, write: number, acknowledged: number, values: readonly unknown[]) => {
      const all = [life, life, write, acknowledged, ...values];
      const places = all.map((_, index) => `$${index + 1}`).join(', ');
      const { rows } = await team.admin.query(`SELECT sluice_v1.${name}(${places}) AS answer`, all);
      return rows[0].answer;
    };
    const valuesOf = (letter: string) => [scope, [], sha(letter), 10, randomUUID(), null, false];
    const together = (...letters: string[]) => [
      JSON.stringify(letters.map((letter) => ({ name: 'claim', values: valuesOf(letter) }))),
    ];
    await ask('join_team', 1, 0, ['ANNA', '0', 1, 60_000, null]);
    const [one, two, three] = [valuesOf('1'), together('2', '3'), together('4')];
    const first = await ask('claim', 2, 1, one);
    const second = await ask('together', 4, 1, two);
    const third = await ask('together', 5, 1, three);
    expect([first.kind, second.answers.length, third.answers.length]).toEqual(['ours', 2, 1]);
    expect(await ask('claim', 2, 1, one)).toEqual(first);
    expect(await ask('together', 4, 1, two)).toEqual(second);
    expect(await ask('together', 5, 1, three)).toEqual(third);
    await ask('together', 6, 4, together('5'));
    expect(await ask('claim', 2, 1, one)).toEqual({ problem: 'stale', writes: 6 });
    expect(await ask('together', 4, 1, two)).toEqual({ problem: 'stale', writes: 6 });
    expect(await ask('together', 5, 1, three)).toEqual(third);
    const { rows } = await team.admin.query('SELECT count(*)::int AS n FROM sluice.claims');
    expect(rows[0].n).toBe(5);
  });

  test('agents that write together at the same time each get all of their answers', async () => {
    const team = await cluster.createTeam();
    const agents = ['ANNA', 'BEN', 'CARLA'].map((name) => connectAgent(team.agent, name));
    const letters = [...'0123456789abcdef'];
    const uploads = new Map(letters.map((letter) => [letter, randomUUID()]));
    const work = agents.flatMap((agent, index) =>
      letters
        .toSorted(() => index - 1)
        .map(async (letter) => {
          const wanted = { ...intent(letter), upload: uploads.get(letter) ?? '', sha256: sha(letter) };
          const answer = await agent.claim(wanted);
          if (answer.kind === 'unreachable') throw new Error(letter);
          if (answer.kind !== 'ours') return 0;
          await agent.name(answer.claim, slot(letter.toUpperCase()));
          return (await agent.landed(answer.claim, slot(letter.toUpperCase()))) === 'written' ? 1 : 0;
        }),
    );
    const landed = await Promise.all(work);
    expect(landed.reduce<number>((sum, one) => sum + one, 0)).toBe(16);
  });
});

function claimOf(answer: ClaimAnswer): Claim {
  if (answer.kind !== 'ours' && answer.kind !== 'adopt') throw new Error(`no claim: ${answer.kind}`);
  return answer.claim;
}

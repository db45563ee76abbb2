import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cluster, createCluster, hasPostgres } from './support/cluster.ts';
import { connectAgent, scope } from './support/connect-agent.ts';

const never = new AbortController().signal;
const question = 'documents.list [["page",1]]';

describe.runIf(hasPostgres)(
  'what one machine was told, for the others (needs the package postgresql)',
  () => {
    let cluster: Cluster;
    beforeAll(async () => {
      cluster = await createCluster();
    });
    afterAll(() => cluster.remove());

    async function three() {
      const team = await cluster.createTeam();
      const [anna, ben, server] = ['ANNA', 'BEN', 'FILESRV1'].map((name) => connectAgent(team.agent, name));
      if (!anna || !ben || !server) throw new Error('three');
      // It stands still but where a test turns it.
      await team.admin.query('UPDATE sluice.test_turn SET at = now()');
      const turn = (milliseconds: number) =>
        team.admin.query("UPDATE sluice.test_turn SET at = at + $1 * interval '1 ms'", [milliseconds]);
      const rows = async () =>
        (await team.admin.query('SELECT count(*)::int AS n FROM sluice.answers')).rows[0].n as number;
      return { team, anna, ben, server, turn, rows };
    }

    test('one asks and the others wait; then they hear, with the age of the question and not of the answer', async () => {
      const { anna, ben, server, turn } = await three();
      expect(await anna.recall(scope, question, 10_000, true, never)).toEqual({ kind: 'ask' });
      // Asked again after an answer that was lost, it is still the one.
      expect(await anna.recall(scope, question, 10_000, true, never)).toEqual({ kind: 'ask' });
      expect(await ben.recall(scope, question, 10_000, true, never)).toEqual({ kind: 'wait', waitMs: 300 });
      await turn(2_000);
      const answer = JSON.stringify({ name: 'a "\u0000" \ud800' });
      expect(await anna.tell(scope, question, answer, never)).toBe('told');
      await turn(1_000);
      const heard = { kind: 'answer', answer, ageMs: 3_000 };
      expect(await ben.recall(scope, question, 10_000, false, never)).toEqual(heard);
      expect(await server.recall(scope, question, 3_000, false, never)).toMatchObject({ kind: 'answer' });
      expect(await server.recall(scope, question, 2_999, false, never)).toEqual({ kind: 'ask' });
      // Who asks for something younger keeps nobody from hearing what there is.
      expect(await ben.recall(scope, question, 10_000, false, never)).toMatchObject({ kind: 'answer' });
    });

    test('nothing of one key is told to another, nor of one question to another', async () => {
      const { anna, ben } = await three();
      await anna.recall(scope, question, 0, true, never);
      await anna.tell(scope, question, 'secret', never);
      expect(await ben.recall('service|key-2', question, 60_000, true, never)).toEqual({ kind: 'ask' });
      expect(await ben.recall(scope, 'another', 60_000, true, never)).toEqual({ kind: 'ask' });
      expect(await ben.recall(scope, question, 60_000, true, never)).toMatchObject({ answer: 'secret' });
    });

    test('who is gone while it asks is waited for five seconds, and what it says later counts for nothing', async () => {
      const { anna, ben, server, turn } = await three();
      await anna.recall(scope, question, 0, true, never);
      await turn(4_999);
      expect(await ben.recall(scope, question, 0, true, never)).toEqual({ kind: 'wait', waitMs: 20 });
      await turn(1);
      expect(await ben.recall(scope, question, 0, true, never)).toEqual({ kind: 'ask' });
      await anna.tell(scope, question, 'late', never);
      expect(await server.recall(scope, question, 60_000, true, never)).toMatchObject({ kind: 'wait' });
      await ben.tell(scope, question, 'in time', never);
      expect(await server.recall(scope, question, 60_000, true, never)).toMatchObject({
        answer: 'in time',
        ageMs: 0,
      });
    });

    test('whose turn has come goes before who waits for one, and not before who has asked', async () => {
      const { anna, ben, server } = await three();
      expect(await anna.recall(scope, question, 0, false, never)).toEqual({ kind: 'ask' });
      expect(await ben.recall(scope, question, 0, false, never)).toMatchObject({ kind: 'wait' });
      expect(await ben.recall(scope, question, 0, true, never)).toEqual({ kind: 'ask' });
      expect(await anna.recall(scope, question, 0, true, never)).toMatchObject({ kind: 'wait' });
      expect(await server.recall(scope, question, 0, true, never)).toMatchObject({ kind: 'wait' });
    });

    test('where there is nothing to hear, or too much, the next one asks at once; what was heard before stays', async () => {
      const { anna, ben, turn } = await three();
      await anna.recall(scope, question, 0, true, never);
      await anna.tell(scope, question, 'before', never);
      await turn(1_000);
      for (const answer of [undefined, 'x'.repeat(1_000_001)]) {
        expect(await anna.recall(scope, question, 500, true, never)).toEqual({ kind: 'ask' });
        await anna.tell(scope, question, answer, never);
        expect(await ben.recall(scope, question, 500, false, never)).toEqual({ kind: 'ask' });
        await ben.tell(scope, question, undefined, never);
      }
      expect(await ben.recall(scope, question, 5_000, false, never)).toMatchObject({
        answer: 'before',
        ageMs: 1_000,
      });
    });

    test('a minute later nothing is kept, and of one key never more than a thousand', async () => {
      const { anna, turn, rows } = await three();
      for (let page = 0; page < 1_005; page += 1) {
        await anna.recall(scope, `page ${page}`, 0, true, never);
        await anna.tell(scope, `page ${page}`, 'x', never);
        await turn(1);
      }
      expect(await rows()).toBe(1_000);
      expect(await anna.recall(scope, 'page 1004', 60_000, false, never)).toMatchObject({ kind: 'answer' });
      await turn(61_000);
      await anna.recall(scope, 'page 1', 0, true, never);
      await anna.tell(scope, 'page 1', 'x', never);
      expect(await rows()).toBe(1);
    });

    test('a clock of the database that is set back keeps nobody waiting, and makes nothing young again', async () => {
      const { anna, ben, turn } = await three();
      await anna.recall(scope, question, 0, true, never);
      await anna.tell(scope, question, 'x', never);
      await anna.recall(scope, question, 0, true, never);
      await turn(-3_600_000);
      expect(await ben.recall(scope, question, 60_000, true, never)).toEqual({ kind: 'ask' });
      await ben.tell(scope, question, 'y', never);
      expect(await anna.recall(scope, question, 60_000, true, never)).toMatchObject({ answer: 'y' });
    });

    test('many that ask at the same time are told by one', async () => {
      const { team } = await three();
      const agents = Array.from({ length: 8 }, (_, index) => connectAgent(team.agent, `AGENT-${index}`));
      for (const name of [randomUUID(), randomUUID(), randomUUID()]) {
        const answers = await Promise.all(agents.map((agent) => agent.recall(scope, name, 0, false, never)));
        expect(answers.map(({ kind }) => kind).sort()).toEqual(['ask', ...Array(7).fill('wait')]);
      }
    });
  },
);

import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Core, createCore } from '#core/create-core.ts';
import type { Team } from '#core/ports/team.ts';
import { scopeOf } from '#core/team/scope.ts';
import { atTestEnd } from '../support/at-test-end.ts';
import { addUploads, createEngine, idle, states, until } from '../support/engine-fixture.ts';
import { type Cluster, createCluster, hasPostgres, type TeamDatabase } from './support/cluster.ts';
import { connectAgent } from './support/connect-agent.ts';

const names = ['FILESRV1', 'FILESRV2', 'FILESRV3'];
const documents = 90;
/** What the service takes for each, s. */
const enrichSeconds = 60;

describe.runIf(hasPostgres)(
  'the list that machines of one key ask for (needs the package postgresql)',
  () => {
    let cluster: Cluster;
    beforeAll(async () => {
      cluster = await createCluster();
    });
    afterAll(() => cluster.remove());

    /** Three machines with one key over one service and one database, which all live in the same time. */
    async function createMachines(change: (team: Team) => Team = (team) => team) {
      const engine = await createEngine({ sandbox: { enrichSeconds: [enrichSeconds, enrichSeconds] } });
      const { clock } = engine.dependencies;
      const database = await cluster.createTeam();
      await database.admin.query(`SELECT sluice.configure(30, 100000, 0, 'key')`);
      const inTime = createTime(database, clock.now);
      const scope = await scopeOf(engine.sandbox.baseUrl, engine.sandbox.apiKey);
      /** So patient that only what a test does ends anything. */
      const patient = { clock, leaseMs: 600_000, deadlineMs: 600_000, patienceMs: 600_000 };
      const start = async (name: string): Promise<Core> => {
        const agent = connectAgent(database.agent, name, { scope, budget: scope, ...patient });
        const core = createCore({
          ...engine.dependencies,
          dataDirectory: join(engine.directory, name),
          team: change(inTime(agent)),
        });
        atTestEnd(() => core.stop());
        await core.start('uploads');
        return core;
      };
      const cores = await Promise.all(names.map(start));
      const paths = Array.from({ length: documents }, (_, index) => engine.file(`${index}.txt`));
      const partOf = (own: number) => paths.filter((_, index) => index % names.length === own);

      /** Each sends its part of the files: how often the list was asked for. */
      async function send(meanwhile: () => Promise<unknown> = async () => undefined) {
        await Promise.all(cores.map((core, own) => addUploads(core, partOf(own))));
        await meanwhile();
        await Promise.all(cores.map(idle));
        for (const [own, core] of cores.entries())
          expect(await states(core)).toEqual(partOf(own).map(() => 'completed'));
        const isList = (request: string) => request === 'GET /contents/v1/documents 200';
        return engine.requests().filter(isList).length;
      }
      return { database, send };
    }

    const hearsNothing = (team: Team): Team => ({ ...team, recall: async () => ({ kind: 'unreachable' }) });

    test('three machines ask little more than one of them that hears nothing', async () => {
      const together = await (await createMachines()).send();
      const apart = await (await createMachines(hearsNothing)).send();
      expect(together).toBeLessThanOrEqual((apart / names.length) * 1.5);
    });

    test('one that is killed while it asks keeps the others for some seconds only', async () => {
      const { database, send } = await createMachines();
      const asked = 'SELECT count(*)::int AS n FROM sluice.answers WHERE answer IS NOT NULL';
      await send(async () => {
        await until('one was told', async () => (await database.admin.query(asked)).rows[0].n > 0);
        await database.admin.query(
          `UPDATE sluice.answers SET asker = gen_random_uuid(), sends = true, answer = NULL,
           asked_at = sluice.now_(), held_until = sluice.now_() + interval '5 s'`,
        );
      });
    });
  },
);

/** The database's time goes as the machines' does: it is set with each question that depends on it. */
function createTime({ admin }: TeamDatabase, now: () => number): (team: Team) => Team {
  let turn: Promise<unknown> = Promise.resolve();
  const set = () => {
    turn = turn.then(() =>
      admin.query('UPDATE sluice.test_turn SET at = greatest(at, to_timestamp($1))', [now() / 1000]),
    );
    return turn;
  };
  return (team) => ({
    ...team,
    exchange: (...question) => set().then(() => team.exchange(...question)),
    recall: (...question) => set().then(() => team.recall(...question)),
    tell: (...question) => set().then(() => team.tell(...question)),
  });
}

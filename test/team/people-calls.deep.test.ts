import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Core } from '#core/create-core.ts';
import { scopeOf } from '#core/team/scope.ts';
import { addUploads, createEngine, states, until } from '../support/engine-fixture.ts';
import { agentUser, type Cluster, createCluster, hasPostgres, type TeamDatabase } from './support/cluster.ts';
import { connectAgent, intent } from './support/connect-agent.ts';

const alone = { setting: null, trouble: null, team: null };

describe.runIf(hasPostgres)(
  'a team by the calls of pages and commands (needs the package postgresql)',
  () => {
    let cluster: Cluster;
    beforeAll(async () => {
      cluster = await createCluster();
    });
    afterAll(() => cluster.remove());

    const addressOf = ({ name }: TeamDatabase, { port = cluster.port, user = agentUser } = {}) =>
      `postgres://${user}@127.0.0.1:${port}/${name}`;
    const shown = (core: Core) => core.calls['team.show']({});
    const own = async (core: Core) => {
      const { team } = await shown(core);
      return team?.machines.find(({ agent }) => agent === team.self);
    };
    const healthOf = async (core: Core) => (await core.calls['agent.status']({})).health;

    test('a machine joins, is seen, is paused by another, goes on, and leaves', async () => {
      const team = await cluster.createTeam();
      const engine = await createEngine({ speed: 4 });
      const core = await engine.start();
      const { calls } = core;
      expect(await shown(core)).toEqual(alone);
      expect(await calls['team.test']({ address: addressOf(team) })).toMatchObject({ ok: true });
      await calls['team.join']({ address: addressOf(team), machine: 'ANNA' });
      await until('it is a member', async () => (await own(core)) !== undefined);
      await until('it has told what it has', async () => (await shown(core)).trouble === null);
      expect(await shown(core)).toMatchObject({
        setting: { address: addressOf(team), machine: 'ANNA', passwordKept: false },
        trouble: null,
        team: {
          permitted: 500,
          places: 10,
          paused: null,
          machines: [{ name: 'ANNA', alive: true, queue: 0 }],
        },
      });

      const server = connectAgent(team.agent, 'FILESRV1');
      await server.pause((await own(core))?.agent, true);
      await until('it heard of it', async () => (await healthOf(core)).state === 'paused');
      expect((await healthOf(core)).findings).toMatchObject([
        { about: 'team', level: 'note', said: { code: 'team.pausedOne', values: { by: 'FILESRV1' } } },
      ]);
      await addUploads(core, [engine.file('a.txt')]);
      await until('its queue is told', async () => (await own(core))?.queue === 1);
      expect(await own(core)).toMatchObject({ paused: { by: 'FILESRV1', ofAll: false } });
      expect(engine.requests({ method: 'POST' })).toEqual([]);

      await calls['team.pause']({ whom: (await own(core))?.agent ?? null, paused: false });
      await core.whenIdle();
      expect(await states(core)).toEqual(['completed']);
      expect((await healthOf(core)).findings).toEqual([]);
      await calls['team.pause']({ whom: null, paused: true });
      expect(await shown(core)).toMatchObject({ team: { paused: { by: 'ANNA', ofAll: true } } });
      await until('health says so', async () => (await healthOf(core)).state === 'paused');
      await calls['team.pause']({ whom: null, paused: false });
      await expect(calls['team.pause']({ whom: crypto.randomUUID(), paused: true })).rejects.toMatchObject({
        code: 'NOT_HERE',
      });

      await calls['team.leave']({});
      expect(await shown(core)).toEqual(alone);
      expect(await server.status()).toMatchObject({ agents: [{ name: 'FILESRV1' }] });
      await addUploads(core, [engine.file('b.txt')]);
      await core.whenIdle();
      expect(await states(core)).toEqual(['completed', 'completed']);
    });

    test('a file that only a machine has which is gone is named with it, to who sends with the same key', async () => {
      const team = await cluster.createTeam();
      const engine = await createEngine({
        speed: 4,
        profile: { team: { address: addressOf(team), machine: 'ANNA' } },
      });
      const scope = await scopeOf(engine.sandbox.baseUrl, engine.sandbox.apiKey);
      const gone = connectAgent(team.agent, 'GONE', { scope });
      await gone.claim({ ...intent('a', 1_234), scope, fileName: 'orrin-q3.pdf' });
      const stranger = connectAgent(team.agent, 'STRANGER');
      await stranger.claim({ ...intent('b'), fileName: 'of another key.pdf' });
      await Promise.all([gone.close(), stranger.close()]);
      await team.turn(600_000);
      const core = await engine.start();
      await until('it is told', async () => (await shown(core)).team?.stranded.total === 1);
      expect((await shown(core)).team?.stranded).toMatchObject({
        bytes: 1_234,
        files: [{ fileName: 'orrin-q3.pdf', by: { name: 'GONE' } }],
      });
      expect(JSON.stringify(await shown(core))).not.toContain('of another key');
    });

    test('a paused team lets what is being sent go, and sends it once afterwards', async () => {
      const team = await cluster.createTeam();
      const engine = await createEngine({
        speed: 4,
        profile: { team: { address: addressOf(team), machine: 'ANNA' } },
      });
      const core = await engine.start();
      await until('it is a member', async () => (await own(core)) !== undefined);
      const release = engine.holdService();
      await addUploads(core, [engine.file('a.txt'), engine.file('b.txt')]);
      await until('they are under way', async () => (await core.calls['agent.status']({})).active.length > 0);
      await core.calls['team.pause']({ whom: null, paused: true });
      await until('nothing is sent', async () => (await core.calls['agent.status']({})).active.length === 0);
      release();
      await core.calls['team.pause']({ whom: null, paused: false });
      await core.whenIdle();
      engine.expectExactlyOnce(
        ['a.txt', 'b.txt'].map((name) => `This is ${name}, which says something of its own.`),
      );
    });

    test('a password goes into the key store for its database alone, and is forgotten with the team', async () => {
      const team = await cluster.createTeam();
      await cluster.watcher.query("CREATE ROLE dora LOGIN PASSWORD 'open sesame' IN ROLE sluice_agent");
      await team.admin.query(`GRANT CONNECT ON DATABASE ${team.name} TO dora`);
      await cluster.demandPassword('dora');
      const address = addressOf(team, { user: 'dora' });
      const engine = await createEngine({ speed: 4 });
      const core = await engine.start();
      const { calls } = core;
      expect(await calls['team.test']({ address })).toMatchObject({
        ok: false,
        checks: [{ ok: false, said: { code: 'team.login' } }],
      });
      expect(await calls['team.test']({ address, password: 'open sesame' })).toMatchObject({ ok: true });
      await calls['team.join']({ address, machine: null, password: 'open sesame' });
      await until('it is a member', async () => (await own(core)) !== undefined);
      expect(await shown(core)).toMatchObject({ setting: { passwordKept: true } });
      expect(JSON.stringify([await shown(core), await calls['settings.get']({})])).not.toContain('sesame');
      const { secrets } = engine.dependencies;
      const keptFor = (place: string) => secrets.getKey('team:test', place);
      expect(await keptFor(`127.0.0.1:${cluster.port}/${team.name}`)).toBe('open sesame');
      expect(await keptFor(`127.0.0.1:${cluster.port}/other`)).not.toBe('open sesame');
      await calls['team.leave']({});
      expect(await keptFor(`127.0.0.1:${cluster.port}/${team.name}`)).not.toBe('open sesame');
      await expect(
        calls['team.join']({ address: 'postgres://anna:secret@127.0.0.1/x', machine: null }),
      ).rejects.toMatchObject({ code: 'USAGE' });
    });

    test('certificates that cannot be read refuse to join, and change nothing', async () => {
      const team = await cluster.createTeam();
      const engine = await createEngine({ speed: 4 });
      const core = await engine.start();
      const join = (certificates: string) =>
        core.calls['team.join']({ address: addressOf(team), machine: 'ANNA', certificates });
      await expect(join(engine.file('none.pem').replace('none', 'other'))).rejects.toMatchObject({
        code: 'FILE_UNREADABLE',
      });
      await expect(join('own.pem')).rejects.toMatchObject({ code: 'USAGE' });
      expect(await shown(core)).toEqual(alone);
      const path = engine.file('own.pem');
      await join(path);
      expect(engine.settings.get().profiles).toMatchObject([{ team: { certificates: path } }]);
      // Left out it stays.
      await core.calls['team.join']({ address: addressOf(team), machine: 'BEN' });
      expect(engine.settings.get().profiles).toMatchObject([
        { team: { machine: 'BEN', certificates: path } },
      ]);
    });

    test('a member that is cut off from its team says so, and since when', async () => {
      const team = await cluster.createTeam();
      const proxy = await cluster.createProxy();
      const engine = await createEngine({
        speed: 4,
        profile: { team: { address: addressOf(team, { port: proxy.port }), machine: 'ANNA' } },
      });
      const core = await engine.start();
      await until('it is a member', async () => (await own(core)) !== undefined);
      proxy.cut();
      expect(await shown(core)).toMatchObject({
        trouble: { why: 'network', since: expect.any(Number) },
        team: null,
      });
    });

    test('beside the agent the team is seen, and only the agent pauses it; why it is away is said', async () => {
      const team = await cluster.createTeam();
      const proxy = await cluster.createProxy();
      const engine = await createEngine({
        speed: 4,
        profile: { team: { address: addressOf(team, { port: proxy.port }), machine: 'ANNA' } },
      });
      const beside = await engine.start('none');
      expect(await shown(beside)).toMatchObject({ trouble: null, team: { self: null, machines: [] } });
      await expect(beside.calls['team.pause']({ whom: null, paused: true })).rejects.toMatchObject({
        code: 'USAGE',
      });
      proxy.cut();
      expect(await shown(beside)).toMatchObject({ trouble: { why: 'network' }, team: null });
    });
  },
);

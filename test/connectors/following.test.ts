import { expect, test } from 'vitest';
import { until } from '../support/engine-fixture.ts';
import { createConnectors, listen, makeLibrary } from './support.ts';

const broker = (password: string) =>
  ({ type: 'investment_research', label: 'Broker', broker: { userId: 'ann', password } }) as const;

test.concurrent('a sync that fails says why', async () => {
  const engine = await createConnectors();
  const core = await engine.start();
  const { ended } = listen(core);
  const { connector_id: connectorId } = await core.calls['connectors.create'](broker('wrong'));
  await core.calls['connectors.sync']({ connectorId, dateLimit: '2026-01-05' });
  await until('the sync', () => ended(connectorId).length > 0);
  expect(ended(connectorId)).toMatchObject([
    { kind: 'sync', how: 'done', status: 'failed', error: expect.stringContaining('refused') },
  ]);
});

test.concurrent('two syncs of one connector end once, and two connectors each by themselves', async () => {
  const engine = await createConnectors();
  const core = await engine.start();
  const { ended } = listen(core);
  const [one, two] = [await makeLibrary(engine, 'One'), await makeLibrary(engine, 'Two')];
  // Or the first sync of a connector might end before the second is asked for.
  const goOn = engine.holdService();
  await Promise.all([one, one, two].map((connectorId) => core.calls['connectors.sync']({ connectorId })));
  goOn();
  await until('both syncs', () => ended(one).length > 0 && ended(two).length > 0);
  const looks = () => engine.requests({ method: 'GET', path: 'connectors/' }).length;
  const before = looks();
  await core.calls['connectors.sync']({ connectorId: two });
  await until('the third sync', () => ended(two).length > 1);
  expect([ended(one).length, ended(two).length]).toEqual([1, 2]);
  expect(ended(two).map(({ label }) => label)).toEqual(['Two', 'Two']);
  // Two minutes of the sandbox at 2 s would be sixty.
  expect(looks() - before).toBeLessThan(10);
});

test.concurrent('what was followed is followed again after a restart', async () => {
  const engine = await createConnectors();
  const first = await engine.start();
  const [syncing, removing] = [await makeLibrary(engine, 'One'), await makeLibrary(engine, 'Two')];
  const goOn = engine.holdService();
  await first.calls['connectors.sync']({ connectorId: syncing });
  await first.calls['connectors.delete']({ connectorId: removing });
  await first.stop();
  const second = engine.createCore();
  const { ended } = listen(second);
  await second.start('uploads');
  const activities = (await second.calls['connectors.list']({})).map(({ activity }) => activity?.kind);
  expect(activities).toContain('sync');
  goOn();
  await until('both ends', () => ended(syncing).length > 0 && ended(removing).length > 0);
  expect(ended(syncing)).toMatchObject([{ kind: 'sync', how: 'done', status: 'success' }]);
  expect(ended(removing)).toMatchObject([{ kind: 'removal', how: 'done', label: 'Two' }]);
});

test.concurrent('what the command line starts is followed by the agent beside it', async () => {
  const engine = await createConnectors();
  const agent = await engine.start();
  const { ended } = listen(agent);
  const connectorId = await makeLibrary(engine);
  const command = await engine.start('none');
  await command.calls['connectors.sync']({ connectorId });
  await command.stop();
  await until('the sync', () => ended(connectorId).length > 0);
  expect(ended(connectorId)).toMatchObject([{ kind: 'sync', how: 'done', status: 'success' }]);
});

test.concurrent('a row being removed stays where the service lists it no more, and goes when it is gone', async () => {
  const engine = await createConnectors({}, ({ method, path }) =>
    method === 'GET' && path === '/contents/v1/connectors'
      ? { status: 200, json: { results: [] } }
      : undefined,
  );
  const core = await engine.start();
  const { ended } = listen(core);
  const connectorId = await makeLibrary(engine, 'Old library');
  await core.calls['connectors.delete']({ connectorId });
  expect(await core.calls['connectors.list']({})).toMatchObject([
    { connector_id: connectorId, label: 'Old library', activity: { kind: 'removal' } },
  ]);
  await until('the removal', () => ended(connectorId).length > 0);
  expect(await core.calls['connectors.list']({})).toEqual([]);
});

test.concurrent('a status that says it still runs is no end, and one nobody knows is told as it stands', async () => {
  const statuses = ['running', 'running', 'partially_synced'];
  let asked: string | undefined;
  const engine = await createConnectors({}, ({ method, path }) => {
    if (method !== 'GET' || asked === undefined || !path.endsWith(asked)) return undefined;
    const status = statuses.length > 1 ? statuses.shift() : statuses[0];
    return {
      status: 200,
      json: { connector_id: asked, type: 'dropbox', label: 'Box', last_sync_status: status },
    };
  });
  const core = await engine.start();
  const { ended } = listen(core);
  const connectorId = await makeLibrary(engine);
  await core.calls['connectors.sync']({ connectorId });
  asked = connectorId;
  await until('the sync', () => ended(connectorId).length > 0);
  expect(ended(connectorId)).toMatchObject([{ how: 'done', status: 'partially_synced', label: 'Box' }]);
  expect(statuses).toEqual(['partially_synced']);
});

test.concurrent('without an agent a sync that says no end counts as under way for hours, not for ever', async () => {
  const engine = await createConnectors({}, ({ method, path }) =>
    method === 'GET' && path !== '/contents/v1/connectors'
      ? { status: 200, json: { connector_id: path.split('/').at(-1), type: 'document_library', label: 'L' } }
      : undefined,
  );
  const core = await engine.start('none');
  const connectorId = await makeLibrary(engine);
  await core.calls['connectors.sync']({ connectorId });
  const activity = async () => (await core.calls['connectors.show']({ connectorId })).activity?.kind;
  expect(await activity()).toBe('sync');
  engine.ledger((database) =>
    database
      .statement(`UPDATE facts SET value = json_set(value, ?, 0) WHERE key = 'connectors.followed:test'`)
      .run(`$."${connectorId}".since`),
  );
  expect(await activity()).toBeUndefined();
});

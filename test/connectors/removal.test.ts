import { expect, test } from 'vitest';
import { createEngine } from '../support/engine-fixture.ts';
import { refreshed, rowsOf } from '../core/documents-support.ts';
import { until } from '../support/until.ts';
import { listen, makeLibrary } from './support.ts';

/** A library that has collected, with what it brought as Sluice knows it. */
async function collected() {
  const engine = await createEngine();
  const core = await engine.start();
  const { ended } = listen(core);
  const connectorId = await makeLibrary(engine);
  await core.calls['connectors.sync']({ connectorId });
  await until('the sync', () => ended(connectorId).length === 1);
  await until('its documents are in the list', async () => {
    await refreshed(core, true);
    return (await rowsOf(core, { connectorId })).length > 0;
  });
  return { engine, core, connectorId, ended };
}

type Collected = Pick<Awaited<ReturnType<typeof collected>>, 'core' | 'connectorId'>;

test.concurrent.each([
  ['by the call', ({ core, connectorId }: Collected) => core.calls['connectors.delete']({ connectorId })],
  [
    'by the operation',
    ({ core, connectorId }: Collected) =>
      core.calls['operations.call']({
        name: 'connectors.delete',
        // As the command line gives it.
        params: { connector_id: connectorId, force_delete: 'true' },
      }),
  ],
])(
  'T1: the documents of a connector that goes with its data %s are being removed at once, and gone with it',
  async (_how, remove) => {
    const { engine, core, connectorId, ended } = await collected();
    const goOn = engine.holdService();
    await remove({ core, connectorId });
    const rows = await rowsOf(core, { connectorId });
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['removing']));
    // The list is behind, and one that was read once more must not bring them back.
    await refreshed(core, true);
    expect(new Set((await rowsOf(core, { connectorId })).map(({ status }) => status))).toEqual(
      new Set(['removing']),
    );
    goOn();
    await until('the removal', () => ended(connectorId).length === 2);
    expect(await rowsOf(core)).toEqual([]);
    await refreshed(core, true);
    expect(await rowsOf(core)).toEqual([]);
    expect(engine.live()).toEqual([]);
  },
);

test.concurrent('T1: a deletion that the service refuses takes nothing from the list', async () => {
  const { engine, core, connectorId } = await collected();
  engine.sandbox.faults.replace([{ match: { method: 'DELETE' }, kind: 'status', status: 403 }]);
  await expect(core.calls['connectors.delete']({ connectorId })).rejects.toMatchObject({
    code: 'NOT_PERMITTED',
  });
  expect((await rowsOf(core, { connectorId })).some(({ status }) => status === 'removing')).toBe(false);
});

import { describe, expect, test } from 'vitest';
import { connectorKind } from '#shared/connectors/connector-kind.ts';
import type { Core } from '#core/create-core.ts';
import { until } from '../support/engine-fixture.ts';
import { createConnectors, listen, makeLibrary } from './support.ts';

const find = async (core: Core, id: string) =>
  (await core.calls['connectors.list']({})).find((one) => one.connector_id === id);

/** The first sync that a new connector makes by itself is over. */
const settled = (core: Core, connectorId: string) =>
  until(
    'the first sync',
    async () => typeof (await core.calls['connectors.show']({ connectorId })).last_sync_at === 'string',
  );

/** Archive twice, delete everything, and see the row stay until it is gone. */
async function archiveAndDelete(core: Core, connectorId: string): Promise<void> {
  const { ended } = listen(core);
  const archive = () => core.calls['connectors.archive']({ connectorId });
  expect(await archive()).toMatchObject({ connector_id: connectorId, archived: true });
  expect(await archive()).toMatchObject({ connector_id: connectorId, archived: true });
  expect(await core.calls['connectors.list']({ archived: false })).toEqual([]);
  expect(await core.calls['connectors.list']({ archived: true })).toHaveLength(1);

  expect(await core.calls['connectors.delete']({ connectorId })).toEqual({ accepted: true });
  expect(await find(core, connectorId)).toMatchObject({ activity: { kind: 'removal' } });
  await until('the removal', () => ended(connectorId).length > 0);
  expect(ended(connectorId)).toMatchObject([{ kind: 'removal', how: 'done' }]);
  expect(await find(core, connectorId)).toBeUndefined();
}

describe.each(['spec', 'field'] as const)('%s', (profile) => {
  test.concurrent('email: made, edited, has no sync, archived, deleted', async () => {
    const engine = await createConnectors({ sandbox: { profile } });
    const core = await engine.start();
    const made = await core.calls['connectors.create']({
      type: 'email',
      label: 'Research inbox',
      description: 'Notes from brokers',
      enrichments: ['translation'],
      allowedEmails: ['ann@example.com', 'ben@example.com', 'ann@example.com'],
    });
    expect(engine.proxy.bodies('POST')).toEqual([
      {
        type: 'email',
        label: 'Research inbox',
        description: 'Notes from brokers',
        share_with_org: false,
        enrichments: ['translation'],
        config: { allowed_emails: ['ann@example.com', 'ben@example.com'] },
      },
    ]);
    expect(made.config).toMatchObject({ email: expect.stringContaining('@') });
    const connectorId = made.connector_id;
    expect(await find(core, connectorId)).toMatchObject({ share_with_org: false, archived: false });

    await core.calls['connectors.update']({ connectorId, label: 'Inbox', allowedEmails: ['cy@example.com'] });
    expect(engine.proxy.bodies('PUT')).toEqual([
      {
        label: 'Inbox',
        description: 'Notes from brokers',
        share_with_org: false,
        enrichments: ['translation'],
        config: { allowed_emails: ['cy@example.com'] },
      },
    ]);
    await expect(core.calls['connectors.sync']({ connectorId })).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining('have no sync'),
    });
    await archiveAndDelete(core, connectorId);
  });

  test.concurrent('investment research: made, edited without config, synced from a day on, archived, deleted', async () => {
    const engine = await createConnectors({ sandbox: { profile } });
    const core = await engine.start();
    const { connector_id: connectorId } = await core.calls['connectors.create']({
      type: 'investment_research',
      label: 'Broker',
      share: true,
      broker: { userId: 'ann', password: 'right' },
    });
    await core.calls['connectors.update']({ connectorId, description: 'Weekly notes' });
    expect(engine.proxy.bodies('PUT')).toEqual([
      { label: 'Broker', description: 'Weekly notes', share_with_org: true, enrichments: [] },
    ]);
    await settled(core, connectorId);

    const { ended } = listen(core);
    const dateLimit = '2026-01-05';
    await core.calls['connectors.sync']({ connectorId, dateLimit });
    expect(engine.proxy.bodies('POST').at(-1)).toEqual({ date_limit: dateLimit });
    expect(await find(core, connectorId)).toMatchObject({ activity: { kind: 'sync' } });
    await until('the sync', () => ended(connectorId).length > 0);
    expect(ended(connectorId)).toMatchObject([
      {
        kind: 'sync',
        how: 'done',
        label: 'Broker',
        status: 'success',
        error: null,
        count: expect.any(Number),
      },
    ]);
    expect(await find(core, connectorId)).not.toHaveProperty('activity');
    await archiveAndDelete(core, connectorId);
  });

  test.concurrent('a document library: not made here, but shown, edited, synced with {}, archived, deleted', async () => {
    const engine = await createConnectors({ sandbox: { profile } });
    const core = await engine.start();
    await expect(
      core.calls['connectors.create']({ type: 'document_library', label: 'Library' }),
    ).rejects.toMatchObject({ code: 'USAGE', message: expect.stringContaining('console of the service') });
    expect(engine.proxy.seen).toEqual([]);
    const connectorId = await makeLibrary(engine);
    const shown = await find(core, connectorId);
    expect(shown?.type).toBe(profile === 'spec' ? 'document_library' : 'sharepoint');
    expect(connectorKind(shown?.type)).toBe('document_library');
    await core.calls['connectors.update']({ connectorId, share: true });
    expect(engine.proxy.bodies('PUT')).toEqual([
      { label: 'Library', description: '', share_with_org: true, enrichments: [] },
    ]);
    await settled(core, connectorId);

    const { ended } = listen(core);
    await expect(
      core.calls['connectors.sync']({ connectorId, dateLimit: '2026-01-05' }),
    ).rejects.toMatchObject({ code: 'USAGE' });
    await core.calls['connectors.sync']({ connectorId });
    expect(engine.proxy.bodies('POST')).toEqual([{}]);
    await until('the sync', () => ended(connectorId).length > 0);
    expect(ended(connectorId)).toMatchObject([{ kind: 'sync', how: 'done', status: 'success', count: 0 }]);
    await archiveAndDelete(core, connectorId);
  });
});

import { expect, test } from 'vitest';
import type { SeenConnector } from '#shared/bridge/connectors.ts';
import { createConnectors, makeLibrary } from './support.ts';

const seen = (changes: Partial<SeenConnector>): SeenConnector => ({
  label: 'Library',
  description: '',
  share: false,
  enrichments: [],
  allowedEmails: [],
  archived: false,
  ...changes,
});

test.concurrent('what somebody else changed meanwhile is not overwritten unasked', async () => {
  const engine = await createConnectors();
  const core = await engine.start('none');
  const connectorId = await makeLibrary(engine);
  const opened = await core.calls['connectors.show']({ connectorId });
  const before = seen({ updatedAt: opened.updated_at, lastSyncAt: opened.last_sync_at });
  await core.calls['connectors.update']({ connectorId, description: 'from a colleague' });
  await expect(
    core.calls['connectors.update']({ connectorId, label: 'Mine', seen: before }),
  ).rejects.toMatchObject({ code: 'CONFLICT' });
  const now = await core.calls['connectors.show']({ connectorId });
  expect(now).toMatchObject({ label: 'Library', description: 'from a colleague' });
  await core.calls['connectors.update']({
    connectorId,
    label: 'Mine',
    seen: seen({ description: 'from a colleague', updatedAt: now.updated_at, lastSyncAt: now.last_sync_at }),
  });
  expect(await core.calls['connectors.show']({ connectorId })).toMatchObject({
    label: 'Mine',
    description: 'from a colleague',
  });
});

test.concurrent('a sync that ended meanwhile is no change by somebody else', async () => {
  const engine = await createConnectors({}, ({ method }) =>
    method === 'GET'
      ? {
          status: 200,
          json: {
            connector_id: 'c1',
            type: 'document_library',
            label: 'Library',
            updated_at: '2026-02-02T00:00:00Z',
            last_sync_at: '2026-02-02T00:00:00Z',
          },
        }
      : { status: 200, json: { connector_id: 'c1', label: 'Mine' } },
  );
  const core = await engine.start('none');
  const before = seen({ updatedAt: '2026-02-01T00:00:00Z', lastSyncAt: null });
  expect(
    await core.calls['connectors.update']({ connectorId: 'c1', label: 'Mine', seen: before }),
  ).toMatchObject({ label: 'Mine' });
});

test.concurrent('an email connector whose senders the service leaves out keeps them', async () => {
  const { proxy, ...engine } = await createConnectors({}, ({ method }) =>
    method === 'GET'
      ? { status: 200, json: { connector_id: 'c1', type: 'email', label: 'Mail' } }
      : undefined,
  );
  const core = await engine.start('none');
  await expect(core.calls['connectors.update']({ connectorId: 'c1', label: 'Mine' })).rejects.toMatchObject({
    code: 'USAGE',
  });
  expect(proxy.bodies('PUT')).toEqual([]);
});

test.concurrent('a service that knows no enrichments in a PUT gets it without them', async () => {
  const engine = await createConnectors({}, ({ method, body }) =>
    method === 'PUT' && (body as { enrichments?: unknown }).enrichments !== undefined
      ? {
          status: 422,
          json: {
            detail: [
              {
                loc: ['body', 'enrichments'],
                msg: 'Extra inputs are not permitted',
                type: 'extra_forbidden',
              },
            ],
          },
        }
      : undefined,
  );
  const core = await engine.start('none');
  const connectorId = await makeLibrary(engine);
  expect(await core.calls['connectors.update']({ connectorId, label: 'New' })).toMatchObject({
    label: 'New',
  });
  expect(engine.proxy.bodies('PUT')).toEqual([
    { label: 'New', description: '', share_with_org: false, enrichments: [] },
    { label: 'New', description: '', share_with_org: false },
  ]);
});

test.concurrent('other refusals of an update are told, and not tried again', async () => {
  const engine = await createConnectors({}, ({ method }) =>
    method === 'PUT'
      ? { status: 422, json: { detail: [{ loc: ['body', 'label'], msg: 'too long', type: 'value_error' }] } }
      : undefined,
  );
  const core = await engine.start('none');
  const connectorId = await makeLibrary(engine);
  await expect(core.calls['connectors.update']({ connectorId, label: 'New' })).rejects.toMatchObject({
    code: 'REFUSED_AS_INVALID',
    detail: expect.stringContaining('too long'),
  });
  expect(engine.proxy.bodies('PUT')).toHaveLength(1);
});

test.concurrent.each([
  { status: 404, json: {} },
  { status: 403, json: { message: 'Missing Authentication Token' } },
])('without a list ($status) it says so, and shows what was made or opened here', async (noList) => {
  const engine = await createConnectors({}, ({ method, path }) =>
    method === 'GET' && path === '/contents/v1/connectors' ? noList : undefined,
  );
  const core = await engine.start('none');
  await expect(core.calls['connectors.list']({})).rejects.toMatchObject({ code: 'NO_SUCH_OPERATION' });
  expect(await core.calls['connectors.known']({})).toEqual([]);
  const { connector_id: made } = await core.calls['connectors.create']({
    type: 'email',
    label: 'Inbox',
    allowedEmails: ['ann@example.com'],
  });
  const opened = await makeLibrary(engine);
  await core.calls['connectors.show']({ connectorId: opened });
  expect(await core.calls['connectors.known']({})).toMatchObject([{ label: 'Inbox' }, { label: 'Library' }]);
  await expect(core.calls['connectors.show']({ connectorId: 'not-there' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  expect((await core.calls['connectors.known']({})).map((one) => one.connector_id)).toEqual([made, opened]);
});

test.concurrent('who may send is checked before anything is asked', async () => {
  const engine = await createConnectors();
  const core = await engine.start('none');
  const create = (allowedEmails?: string[]) =>
    core.calls['connectors.create']({
      type: 'email',
      label: 'Inbox',
      ...(allowedEmails ? { allowedEmails } : {}),
    });
  for (const senders of [undefined, [], ['nobody'], ['ann@example.com', 'ben@']])
    await expect(create(senders)).rejects.toMatchObject({ code: 'USAGE' });
  expect(engine.proxy.seen).toEqual([]);
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type ConnectorId, connectorIdSchema } from '#shared/ids/ids.ts';
import { openDatabase } from '../ledger/database.ts';
import { createSqliteLedger } from '../ledger/sqlite-ledger.ts';
import type { Follow } from './follow.ts';
import { createFollowStore } from './follow-store.ts';
import { createKnownConnectors } from './known-connectors.ts';

/** Two ledgers of one file, as an agent and a command beside it have them. */
function openTwice() {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-two-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return [1, 2].map(() => {
    const ledger = createSqliteLedger(openDatabase(join(directory, 'ledger.sqlite')), Date.now);
    onTestFinished(() => ledger.close());
    return ledger;
  });
}

const ids = ['a', 'b', 'c', 'd'].map((id) => connectorIdSchema.parse(id));
const followOf = (connectorId: ConnectorId): Follow => ({
  kind: 'sync',
  connectorId,
  label: '',
  type: '',
  since: 0,
});

test('two processes that ask for syncs at once both follow theirs', async () => {
  const stores = openTwice().map(createFollowStore);
  await Promise.all(ids.map((id, index) => stores[index % 2]?.put('p', followOf(id))));
  expect(Object.keys(stores[0]?.read('p') ?? {}).sort()).toEqual(ids);
  await Promise.all(ids.slice(1).map((id, index) => stores[index % 2]?.remove('p', id)));
  expect(Object.keys(stores[1]?.read('p') ?? {})).toEqual(['a']);
});

test('two processes that make connectors at once both remember theirs', async () => {
  const known = openTwice().map(createKnownConnectors);
  await Promise.all(ids.map((id, index) => known[index % 2]?.add('p', id)));
  expect([...(known[0]?.read('p') ?? [])].sort()).toEqual(ids);
  await Promise.all(ids.slice(1).map((id, index) => known[index % 2]?.remove('p', id)));
  expect(known[1]?.read('p')).toEqual(['a']);
});

import { expect, test } from 'vitest';
import { connectorKind } from './connector-kind.ts';
import { syncOutcome } from './sync-outcome.ts';

test.each([
  ['email', 'email'],
  ['document_library', 'document_library'],
  ['sharepoint', 'document_library'],
  ['SharePoint', 'document_library'],
  ['investment-research', 'investment_research'],
  ['ftp', 'other'],
  ['constructor', 'other'],
  [undefined, 'other'],
] as const)('type %s is %s', (type, kind) => {
  expect(connectorKind(type)).toBe(kind);
});

test.each([
  [{}, 'never'],
  [{ last_sync_at: null, last_sync_status: null }, 'never'],
  [{ last_sync_at: '2026-01-01T00:00:00Z' }, 'unknown'],
  [{ last_sync_status: 'success', last_sync_error_msg: null }, 'success'],
  [{ last_sync_status: 'COMPLETED' }, 'success'],
  [{ last_sync_status: 'failed' }, 'failed'],
  [{ last_sync_status: 'success', last_sync_error_msg: 'half of it' }, 'failed'],
  [{ last_sync_status: 'in_progress', last_sync_error_msg: 'from before' }, 'running'],
  [{ last_sync_status: 'partially_synced' }, 'unknown'],
] as const)('%j is %s', (fields, outcome) => {
  expect(syncOutcome(fields)).toBe(outcome);
});

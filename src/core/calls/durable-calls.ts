import type { CallName } from '#shared/bridge/contract.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import { ledgerTrouble } from '../ledger/ledger-trouble.ts';

/**
 * Calls by which a person says something that stands in the ledger alone. What Sluice writes down by itself
 * is found again by looking when a power cut took it (docs/adr/0002); what somebody asked for, and was told
 * is so, is not.
 */
const asked: ReadonlySet<CallName> = new Set<CallName>([
  'agent.pause',
  'agent.resume',
  'folders.choose',
  'folders.uploadNow',
  'folders.decideDeletes',
  'uploads.add',
  'uploads.retry',
  'uploads.cancel',
  'uploads.pause',
  'uploads.resume',
  'uploads.moveToTop',
  'uploads.resolve',
  'documents.delete',
  'documents.change',
  'documents.cancelJob',
  'documents.repeatJob',
  'documents.dismissJob',
  'ledger.rebuild',
  'ledger.startFresh',
  'ledger.settleService',
  'operations.forget',
  'notes.add',
  'notes.edit',
  'notes.remove',
  'notes.import',
]);

/**
 * Puts on disk what a call wrote down for a person, before it is answered; one sync for all who ask at the
 * same time.
 *
 * @throws AppError `LEDGER_FAILED` when the disk refuses: it may be done, and nobody can promise it
 */
export async function makeDurable(name: CallName, ledger: Ledger): Promise<void> {
  if (!asked.has(name)) return;
  try {
    await ledger.durable();
  } catch (cause) {
    throw new AppError(ledgerTrouble(cause) ?? 'LEDGER_FAILED', { cause, retryable: true });
  }
}

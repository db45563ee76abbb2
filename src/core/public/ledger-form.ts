/** A file of its own: few commands ask, and the ledger need not be opened for it. */
export { isOlderLedger } from '#core/ledger/copy-ledger.ts';

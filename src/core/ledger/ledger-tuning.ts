import type { SyncFile } from './durable.ts';

/**
 * What tests put between the ledger and its disk, to see what holds when it fails, stands still or loses
 * power.
 */
export interface LedgerTuning {
  /** Before each statement; see `openDatabase`. */
  readonly onStatement?: (sql: string) => void;
  /**
   * In place of the fsync of SQLite's log. What the log held when this is called is what a power cut after it
   * must leave; a copy of `ledger.sqlite` and its log taken here is therefore what such a machine finds, as
   * long as nothing was checkpointed since.
   */
  readonly syncFile?: SyncFile;
}

import type { DatabaseSync } from 'node:sqlite';
import { auditLedger } from '#core/ledger/audit.ts';
import { attemptsBeforeAttention } from '#core/upload/failure.ts';
import { readLedger } from './read-ledger.ts';

export interface LedgerLook {
  /** Uploads by state, `completed` and `duplicate` too. */
  readonly states: Readonly<Record<string, number>>;
  /** Uploads that will not go on by themselves: `state code detail path`. */
  readonly stuck: readonly string[];
  /** Uploads whose requests failed so often that a person is asked to press "Try again", by id. */
  readonly usedUp: readonly number[];
  readonly openSlots: number;
  /** Abandoned slots the service gave no way to find. */
  readonly unreachableSlots: number;
  /** Invariants that the agent audits, with the rows that break them. */
  readonly broken: readonly string[];
  /** What SQLite says of the file: `ok`. */
  readonly integrity: string;
}

const nothing: LedgerLook = {
  states: {},
  stuck: [],
  usedUp: [],
  openSlots: 0,
  unreachableSlots: 0,
  broken: [],
  integrity: 'ok',
};

export function lookAtLedger(dataDirectory: string): LedgerLook {
  return readLedger(dataDirectory, look) ?? nothing;
}

function look(ledger: DatabaseSync): LedgerLook {
  const states = ledger.prepare('SELECT state, count(*) AS n FROM uploads GROUP BY state').all();
  const stuck = ledger
    .prepare(
      `SELECT id, state, code, detail, attempts, path FROM uploads
         WHERE state NOT IN ('completed', 'duplicate', 'cancelled') OR after_state IS NOT NULL
         OR code IN ('AFTER_UPLOAD_FAILED', 'OLD_VERSION_KEPT')`,
    )
    .all();
  const usedUp = ledger
    .prepare(`SELECT id FROM uploads WHERE state = 'attention' AND max(attempts, failed_looks) >= ?`)
    .all(attemptsBeforeAttention);
  const slots = (where: string) =>
    (ledger.prepare(`SELECT count(*) AS n FROM abandoned_slots WHERE ${where}`).get() as { n: number }).n;
  return {
    states: Object.fromEntries(states.map((row) => [String(row.state), Number(row.n)])),
    stuck: stuck.map((row) => Object.values(row).join(' ')),
    usedUp: usedUp.map(({ id }) => Number(id)),
    // One that was deleted is deleted once more, and again a quarter of an hour later; that last time is
    // not waited for.
    openSlots: slots(`state = 'open' AND NOT (purpose = 'again' AND attempts > 0)`),
    broken: [...auditLedger({ statement: (sql) => ledger.prepare(sql) })]
      .filter(({ ids }) => ids.length > 0)
      .map(({ invariant, ids }) => `not “${invariant.name}”: ${ids.join(', ')}`),
    unreachableSlots: slots(`state = 'unreachable'`),
    integrity: String(
      (ledger.prepare('PRAGMA integrity_check(1)').get() as { integrity_check: string }).integrity_check,
    ),
  };
}

import { auditLedger, repairBroken } from '../ledger/audit.ts';
import type { CoreContext } from './core-context.ts';

/** The first audit is a while after the start, which has other work to do, ms. */
const firstAfterMs = 60_000;
const everyMs = 24 * 60 * 60_000;
/** Between two windows, so that uploads go on beside it, ms. */
const pauseMs = 20;

type AuditContext = Pick<
  CoreContext,
  'clock' | 'database' | 'engines' | 'logger' | 'notice' | 'notices' | 'touchHealth' | 'watch'
>;

/**
 * Audits the ledger at night, and after each start: a row that breaks an invariant is queued again and
 * reported as a finding. No known fault leads to one; those that are not known must not lose a file.
 */
export class LedgerAudit {
  readonly #context: AuditContext;
  /** Rows that were found broken, each of them reported once. */
  readonly #reported = new Set<string>();
  #found = 0;
  #cancel: (() => void) | undefined;

  constructor(context: AuditContext) {
    this.#context = context;
  }

  start(): void {
    this.#plan(firstAfterMs, this.#begin);
  }

  stop(): void {
    this.#cancel?.();
  }

  readonly #begin = () => this.#audit(auditLedger(this.#context.database));

  #plan(afterMs: number, step: () => void): void {
    this.#cancel = this.#context.clock.setTimer(afterMs, () => {
      try {
        step();
      } catch (error) {
        this.#context.logger.warn('The ledger could not be audited.', { error });
        this.#plan(everyMs, this.#begin);
      }
    });
  }

  #audit(looks: ReturnType<typeof auditLedger>): void {
    const { clock, database, logger } = this.#context;
    const { value: broken, done } = looks.next();
    if (done) {
      this.#end();
      return;
    }
    const { name: invariant, table } = broken.invariant;
    const ids = broken.ids.filter((id) => !this.#reported.has(`${invariant}: ${id}`));
    if (ids.length > 0) {
      for (const id of ids) this.#reported.add(`${invariant}: ${id}`);
      logger.error('The ledger breaks an invariant.', { invariant, table, ids });
      this.#found += repairBroken(database, broken, clock.now());
    }
    this.#plan(pauseMs, () => this.#audit(looks));
  }

  #end(): void {
    const { engines, logger, notice, notices, touchHealth, watch } = this.#context;
    if (this.#found > 0) {
      if (!notices().some(({ code }) => code === 'LEDGER_REPAIRED')) notice('LEDGER_REPAIRED', null);
      for (const engine of engines.values()) engine.wake();
      void watch()
        ?.takeAsked()
        .catch((error) => logger.warn('A file could not be taken.', { error }));
      touchHealth();
    }
    this.#found = 0;
    this.#plan(everyMs, this.#begin);
  }
}

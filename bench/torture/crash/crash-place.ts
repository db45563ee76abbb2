import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Core } from '#core/create-core.ts';
import { createFixture, type Fixture } from '../../../test/support/core-fixture.ts';
import { createPacedClocks } from '../../../test/support/paced-clock.ts';
import type { FaultRule } from '../../../src/sandbox/http/fault-rule.ts';
import { copyForSync, losePower } from '../synced-ledger.ts';

/**
 * What happens at the chosen statement of the ledger:
 * - `fails`: it fails once, as a disk does that errs, and everything goes on
 * - `dies`: the program is gone from there on: no statement runs, and no request has an effect
 * - `power`: the same, and what was not synced to the disk by then is gone as well
 */
export const crashKinds = ['fails', 'dies', 'power'] as const;
export type CrashKind = (typeof crashKinds)[number];

export interface CrashPoint {
  readonly kind: CrashKind;
  /**
   * Counted from 1, over statements that begin, write or end a transaction; `fails` also counts those that
   * read.
   */
  readonly at: number;
}

/** Seconds of core and sandbox in a real second. */
const speed = 100;
const writes = /^\s*(BEGIN|COMMIT|INSERT|UPDATE|DELETE|REPLACE|WITH)/i;

export interface CrashPlace extends Fixture {
  /** Writes a file below `files`; its absolute path. */
  file(name: string, content: string): string;
  readonly files: string;
  /**
   * What a person was told in the first life, which holds in the next: absolute paths that are added, uploads
   * that are cancelled.
   */
  readonly told: { readonly added: string[]; readonly cancelled: number[] };
  /** The first life: begins to count statements, and meets the point. */
  begin(engine: 'watch' | 'uploads'): Promise<Core>;
  /** Resolves when the program died; never when the point is one where it goes on. */
  readonly died: Promise<void>;
  reached(): boolean;
  /** The text of the statement that was met. */
  statement(): string;
  /** Ends the first life, if it has not ended itself, and leaves the disk as the next one finds it. */
  end(core: Core): Promise<void>;
}

/** A core of its own over a sandbox of its own, whose ledger meets `point`. */
export async function createCrashPlace(
  point: CrashPoint | undefined,
  faults: readonly FaultRule[],
  profile: 'spec' | 'field',
): Promise<CrashPlace> {
  const clocks = createPacedClocks(speed);
  const death = Promise.withResolvers<void>();
  let armed = false;
  let count = 0;
  let met = '';
  let isDead = false;
  const fixture: Fixture = await createFixture({
    sandbox: {
      annotate: false,
      clock: clocks.sandbox,
      enrichSeconds: [0.5, 1],
      profile,
      faults: [...faults],
    },
    clock: () => clocks.core,
    random: () => 0.1,
    tuning: {
      slotAgeMs: 0,
      ledger: {
        onStatement(sql) {
          if (isDead) throw new Error('the program is dead');
          if (!armed || point === undefined || (point.kind !== 'fails' && !writes.test(sql))) return;
          if (/^\s*ROLLBACK/i.test(sql)) return;
          count += 1;
          if (count !== point.at) return;
          met = sql;
          if (point.kind === 'fails') throw diskError();
          isDead = true;
          // What is on its way may arrive; nothing new leaves a dead program.
          fixture.sandbox.faults.replace([{ match: {}, kind: 'reset' }]);
          death.resolve();
          throw new Error('the program is dead');
        },
        async syncFile(file) {
          const copy = copyForSync(fixture.dataDirectory, synced);
          await file.datasync();
          // Nobody hears of a sync that a dead program waited for.
          if (isDead) throw new Error('the program is dead');
          copy.keep();
        },
      },
    },
  });
  const files = join(fixture.directory, 'files');
  const synced = join(fixture.directory, 'synced.sqlite');

  return {
    ...fixture,
    files,
    told: { added: [], cancelled: [] },
    died: death.promise,
    reached: () => met !== '',
    statement: () => met,
    file(name, content) {
      const path = join(files, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
      return path;
    },
    async begin(engine) {
      const core = fixture.createCore();
      await core.start(engine);
      // What a fresh data folder is, is on the disk: the first sync comes before anything leaves.
      copyForSync(fixture.dataDirectory, synced).keep();
      armed = true;
      return core;
    },
    async end(core) {
      await core.stop();
      if (point?.kind === 'power' && isDead) losePower(fixture.dataDirectory, synced);
      armed = false;
      isDead = false;
      fixture.sandbox.faults.replace([]);
    },
    async close() {
      await fixture.close();
      clocks.stop();
    },
  };
}

/** SQLITE_IOERR, as node:sqlite throws it. */
function diskError(): Error {
  return Object.assign(new Error('disk I/O error'), {
    code: 'ERR_SQLITE_ERROR',
    errcode: 10,
    errstr: 'disk I/O error',
  });
}

import type { Client } from 'pg';
import { type Clock, sleep } from '#core/ports/clock.ts';
import { isNewer, isWrite } from './statements.ts';
import type { TeamAddress } from './team-address.ts';
import { createTeamClient } from './team-client.ts';
import { TeamTrouble, troubleOf, writesNothing } from './trouble.ts';

export interface ConnectionOptions {
  readonly clock: Clock;
  readonly address: TeamAddress;
  /** From the keychain; undefined: the passfile of PostgreSQL is asked (`PGPASSFILE`, else `~/.pgpass`). */
  readonly password?: () => Promise<string | undefined>;
  /** A company's own authority, PEM, asked for with each connection. */
  readonly ca?: () => Promise<string>;
  /** Milliseconds after which a question or a connection is given up, and the connection with it. */
  readonly deadlineMs: number;
  /** 0…1, for the jitter. */
  readonly random: () => number;
  /** How long an answer took, ms. */
  readonly onAnswer?: (milliseconds: number) => void;
  /**
   * Told of every success (undefined) and failure, but not of reads while the database writes nothing.
   */
  readonly onResult: (trouble: TeamTrouble | undefined) => void;
}

/** One connection to the team's database, which comes back by itself. */
export interface Connection {
  /**
   * Asks until there is an answer or `patienceMs` are over, with the same values each time.
   *
   * @throws TeamTrouble when it got none; it may have been done all the same.
   */
  ask(text: string, values: readonly unknown[], patienceMs: number): Promise<unknown>;
  /** At once, whatever is asked for. */
  close(): Promise<void>;
}

/** First wait after a failure and the longest, ms. */
const firstWaitMs = 200;
const longestWaitMs = 15_000;
/** PostgreSQL's code for a schema that is not there. */
const missingSchema = '3F000';
/** What asking again at once may mend. */
const mayPass = new Set(['network', 'away', 'full']);

/**
 * Opens the connection when it is first needed. Questions are sent without waiting for the answers before
 * theirs, so that each waits for one round trip; one whose deadline passed takes the connection with it, and
 * the others ask again.
 */
export function createConnection(options: ConnectionOptions): Connection {
  const { clock, deadlineMs, random, onResult } = options;
  const closing = new AbortController();
  let client: Client | undefined;
  let opening: Client | undefined;
  let connecting: Promise<Client> | undefined;
  let failures = 0;
  let notBefore = Number.NEGATIVE_INFINITY;
  /** Until a write succeeds: reads prove nothing meanwhile. */
  let refusesWrites = false;
  const asking = new Set<Promise<unknown>>();

  async function connected(): Promise<Client> {
    if (client) return client;
    connecting ??= connect().finally(() => {
      connecting = undefined;
    });
    return connecting;
  }

  async function connect(): Promise<Client> {
    const ca = options.ca && (await inTime(options.ca()));
    const opened = createTeamClient(
      { ...options, ca },
      {
        pipeline: true,
        keepAlive: true,
        application_name: 'sluice',
        // What the client gave up on shall not be done long after.
        statement_timeout: deadlineMs,
        idle_in_transaction_session_timeout: deadlineMs,
      },
    );
    opened.on('error', () => drop(opened));
    opening = opened;
    try {
      await inTime(opened.connect(), opened);
    } catch (error) {
      drop(opened);
      throw error;
    } finally {
      opening = undefined;
    }
    client = opened;
    return opened;
  }

  function drop(dropped: Client): void {
    if (client === dropped) client = undefined;
    // `end` would wait for the server to say good-bye.
    (dropped as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  }

  /** Ends the connection when its deadline passes before the work, or when all ends. */
  async function inTime<T>(work: Promise<T>, of?: Client): Promise<T> {
    let cancel: (() => void) | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      const giveUp = (code: string) => {
        reject(new TeamTrouble('network', code));
        if (of) drop(of);
      };
      const cancelTimer = clock.setTimer(deadlineMs, () => giveUp('DEADLINE'));
      const onClose = () => giveUp('CLOSED');
      if (closing.signal.aborted) onClose();
      closing.signal.addEventListener('abort', onClose);
      cancel = () => {
        cancelTimer();
        closing.signal.removeEventListener('abort', onClose);
      };
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      cancel?.();
      // Whichever comes second is nobody's any more.
      work.catch(() => undefined);
      late.catch(() => undefined);
    }
  }

  async function askOnce(text: string, values: readonly unknown[]): Promise<unknown> {
    let used: Client | undefined;
    try {
      used = await connected();
      const query = { name: nameOf(text), text, values: [...values], rowMode: 'array' as const };
      const asked = clock.monotonic();
      const { rows } = await inTime(used.query(query), used);
      options.onAnswer?.(clock.monotonic() - asked);
      failures = 0;
      if (isWrite(text)) refusesWrites = false;
      if (!refusesWrites) onResult(undefined);
      return (rows as unknown[][])[0]?.[0];
    } catch (error) {
      const trouble = await judged(troubleOf(error), used);
      if (used && !trouble.connected) drop(used);
      if (writesNothing(trouble)) refusesWrites = true;
      failures += 1;
      // The first of a row is often only a connection that was cut: it is made anew at once.
      const bound = failures === 1 ? 0 : Math.min(longestWaitMs, firstWaitMs * 2 ** (failures - 2));
      notBefore = clock.monotonic() + bound * (0.5 + random() / 2);
      throw trouble;
    }
  }

  /** Where the functions of this version are gone and the team is there, a newer Sluice took them away. */
  async function judged(trouble: TeamTrouble, used: Client | undefined): Promise<TeamTrouble> {
    if (used === undefined || trouble.code !== missingSchema) return trouble;
    try {
      const { rows } = await inTime(used.query({ text: isNewer, rowMode: 'array' }), used);
      const [found] = (rows as unknown[][])[0] ?? [];
      return found === true ? new TeamTrouble('too-old', trouble.code, true) : trouble;
    } catch {
      return trouble;
    }
  }

  async function askUntil(text: string, values: readonly unknown[], until: number): Promise<unknown> {
    let last: TeamTrouble | undefined;
    for (;;) {
      if (closing.signal.aborted) throw new TeamTrouble('network', 'CLOSED');
      const wait = notBefore - clock.monotonic();
      // Nobody waits for a connection that will not be tried in time; the next question tries it.
      if (clock.monotonic() + Math.max(0, wait) >= until)
        throw last ?? new TeamTrouble('network', 'PATIENCE');
      if (wait > 0) await sleep(clock, wait, closing.signal).catch(() => undefined);
      try {
        return await askOnce(text, values);
      } catch (error) {
        last = troubleOf(error);
        onResult(last);
        if (!mayPass.has(last.kind)) throw last;
      }
    }
  }

  return {
    ask(text, values, patienceMs) {
      const until = clock.monotonic() + patienceMs;
      const asked = askUntil(text, values, until);
      const settled = asked.catch(() => undefined).finally(() => asking.delete(settled));
      asking.add(settled);
      return asked;
    },
    async close() {
      closing.abort();
      for (const one of [client, opening]) if (one) drop(one);
      await Promise.all(asking);
    },
  };
}

/**
 * Under a name the server reads and plans a question once for each connection: a sixth of what a claim takes
 * there. At most 63 bytes, and another name for another text.
 */
function nameOf(text: string): string {
  return text.replaceAll(/^SELECT |[$, ]/g, '').slice(0, 63);
}

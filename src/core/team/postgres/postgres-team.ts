import type { Clock } from '#core/ports/clock.ts';
import type { Claim, ClaimAnswer, Team, Written } from '#core/ports/team.ts';
import type { ContentId } from '#shared/ids/ids.ts';
import { askStatement } from './ask-statement.ts';
import { createConnection } from './connection.ts';
import { createExchange } from './exchange.ts';
import { createLeases } from './leases.ts';
import { createLife, type Life, type TeamMemory } from './life.ts';
import { createProofs } from './proofs.ts';
import { type Pause, type Statement, statements } from './statements.ts';
import type { TeamKey } from '../scope.ts';
import type { TeamAddress } from './team-address.ts';
import { type TroubleKind, unlessUnreachable, untilAborted } from './trouble.ts';

export interface PostgresTeamOptions {
  readonly clock: Clock;
  readonly address: TeamAddress;
  /** From the keychain; undefined: the passfile of PostgreSQL. */
  readonly password?: () => Promise<string | undefined>;
  /** A company's own authority, PEM. */
  readonly ca?: () => Promise<string>;
  /** UUID of this agent, kept in its data folder; one data folder may be open in one process only. */
  readonly agent: string;
  /** UUID of this start. */
  readonly incarnation: string;
  /** As people know the machine. */
  readonly name: string;
  /** Who sits at it. */
  readonly person?: string | undefined;
  /** Sluice's version, for people. */
  readonly version: string;
  /** Whose documents the feed is about, and what signs them. Undefined while there is no key. */
  readonly key: () => Promise<TeamKey | undefined>;
  /** By which keys of one service hear of what the others share; left out, they do not. */
  readonly circle?: string;
  /** Whose request limit, where the service counts by key; a hash. The scope's where left out. */
  readonly budget?: string;
  /** How many writes the data folder knows were acknowledged, and where that is kept. */
  readonly remembered: TeamMemory;
  readonly remember: (memory: TeamMemory) => void;
  /** Whether this machine has told the team what it sent before it joined. */
  readonly isPublished?: boolean;
  /** Under which scope it did so; undefined: whichever. */
  readonly publishedScope?: string | undefined;
  /** That changed: it has, or the database turned out to be another one, or the API key is a new one. */
  readonly onPublished?: (isPublished: boolean, scope: string | undefined) => void;
  readonly onStanding?: (standing: TeamStanding) => void;
  /** An entry of this key that no machine with the key wrote; it is ignored. */
  readonly onForged?: (about: { readonly sha256: string; readonly contentId: string | null }) => void;
  /** Somebody asked this agent, or all, to send nothing for now; undefined: it goes on. */
  readonly onPause?: (pause: TeamPause | undefined) => void;
  /** How many uploads wait or are under way here, for people. */
  readonly queue?: () => number;
  /** 0…1, for jitter. */
  readonly random?: () => number;
  /** Milliseconds; others than the usual ones are for tests. */
  readonly leaseMs?: number;
  readonly deadlineMs?: number;
  readonly patienceMs?: number;
}

export type TeamStanding =
  /** `answersAfterMs`, in tenths of a second: where it takes so long that uploads are slow. */
  | { readonly kind: 'reachable'; readonly answersAfterMs?: number }
  /** `since`: monotonic ms of the first failure in a row. */
  | { readonly kind: 'unreachable'; readonly since: number; readonly why: TroubleKind; readonly code: string }
  /**
   * It answers, but takes no claims of ours: too old, an older copy of itself, another life of ours is there,
   * this machine's place is another login's, or
   * it has not told yet what it sent before it joined.
   */
  | {
      readonly kind: 'refused';
      readonly why: 'too-old' | 'restored' | 'replaced' | 'stranger' | 'joining';
    };

/** By whom an agent is paused, by the name of the machine, and whether it is the whole team. */
export interface TeamPause extends Pick<Pause, 'by' | 'ofAll'> {
  /** Monotonic ms. */
  readonly since: number;
}

export interface PostgresTeam extends Team {
  /** Joins without being asked anything, so that the others see this machine, and goes on trying. */
  begin(): void;
  standing(): TeamStanding;
  paused(): TeamPause | undefined;
  /** Since when uploads of this machine wait for a place and none has one, monotonic ms. */
  noPlaceSince(): number | undefined;
  /**
   * Asks an agent (everybody where none is named) to send nothing for now, or to go on. Each hears of it
   * within a third of its lease.
   */
  pause(whom: string | undefined, paused: boolean): Promise<'written' | 'nobody' | 'unreachable'>;
  /** What people see of the team. */
  status(): Promise<TeamStatus | 'unreachable'>;
  /** After the machine slept: what was held is given up at once, since no clock says how long it was. */
  woke(): void;
  /**
   * Leaves in order, so that no one waits for the end of the lease, and ends the connection. It takes at
   * most `withinMs` of real time, also where the database hangs. `isForGood`: this machine left the team.
   */
  close(end?: { readonly isForGood: boolean; readonly withinMs?: number }): Promise<void>;
}

/** How long leaving may take where nobody says so, ms. */
const usualLeaveMs = 700;
/** The latest answers count, so many; ms from which their median is slow. */
const latestAnswers = 9;
const slowMs = 1_000;
/** What an exchange told of the feed is worth asking by for so long, ms. */
const headHoldsMs = 10_000;

export type TeamStatus = ReturnType<typeof statements.status.answer.parse>;

/**
 * The team of all agents that share a PostgreSQL database (docs/adr/0036). Connects with the first question,
 * and again by itself whenever it must.
 */
export function connectTeam(options: PostgresTeamOptions): PostgresTeam {
  const { clock, agent, incarnation, key, circle, random = Math.random } = options;
  const { leaseMs = 15_000, deadlineMs = 4_000, patienceMs = 3_000 } = options;
  let trouble: Extract<TeamStanding, { kind: 'unreachable' }> | undefined;
  let refusal: Extract<TeamStanding, { kind: 'refused' }>['why'] | undefined;
  let lost: ReturnType<Team['needsReplay']>;
  let told = '';
  const answerTimes: number[] = [];
  let published = options.isPublished ?? true;
  let publishedScope = options.publishedScope;
  const scope = async () => (await key())?.scope;
  const proofs = createProofs(key, (word) => options.onForged?.(word));
  let paused: TeamPause | undefined;
  let heard: { readonly head: bigint; readonly at: number } | undefined;

  const standing = (): TeamStanding =>
    trouble ??
    (refusal !== undefined || !published
      ? { kind: 'refused', why: refusal ?? 'joining' }
      : { kind: 'reachable', ...slowness(answerTimes) });

  function tell(): void {
    const now = standing();
    // Once for each change.
    const changed = JSON.stringify(now);
    if (changed !== told) options.onStanding?.(now);
    told = changed;
  }

  function hearPause(heard: Pause | undefined): void {
    if (heard?.by === paused?.by && heard?.ofAll === paused?.ofAll) return;
    paused = heard && { by: heard.by, ofAll: heard.ofAll, since: clock.monotonic() - heard.ageMs };
    options.onPause?.(paused);
  }

  const connection = createConnection({
    clock,
    address: options.address,
    deadlineMs,
    random,
    ...(options.password ? { password: options.password } : {}),
    ...(options.ca === undefined ? {} : { ca: options.ca }),
    onAnswer(milliseconds) {
      answerTimes.push(milliseconds);
      if (answerTimes.length > latestAnswers) answerTimes.shift();
    },
    onResult(failed) {
      if (failed?.kind === 'too-old') refusal = 'too-old';
      const since = trouble?.since ?? clock.monotonic();
      trouble =
        failed && failed.kind !== 'too-old'
          ? { kind: 'unreachable', since, why: failed.kind, code: failed.code }
          : undefined;
      tell();
    },
  });
  const life: Life = createLife({
    clock,
    connection,
    agent,
    incarnation,
    name: options.name,
    person: options.person,
    version: options.version,
    leaseMs,
    patienceMs,
    remembered: options.remembered,
    remember: options.remember,
    onForgotten: () => setPublished(false),
    onLapse: () => leases.lapse(),
    queue: options.queue ?? (() => 0),
    onPause: hearPause,
    onRefusal(why) {
      refusal = why;
      tell();
    },
    onReplay(from) {
      lost = from;
    },
  });
  const leases = createLeases(clock, life, random);
  const { exchange } = createExchange({
    clock,
    connection,
    agent,
    incarnation,
    budget: options.budget,
    scope,
    join: life.join,
    onPause: hearPause,
    patienceMs,
  });

  const writeClaim = (
    what: 'name' | 'landed' | 'release',
    { scope: of, sha256, size, upload, epoch }: Claim,
    contentId: ContentId | null,
    signal: AbortSignal,
  ) =>
    untilAborted<Written>(signal, async () => {
      const state = what === 'landed' ? what : 'named';
      const proof = await proofs.sign({ scope: of, sha256, size, contentId, state }, { agent, epoch });
      const values = [what, of, sha256, upload, epoch, contentId, proof];
      return (await life.write(statements.writeClaim, values)).kind;
    });

  function setPublished(now: boolean, as = publishedScope): void {
    if (published === now && publishedScope === as) return;
    published = now;
    publishedScope = as;
    options.onPublished?.(now, as);
    tell();
  }

  const read = <T>(statement: Statement<T>, values: readonly unknown[]) =>
    askStatement(connection, statement, values, patienceMs);

  return {
    isAlone: false,
    async claim(intent, signal) {
      signal.throwIfAborted();
      // Under a new API key, the team has not heard of what this machine sent before.
      if (publishedScope !== undefined && publishedScope !== intent.scope) setPublished(false);
      // Another machine may be asking for what this one sent alone. And a restored database refuses claims
      // until the replay is over: each would only delay it.
      if (!published || lost !== undefined) return { kind: 'unreachable' };
      const { sha256, size, upload, fileName = null, isShared = false, onlyOwn = false } = intent;
      const circles = onlyOwn || circle === undefined ? [] : [circle];
      const answer = await untilAborted(signal, () =>
        life.write(statements.claim, [intent.scope, circles, sha256, size, upload, fileName, isShared]),
      );
      if (answer === 'unreachable') return { kind: answer };
      if (answer.kind === 'held') return answer;
      const word = { scope: intent.scope, sha256, size };
      if (answer.kind === 'landed') {
        const { proof: given, ...landed } = answer;
        const { contentId } = landed;
        // With another key nobody here can tell who wrote it.
        const isOwn = landed.scope === intent.scope;
        const proof = isOwn ? await proofs.judge({ ...word, contentId, state: 'landed' }, given) : 'none';
        return { ...landed, proof } satisfies ClaimAnswer;
      }
      const claim: Claim = { ...word, upload, epoch: answer.epoch };
      if (answer.kind === 'ours') return { kind: 'ours', claim };
      const { contentId } = answer;
      // A slot that nobody with the key named is not looked at, and not deleted.
      const isProven = (await proofs.judge({ ...word, contentId, state: 'named' }, answer.proof)) === 'key';
      return isProven ? { kind: 'adopt', claim, contentId } : { kind: 'ours', claim };
    },
    name: (claim, contentId, signal) => writeClaim('name', claim, contentId, signal),
    landed: (claim, contentId, signal) => writeClaim('landed', claim, contentId, signal),
    release: (claim, signal) => writeClaim('release', claim, null, signal),
    place: (signal) => leases.waitForPlace(signal),
    async exchange(report, signal) {
      const grant = await exchange(report, signal);
      if (grant !== 'unreachable') heard = { head: grant.head, at: clock.monotonic() };
      return grant;
    },
    lead: (role, of, signal) => untilAborted(signal, () => leases.takeRole(`${role}:${of}`, signal)),
    async recall(of, question, maxAgeMs, isSending, signal) {
      const values = [incarnation, of, question, Math.floor(maxAgeMs), isSending];
      const answer = await untilAborted(signal, () => read(statements.recall, values));
      if (answer === 'unreachable') return { kind: answer };
      if (answer.kind !== 'answer') return answer;
      const text = await proofs.open(of, question, answer.answer);
      // What another key wrote is not heard: the service is asked.
      return text === undefined ? { kind: 'unreachable' } : { ...answer, answer: text };
    },
    async tell(of, question, answer, signal) {
      const sealed = answer === undefined ? undefined : await proofs.seal(of, question, answer);
      const values = [incarnation, of, question, sealed ?? null];
      const told = await untilAborted(signal, () => read(statements.tell, values));
      return told === 'unreachable' ? told : told.kind;
    },
    async namedByOthers(of, contentIds, signal) {
      const answer = await untilAborted(signal, () =>
        read(statements.namedByOthers, [agent, of, contentIds]),
      );
      return answer === 'unreachable' || 'problem' in answer ? 'unreachable' : new Set(answer.named);
    },
    needsReplay: () => (published ? lost : { lostMs: Number.POSITIVE_INFINITY }),
    async replay(of, claims, isAll, signal) {
      const signed = claims.map(async (claim) => {
        const word = { ...claim, state: claim.isLanded ? 'landed' : 'named' } as const;
        return { ...claim, proof: await proofs.sign(word, { agent, epoch: claim.epoch }) };
      });
      const values = [of, JSON.stringify(await Promise.all(signed)), isAll];
      const answer = await untilAborted(signal, () => life.write(statements.replay, values));
      if (answer === 'unreachable') return answer;
      if (isAll) {
        lost = undefined;
        setPublished(true, of);
      }
      const { epochs, twice, restoring: isRestoring } = answer;
      return { epochs, twice, isRestoring };
    },
    async toldByOthers(of, contentIds, signal) {
      const answer = await untilAborted(signal, () => read(statements.toldByOthers, [agent, of, contentIds]));
      return answer === 'unreachable' ? answer : new Set(answer.named);
    },
    async letGo({ scope: of, sha256, upload }, signal) {
      const values = [of, sha256, upload];
      const answer = await untilAborted(signal, () => life.write(statements.letGo, values));
      if (answer === 'unreachable') return { kind: answer };
      if (answer.kind !== 'last') return answer;
      const { contentId, size, proof } = answer;
      const word = { scope: of, sha256, size, contentId, state: 'landed' } as const;
      return (await proofs.judge(word, proof)) === 'key' ? { kind: 'last', contentId } : { kind: 'none' };
    },
    othersWith: (of, contentId, signal) =>
      untilAborted(signal, async () => (await read(statements.othersWith, [agent, of, contentId])).others),
    stranded: (of, limit, signal) =>
      untilAborted(signal, async () => {
        const { files, ...found } = await read(statements.stranded, [of, limit]);
        const judged = files.map(async ({ proof, ...file }) => {
          const isProven = (await proofs.judge({ ...file, scope: of, state: 'named' }, proof)) === 'key';
          return isProven ? file : { ...file, contentId: null };
        });
        return { ...found, files: await Promise.all(judged) };
      }),
    forgetGone: ({ scope: of, sha256 }, contentId, signal) =>
      untilAborted<'forgotten' | 'unreachable'>(signal, async () => {
        return (await life.write(statements.forgetGone, [of, sha256, contentId])).kind;
      }),
    recordLanded: (of, { sha256, size, epoch, contentId }, signal) =>
      untilAborted<Written>(signal, async () => {
        const word = { scope: of, sha256, size, contentId, state: 'landed' } as const;
        const values = [of, sha256, epoch, contentId, await proofs.sign(word, { agent, epoch })];
        return (await life.write(statements.recordLanded, values)).kind;
      }),
    head: () => (heard !== undefined && clock.monotonic() - heard.at < headHoldsMs ? heard.head : undefined),
    feed: (after, signal) =>
      untilAborted(signal, async () => {
        const of = await scope();
        if (of === undefined) return 'unreachable';
        const { entries, ...feed } = await read(statements.feed, [of, after.toString()]);
        const judged = entries.map(async ({ proof, ...entry }) => ({
          ...entry,
          isProven: (await proofs.judge({ ...entry, state: 'landed' }, proof)) === 'key',
        }));
        return { ...feed, entries: await Promise.all(judged) };
      }),
    begin: life.begin,
    standing,
    paused: () => paused,
    noPlaceSince: leases.noPlaceSince,
    pause: (whom, on) =>
      unlessUnreachable(async () => (await life.write(statements.pause, [whom ?? null, on])).kind),
    status: () => unlessUnreachable(() => read(statements.status, [])),
    woke: () => life.lapse(),
    async close(end) {
      // Then the end of the lease tells the others.
      const timer = setTimeout(() => void connection.close(), end?.withinMs ?? usualLeaveMs);
      await life.leave(end?.isForGood === true);
      clearTimeout(timer);
      await connection.close();
    },
  };
}

function slowness(times: readonly number[]): { readonly answersAfterMs?: number } {
  if (times.length < latestAnswers) return {};
  const median = times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
  return median <= slowMs ? {} : { answersAfterMs: Math.round(median / 100) * 100 };
}

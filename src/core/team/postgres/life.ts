import type { Clock } from '#core/ports/clock.ts';
import { askStatement, parseAnswer } from './ask-statement.ts';
import type { Connection } from './connection.ts';
import {
  type Pause,
  type Problem,
  type StandingOfAgent,
  type Statement,
  batched,
  kept,
  statements,
} from './statements.ts';
import { TeamTrouble } from './trouble.ts';

/** The protocol of this Sluice; a team may ask for more (`sluice.team.oldest`). */
export const protocol = 1;

/** How many writes the database acknowledged, and its token for that. */
export interface TeamMemory {
  readonly writes: number;
  readonly token: string;
}

export interface LifeOptions {
  readonly clock: Clock;
  readonly connection: Connection;
  readonly agent: string;
  /** A new one for each start of the agent. */
  readonly incarnation: string;
  readonly name: string;
  readonly person: string | undefined;
  readonly version: string;
  readonly leaseMs: number;
  readonly patienceMs: number;
  /** How many writes of this agent were acknowledged, by what its data folder remembers. */
  readonly remembered: TeamMemory;
  readonly remember: (memory: TeamMemory) => void;
  /** The database knows nothing of what this agent remembers: it is another one. */
  readonly onForgotten: () => void;
  /** The lease ended: whatever was held by it belongs to nobody. */
  readonly onLapse: () => void;
  /** How many uploads wait or are under way here, for people; told with each renewal. */
  readonly queue: () => number;
  /** Whether somebody asked this agent to send nothing for now, as often as the team says it. */
  readonly onPause: (pause: Pause | undefined) => void;
  /** Why the team takes nothing from this agent although it answers; undefined when it does. */
  readonly onRefusal: (why: 'too-old' | 'restored' | 'replaced' | 'stranger' | undefined) => void;
  /**
   * How long before now ends what the team's database knows of this agent; undefined where nothing is lost.
   */
  readonly onReplay: (lost: { readonly lostMs: number } | undefined) => void;
}

/** One life of an agent at the team's database: its lease, and its numbered writes. */
export interface Life {
  /**
   * Writes, after joining where that is needed, and renews the lease by the way.
   *
   * @throws TeamTrouble when there was no answer; it may have been written all the same.
   */
  write<T>(statement: Statement<T>, values: readonly unknown[]): Promise<Exclude<T, Problem>>;
  /** Joins where that has not happened. */
  join(): Promise<void>;
  /** Joins without being asked anything, and goes on trying. */
  begin(): void;
  /** Monotonic ms at which everything held by the lease is given up; before any other agent may have it. */
  heldUntil(): number;
  /** After the machine slept: no clock says how long. */
  lapse(): void;
  /** `isForGood`: this machine is of the team no more. */
  leave(isForGood: boolean): Promise<void>;
}

/** Everything held is given up so long before the lease ends, ms: what is under way has to be stopped. */
export const marginMs = 1_000;
/** A renewal that is wanted sooner than it is due comes after this, ms. */
const soonMs = 500;
/** Most writes that share a call. */
const mostTogether = 50;
/** So long after the call before it one leaves without its answer: a near database gets few calls. */
const spacingMs = 10;
/** Most calls without an answer; the database keeps the answers of all of them. */
const mostUnderWay = 8;
/** Rounds in which a write may meet a lease that lapsed or a number that is taken. */
const mostRounds = 5;

interface Waiting {
  readonly statement: Statement<unknown>;
  readonly values: readonly unknown[];
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** An answer, and the token for what was written; undefined where nothing was. */
interface Given<T> {
  readonly answer: T;
  readonly token: string | undefined;
}

/**
 * The order that `together` needs (migration 0016): by bytes, landings in a separate call; what is given
 * back comes first, so that the same call can take it again.
 */
const isLanding = ({ statement: { name }, values }: Waiting) =>
  name === 'write_claim' && values[0] === 'landed';
function orderOf({ statement: { name }, values }: Waiting): string {
  if (name === 'write_claim') return `1 ${values[2]}`;
  return name === 'claim' ? `1 ${values[2]}` : name === 'let_go' ? `1 ${values[1]}` : `0 ${name}`;
}

const isTogether = (statement: Statement<unknown>) => statement.name === statements.together.name;
const compareTexts = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

export function createLife(options: LifeOptions): Life {
  const { clock, connection, agent, incarnation, leaseMs, patienceMs } = options;
  let memory = options.remembered;
  let number = memory.writes;
  let joined = false;
  let replaced = false;
  let leaseEnd = Number.NEGATIVE_INFINITY;
  let cancelLapse: (() => void) | undefined;
  let cancelRenewal: (() => void) | undefined;
  let renewAt = Number.NEGATIVE_INFINITY;
  /** Ends when the writes before have been sent. */
  let turn: Promise<unknown> = Promise.resolve();
  let joining: Promise<void> | undefined;
  /** Calls without an answer, by number, oldest first. */
  const underWay = new Map<number, Promise<unknown>>();
  let sentAt = Number.NEGATIVE_INFINITY;
  /** Answered while an earlier call was not. */
  let answered: TeamMemory[] = [];
  let left = false;
  let lapses = 0;
  const waiting: Waiting[] = [];

  function lapse(): void {
    lapses += 1;
    cancelLapse?.();
    leaseEnd = Number.NEGATIVE_INFINITY;
    joined = false;
    options.onLapse();
  }

  /** `asked`: monotonic ms before the question was sent, from when the lease counts here. */
  function renewed(asked: number): void {
    leaseEnd = Math.max(leaseEnd, asked + leaseMs - marginMs);
    cancelLapse?.();
    cancelLapse = clock.setTimer(Math.max(0, leaseEnd - clock.monotonic()), lapse);
    planRenewal(asked + leaseMs / 3 - clock.monotonic());
  }

  function planRenewal(inMs: number): void {
    cancelRenewal?.();
    if (left || replaced) return;
    renewAt = clock.monotonic() + Math.max(0, inMs);
    cancelRenewal = clock.setTimer(Math.max(0, inMs), renew);
  }

  /** Brings it forward, however often that is wanted. */
  function renewSoon(): void {
    if (renewAt > clock.monotonic() + soonMs) planRenewal(soonMs);
  }

  function renew(): void {
    if (left || replaced) return;
    write(statements.renew, [options.queue()]).catch(() => planRenewal(leaseMs / 10));
  }

  async function askKept<T>(statement: Statement<T>, values: readonly unknown[]): Promise<Given<T>> {
    const raw = await connection.ask(statement.text, values, patienceMs);
    const answer = parseAnswer(statement, raw);
    const met = problemOf(answer);
    const isWritten = met === undefined || met.problem === 'too-old';
    return { answer, token: isWritten ? (kept.safeParse(raw).data?.token ?? '') : undefined };
  }

  /** A call ended, perhaps without an answer: all before the oldest one under way is acknowledged. */
  function settled(writes: number, given?: Given<unknown>): void {
    underWay.delete(writes);
    if (given?.token !== undefined) answered.push({ writes, token: given.token });
    const [oldest = Number.POSITIVE_INFINITY] = underWay.keys();
    const done = answered.filter(({ writes }) => writes < oldest);
    if (done.length === 0) return;
    answered = answered.filter(({ writes }) => writes > oldest);
    memory = done.reduce((one, other) => (one.writes > other.writes ? one : other));
    options.remember(memory);
  }

  /**
   * Sends writes with numbers, mostly one: the same payload in each retry. Only `together` may be sent while
   * other calls are under way (migration 0018).
   */
  async function numbered<T>(statement: Statement<T>, values: readonly unknown[], writes = 1): Promise<T> {
    while (underWay.size > 0 && !isTogether(statement)) await Promise.all(underWay.values());
    number += writes;
    const write = number;
    const lapsesBefore = lapses;
    sentAt = clock.monotonic();
    const asked = sentAt;
    const answering = askKept(statement, [agent, incarnation, write, memory.writes, ...values]);
    const ended = answering.then(
      (given) => settled(write, given),
      () => settled(write),
    );
    underWay.set(write, ended);
    const { answer } = await answering;
    const met = problemOf(answer);
    if (met === undefined || met.problem === 'too-old') {
      // What was held before a lapse is given up, and only joining anew says so to the others.
      if (lapses === lapsesBefore) renewed(asked);
      return answer;
    }
    if (met.problem === 'stale') number = Math.max(number, met.writes ?? 0);
    if (met.problem === 'replaced') {
      replaced = true;
      lapse();
      options.onRefusal('replaced');
      throw new TeamTrouble('unexpected', 'REPLACED', true);
    }
    if (met.problem === 'unproven') {
      memory = { writes: met.writes ?? 0, token: '' };
      options.onForgotten();
    }
    if (met.problem === 'stranger') {
      lapse();
      options.onRefusal('stranger');
      throw new TeamTrouble('unexpected', 'STRANGER', true);
    }
    // Calls that were sent before the same lapse all meet it.
    if ((met.problem === 'lapsed' || met.problem === 'unknown') && lapses === lapsesBefore) lapse();
    return answer;
  }

  function joinOnce(): Promise<void> {
    joining ??= joinNow().finally(() => {
      joining = undefined;
    });
    return joining;
  }

  async function joinNow(): Promise<void> {
    // Else two lives of one agent take its place from each other for ever, and neither writes anything.
    assertNotReplaced();
    // What an earlier life wrote last may never have been told to anybody.
    const { writes } = await askStatement(connection, statements.writes, [agent], patienceMs);
    number = Math.max(number, writes);
    for (let round = 0; round < mostRounds && !joined; round += 1) {
      const answer = await numbered(statements.join, [
        options.name,
        options.version,
        protocol,
        leaseMs,
        options.person ?? null,
        memory.token,
      ]);
      if (!('kind' in answer)) continue;
      // A lease that ended before its answer came is none.
      joined = leaseEnd > clock.monotonic();
      judge(answer);
    }
    if (!joined) throw new TeamTrouble('unexpected', 'JOIN', true);
  }

  function judge({ oldest, restored, paused, replay }: StandingOfAgent): void {
    options.onPause(paused ?? undefined);
    options.onReplay(replay ?? undefined);
    // An answer to a call of before says nothing of that.
    if (replaced) return;
    options.onRefusal(protocol < oldest ? 'too-old' : restored ? 'restored' : undefined);
  }

  function assertNotReplaced(): void {
    if (replaced) throw new TeamTrouble('unexpected', 'REPLACED', true);
  }

  async function writeNow<T>(statement: Statement<T>, values: readonly unknown[], writes = 1) {
    assertNotReplaced();
    for (let round = 0; round < mostRounds; round += 1) {
      if (!joined) await joinOnce();
      const answer = await numbered(statement, values, writes);
      const met = problemOf(answer);
      if (met === undefined) {
        if (isStanding(answer)) judge(answer);
        return answer as Exclude<T, Problem>;
      }
      throwRefusal(met);
    }
    throw new TeamTrouble('unexpected', 'ROUNDS', true);
  }

  /** What the team takes from nobody for now; anything else is tried again. */
  function throwRefusal({ problem }: Problem): void {
    if (problem !== 'too-old' && problem !== 'restored') return;
    options.onRefusal(problem);
    // What it takes to go on comes with the next renewal.
    if (problem === 'restored') renewSoon();
    throw new TeamTrouble('unexpected', problem.toUpperCase(), true);
  }

  /** Several writes in one round trip; where that fails for a reason of one of them, one by one. */
  async function writeTogether(writes: readonly Waiting[]): Promise<void> {
    const calls = writes.map(({ statement: { name }, values }) => ({ name, values }));
    const { answers } = await writeNow(statements.together, [JSON.stringify(calls)], writes.length);
    for (const [index, { statement, resolve, reject }] of writes.entries()) {
      try {
        const answer = statement.answer.parse(answers[index]);
        const met = problemOf(answer);
        if (met === undefined) {
          resolve(answer);
          continue;
        }
        throwRefusal(met);
        throw new TeamTrouble('unexpected', met.problem.toUpperCase(), true);
      } catch (error) {
        reject(error instanceof TeamTrouble ? error : new TeamTrouble('unexpected', 'ANSWER', true));
      }
    }
  }

  /** The writes that are next: those that may share a call do. */
  function takeNext(): Waiting[] {
    const [first] = waiting;
    if (first === undefined || waiting.length === 1) return waiting.splice(0);
    const isShared = (one: Waiting) => batched.has(one.statement.name) && isLanding(one) === isLanding(first);
    const next = isShared(first) ? waiting.filter(isShared).slice(0, mostTogether) : [first];
    for (const one of next) waiting.splice(waiting.indexOf(one), 1);
    return next.toSorted((one, other) => compareTexts(orderOf(one), orderOf(other)));
  }

  /** Waits until nothing is under way, or the next write may be sent all the same. */
  async function mayDepart(): Promise<void> {
    while (underWay.size > 0) {
      const [first] = waiting;
      const mayOvertake =
        first !== undefined && batched.has(first.statement.name) && underWay.size < mostUnderWay;
      const waitMs = sentAt + spacingMs - clock.monotonic();
      if (mayOvertake && waitMs <= 0) return;
      let cancel: (() => void) | undefined;
      const due = mayOvertake && new Promise<void>((resolve) => (cancel = clock.setTimer(waitMs, resolve)));
      await Promise.race([...underWay.values(), ...(due ? [due] : [])]);
      cancel?.();
    }
  }

  async function writeNext(): Promise<void> {
    if (waiting.length === 0) return;
    if (underWay.size > 0) await mayDepart();
    try {
      if (!joined && !replaced) await joinOnce();
    } catch (error) {
      for (const one of takeNext()) one.reject(error);
      return;
    }
    const next = takeNext();
    const [first] = next;
    if (first === undefined) return;
    if (next.length > 1 || underWay.size > 0) void writeShared(next);
    else void writeNow(first.statement, first.values).then(first.resolve, first.reject);
  }

  /** Several in one call, or each in its own where one of them is not valid. */
  async function writeShared(next: readonly Waiting[]): Promise<void> {
    try {
      await writeTogether(next);
    } catch (error) {
      const isOfOne =
        error instanceof TeamTrouble && error.kind === 'unexpected' && /^\w{5}$/.test(error.code);
      if (!isOfOne || next.length === 1) for (const one of next) one.reject(error);
      else for (const one of next) await writeShared([one]);
    }
  }

  function write<T>(statement: Statement<T>, values: readonly unknown[]): Promise<Exclude<T, Problem>> {
    const { promise, resolve, reject } = Promise.withResolvers<Exclude<T, Problem>>();
    waiting.push({ statement, values, resolve: (answer) => resolve(answer as Exclude<T, Problem>), reject });
    turn = turn.then(writeNext);
    return promise;
  }

  return {
    write,
    join() {
      const done = turn.then(() => (joined ? undefined : joinOnce()));
      turn = done.catch(() => undefined);
      return done;
    },
    begin: renew,
    heldUntil: () => leaseEnd,
    lapse,
    async leave(isForGood) {
      left = true;
      cancelRenewal?.();
      if (joined) await write(statements.leave, [options.queue(), isForGood]).catch(() => undefined);
      cancelRenewal?.();
      lapse();
    },
  };
}

function problemOf(answer: unknown): Problem | undefined {
  return typeof answer === 'object' && answer !== null && 'problem' in answer
    ? (answer as Problem)
    : undefined;
}

function isStanding(answer: unknown): answer is StandingOfAgent {
  return typeof answer === 'object' && answer !== null && 'oldest' in answer && 'restored' in answer;
}

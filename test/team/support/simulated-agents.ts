import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';

interface Options {
  readonly agents: number;
  readonly seed: number;
  /** They die, sleep beyond their leases and lose answers. */
  readonly faults: boolean;
}

interface Event {
  readonly at: number;
  readonly run: () => Promise<void> | void;
  readonly asks: boolean;
}

interface Agent {
  readonly id: string;
  incarnation: string;
  seq: number;
  /** Requests that may still be sent, until then. */
  tokens: number;
  until: number;
  flying: number;
  answered: number[];
  /** Sent, but its answer was lost: sent again as it was. */
  payload: unknown[] | undefined;
  asked: number;
  /** When the service saw its requests. */
  readonly counted: number[];
}

/** Longest from sending a request to its arrival, and from there to the answer, ms. */
const way = 400;
const work = 900;
/** A request of an agent that died arrives after this at the latest, ms. */
const onItsWay = 10_000;
/** For how long a grant is worth something, ms. */
const validMs = 2_000;

/**
 * Agents that want as many requests as they get, against the real functions, in a time of their own: each
 * event is a turn of the team's clock. `counted` are the times (ms) at which the service saw a request.
 */
export function createSimulatedAgents(client: Client, { agents, seed, faults }: Options) {
  const random = seeded(seed);
  /** The next one last. */
  const events: Event[] = [];
  const counted: number[] = [];
  const team: Agent[] = [];
  let now = 0;
  let faulted = 0;
  const add = (event: Event): void => {
    const before = events.findLastIndex(({ at }) => at > event.at);
    events.splice(before + 1, 0, event);
  };
  const later = (ms: number, run: () => void) => add({ at: now + ms, run, asks: false });
  /** The same for what asks the database, whose time is turned for it. */
  const askLater = (ms: number, run: () => Promise<void>) => add({ at: now + ms, run, asks: true });

  function count(agent: Agent): void {
    counted.push(now);
    agent.counted.push(now);
  }

  async function join(agent: Agent): Promise<void> {
    agent.incarnation = randomUUID();
    Object.assign(agent, { seq: 0, tokens: 0, flying: 0, answered: [], payload: undefined });
    const { rows } = await client.query('SELECT sluice_v1.writes($1) AS answer', [agent.id]);
    await client.query('SELECT sluice_v1.join_team($1, $2, $3, 0, $4, $5, 1, 600000, NULL)', [
      agent.id,
      agent.incarnation,
      rows[0].answer.writes + 1,
      'AGENT',
      '1',
    ]);
  }

  function send(agent: Agent): void {
    while (agent.tokens > 0 && now < agent.until && agent.flying < 20) {
      agent.tokens -= 1;
      agent.flying += 1;
      const { incarnation } = agent;
      const arrives = random() * way;
      later(arrives, () => count(agent));
      later(arrives + random() * work, () => {
        if (agent.incarnation !== incarnation) return;
        agent.flying -= 1;
        agent.answered.push(now);
        send(agent);
      });
    }
  }

  async function exchange(agent: Agent): Promise<void> {
    const { incarnation } = agent;
    if (!agent.payload) {
      // Grants that ran out are worth nothing; what is left of others is told, and replaced by the answer.
      const kept = now < agent.until ? agent.tokens : 0;
      agent.tokens = kept;
      agent.seq += 1;
      agent.asked = now;
      const ages = agent.answered.map((at) => Math.floor(now - at));
      agent.answered = [];
      agent.payload = [
        agent.id,
        incarnation,
        'key',
        's',
        agent.seq,
        ages,
        agent.flying,
        kept,
        20,
        5,
        validMs,
        0,
      ];
      agent.until = kept > 0 ? agent.until : 0;
    }
    const { rows } = await client.query(
      'SELECT sluice_v1.exchange($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) AS answer',
      agent.payload,
    );
    const { granted, waitMs } = rows[0].answer as { granted: number; waitMs: number };
    const isLost = faults && random() < 0.05;
    if (isLost) {
      faulted += 1;
      askLater(random() * 1_500, () => live(agent, incarnation));
      return;
    }
    const [, , , , , , , kept] = agent.payload as number[];
    agent.payload = undefined;
    agent.tokens = Math.min(agent.tokens, kept ?? 0) + granted;
    agent.until = agent.asked + validMs;
    send(agent);
    askLater(Math.min(Math.max(waitMs, 300), 1_000), () => live(agent, incarnation));
  }

  async function live(agent: Agent, incarnation: string): Promise<void> {
    if (agent.incarnation !== incarnation) return;
    if (faults && random() < 0.004) return die(agent);
    if (faults && random() < 0.004) {
      faulted += 1;
      // Stopped beyond its lease. What flies is answered meanwhile.
      askLater(5_000 + random() * 80_000, () => exchange(agent));
      return;
    }
    await exchange(agent);
  }

  async function die(agent: Agent): Promise<void> {
    faulted += 1;
    // What was granted may have been sent in the very last moment.
    const last = now < agent.until ? agent.tokens : 0;
    for (let index = 0; index < last; index += 1) later(random() * onItsWay, () => count(agent));
    agent.incarnation = '';
    askLater(random() * 20_000, async () => {
      await join(agent);
      await exchange(agent);
    });
  }

  return {
    counted,
    /** How many of those came from each agent since then, ms. */
    countedOfEach: (since: number) => team.map((agent) => agent.counted.filter((at) => at > since).length),
    faults: () => faulted,
    async until(end: number) {
      await client.query('UPDATE sluice.test_turn SET at = now()');
      const { rows } = await client.query('SELECT at FROM sluice.test_turn');
      const start = (rows[0].at as Date).getTime();
      for (let index = 0; index < agents; index += 1) {
        const agent: Agent = {
          id: randomUUID(),
          incarnation: '',
          seq: 0,
          tokens: 0,
          until: 0,
          flying: 0,
          answered: [],
          payload: undefined,
          asked: 0,
          counted: [],
        };
        team.push(agent);
        await join(agent);
        askLater(index * 20, () => exchange(agent));
      }
      for (;;) {
        const next = events.pop();
        if (!next || next.at > end) break;
        now = next.at;
        if (next.asks) {
          await client.query(`UPDATE sluice.test_turn SET at = to_timestamp($1)`, [(start + now) / 1000]);
        }
        await next.run();
      }
      counted.sort((a, b) => a - b);
    },
  };
}

/** The most of these times (ms, sorted) that lie in any window of that length. */
export function mostInAMinute(times: readonly number[], windowMs = 60_000): number {
  let first = 0;
  let most = 0;
  for (const [index, time] of times.entries()) {
    while ((times[first] ?? 0) <= time - windowMs) first += 1;
    most = Math.max(most, index - first + 1);
  }
  return most;
}

/** Mulberry32: the same numbers for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

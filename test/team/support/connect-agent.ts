import { createHmac, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { type Clock, createClock } from '#core/ports/clock.ts';
import { type TeamKey, teamKeyOf } from '#core/team/scope.ts';
import type { ContentId } from '#shared/ids/ids.ts';
import {
  connectTeam,
  type PostgresTeam,
  type PostgresTeamOptions,
} from '../../../src/core/team/postgres/postgres-team.ts';
import type { TeamMemory } from '../../../src/core/team/postgres/life.ts';
import type { TeamAddress } from '../../../src/core/team/postgres/team-address.ts';
import { atTestEnd } from '../../support/at-test-end.ts';

/** A test that asks waits for the answer. */
type Unaborted<T> = {
  [K in keyof T]: T[K] extends (...of: [...infer Values, AbortSignal]) => infer Answer
    ? (...of: [...Values, signal?: AbortSignal]) => Answer
    : T[K];
};

export interface TestAgent extends Unaborted<PostgresTeam> {
  readonly agent: string;
  /** What its data folder remembers. */
  remembered(): TeamMemory;
}

/** An agent of a team, which leaves with the test. */
export function connectAgent(
  address: TeamAddress,
  name: string,
  {
    scope: ownScope = scope,
    apiKey,
    ...more
  }: Partial<Omit<PostgresTeamOptions, 'key'>> & {
    readonly scope?: string;
    /** Of a service, for an agent that can prove what it says of documents there. */
    readonly apiKey?: { readonly baseUrl: string; readonly key: string };
  } = {},
): TestAgent {
  const agent = more.agent ?? randomUUID();
  let memory = more.remembered ?? { writes: 0, token: '' };
  const team = connectTeam({
    clock: clockOff(0),
    address,
    agent,
    incarnation: randomUUID(),
    name,
    version: '0.2.0',
    key: async () => (apiKey ? teamKeyOf(apiKey.baseUrl, apiKey.key) : keyNamed(ownScope)),
    budget: 'key-1',
    remembered: memory,
    remember: (latest) => {
      memory = latest;
    },
    ...more,
  });
  atTestEnd(() => team.close());
  return { ...unaborted(team), agent, remembered: () => memory };
}

/** A key whose scope is said; the same for all agents that have it. */
function keyNamed(name: string): TeamKey {
  const mac = (text: string) => createHmac('sha256', `proofs of ${name}`).update(text).digest('base64url');
  return { scope: name, mac };
}

/** A connection as a login of the team, to call functions as an agent does. */
export async function signIn(address: TeamAddress): Promise<Client> {
  const client = new Client(address);
  await client.connect();
  atTestEnd(() => client.end());
  return client;
}

function unaborted<T extends object>(team: T): Unaborted<T> {
  const { signal } = new AbortController();
  const asked = Object.entries(team).map(([name, value]) => [
    name,
    typeof value === 'function' ? (...of: unknown[]) => value(...of, signal) : value,
  ]);
  return Object.fromEntries(asked) as Unaborted<T>;
}

/** The machine's clock, whose hands stand wrong by so many milliseconds. */
export function clockOff(milliseconds: number): Clock {
  const clock = createClock();
  return { ...clock, now: () => clock.now() + milliseconds };
}

export const scope = 'service|key-1';
export const sha = (letter: string) => letter.repeat(64);
export const slot = (letter: string) => letter.repeat(32) as ContentId;
export const intent = (letter: string, size = 1000) => ({
  scope,
  sha256: sha(letter),
  size,
  upload: randomUUID(),
});

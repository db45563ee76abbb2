import { randomUUID } from 'node:crypto';
import { createClock } from '#core/ports/clock.ts';
import { connectTeam } from '../../../src/core/team/postgres/postgres-team.ts';

/** Asks a team's database once, with no password but the passfile's, and prints how that went. */
const [, , port, database = '', user = ''] = process.argv;
const team = connectTeam({
  clock: createClock(),
  address: { host: '127.0.0.1', port: Number(port), database, user },
  agent: randomUUID(),
  incarnation: randomUUID(),
  name: 'CARLA',
  version: '0.2.0',
  key: async () => ({ scope: 'scope', mac: () => 'code' }),
  budget: 'key',
  remembered: { writes: 0, token: '' },
  remember: () => undefined,
});
await team.feed(0n, new AbortController().signal);
console.log(JSON.stringify(team.standing()));
await team.close();

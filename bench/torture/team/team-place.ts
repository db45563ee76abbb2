import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Cluster, createCluster, type TeamDatabase } from '../../../test/team/support/cluster.ts';
import { compiledSources } from '../../support/compiled-sources.ts';
import { startProgram } from '../../support/programs.ts';
import type { BenchSandbox } from '../../support/sandbox.ts';
import type { RunOptions } from '../options.ts';
import { startTorturedService } from '../tortured-service.ts';
import { clockVariable, tuningVariable } from '../tuning.ts';
import { canaryVariable, serviceVariable } from './canaries.ts';
import { createTeamAgent, type TeamAgent } from './team-agent.ts';
import { places } from './team-verdict.ts';

/** What all agents together may ask of the service in a minute, none of it held back for people. */
export const perMinute = 1_000;
/** Seconds of quiet before a file is taken: short, so that much happens between two kills. */
const settleSeconds = 0.2;
/** Bytes a second of each agent: a file of some megabytes takes a good second. */
const uploadBandwidth = '4MB';
/** An unnamed slot is this old before it is deleted, ms; a day in real life. */
const slotAgeMs = 60_000;

/** Which folders the agents watch, by turns: each is watched by six, and no two have all in common. */
const watches = [
  ['inbox', 'replace', 'archive'],
  ['inbox', 'replace'],
  ['inbox', 'archive'],
  ['replace', 'archive'],
] as const;

const agentProgram = 'bench/torture/agent/index.ts';
const ownProgram = new URL('../agent/index.ts', import.meta.url);

export type TeamFolders = Record<'inbox' | 'replace' | 'archive' | 'done', string>;

/** All that one run stands on. */
export interface TeamPlace {
  readonly base: string;
  readonly log: string;
  readonly cluster: Cluster;
  readonly database: TeamDatabase;
  readonly service: BenchSandbox;
  readonly agents: readonly TeamAgent[];
  readonly folders: TeamFolders;
  /** Ends what runs; `keep` leaves the folders. */
  end(keep: boolean): Promise<void>;
}

type Wanted = RunOptions & {
  readonly agents: number;
  readonly onProblem: (problem: string) => void;
};

/** A database, a service, three folders, and the agents that watch all of them; none lives yet. */
export async function createTeamPlace(wanted: Wanted): Promise<TeamPlace> {
  const { agents: count, canary, behind, onProblem } = wanted;
  const base = mkdtempSync(join(tmpdir(), 'sluice-torture-team-'));
  const log = join(base, 'programs.log');
  const cluster = await createCluster({ turnable: false });
  const database = await cluster.createTeam();
  await database.admin.query(`SELECT sluice.configure($1, $2, 0, 'key')`, [places, perMinute]);
  const service = await startTorturedService(wanted, join(base, 'service'));
  const folderOf = (name: string) => {
    const path = join(base, name);
    mkdirSync(path);
    return path;
  };
  const folders = {
    inbox: folderOf('inbox'),
    replace: folderOf('replace'),
    archive: folderOf('archive'),
    done: folderOf('done'),
  };
  const createAgent = async (index: number): Promise<TeamAgent> => {
    const name = `FILESRV${index + 1}`;
    const data = join(base, `data-${index + 1}`);
    const proxy = await cluster.createProxy();
    const { user, database: databaseName } = database.agent;
    const team = { address: `postgres://${user}@127.0.0.1:${proxy.port}/${databaseName}`, machine: name };
    const isBehind = behind !== undefined && index === count - 1;
    const program = isBehind ? pathToFileURL(join(resolve(behind), agentProgram)) : ownProgram;
    const start: Parameters<typeof createTeamAgent>[0]['start'] = (args, clock) =>
      startProgram(program, [...args, '--data-dir', data], {
        variables: {
          NODE_COMPILE_CACHE: compiledSources,
          SLUICE_API_KEY: service.apiKey,
          [tuningVariable]: JSON.stringify({ slotAgeMs }),
          ...(canary ? { [canaryVariable]: canary, [serviceVariable]: service.baseUrl } : {}),
          ...(clock ? { [clockVariable]: JSON.stringify(clock) } : {}),
        },
        log,
      });
    const agent = createTeamAgent({ name, data, proxy, start, onProblem });
    const file = join(base, `${name}.json`);
    writeFileSync(file, JSON.stringify(configuration({ service, folders, team, index })));
    await agent.command(['apply', file]);
    return agent;
  };
  const agents = await Promise.all(Array.from({ length: count }, (_, index) => createAgent(index)));
  return {
    base,
    log,
    cluster,
    database,
    service,
    agents,
    folders,
    async end(keep) {
      await Promise.all(agents.map((agent) => agent.kill()));
      await service.stop();
      await cluster.remove();
      if (!keep) rmSync(base, { recursive: true, force: true });
    },
  };
}

interface Told {
  readonly service: BenchSandbox;
  readonly folders: TeamFolders;
  readonly team: { readonly address: string; readonly machine: string };
  readonly index: number;
}

/** What one agent is told, as the file that `sluice apply` takes. */
function configuration({ service: { baseUrl, agentsUrl }, folders, team, index }: Told) {
  const profile = 'torture';
  const changes = {
    inbox: {},
    replace: { changed: 'replace' },
    archive: { afterUpload: 'move', doneFolder: folders.done },
  };
  return {
    version: 1,
    profiles: [{ name: profile, baseUrl, agentsUrl, requestsPerMinute: perMinute, uploadBandwidth, team }],
    folders: (watches[index % watches.length] ?? []).map((name) => ({
      path: folders[name],
      profile,
      settleSeconds,
      ...changes[name],
    })),
  };
}

import { profileSchema } from '#shared/settings/profile.ts';
import { settingsSchema, settingsVersion } from '#shared/settings/settings.ts';
import type { AgentSetup } from '../agent/protocol.ts';

/** So high that the request budget never says wait. */
const noLimit = 10_000_000;

export interface Wanted {
  readonly dataDirectory: string;
  readonly sandbox: { readonly baseUrl: string; readonly apiKey: string };
  readonly requestsPerMinute?: number;
  /** Address of a team's database. */
  readonly team?: string;
  readonly folders?: readonly Readonly<Record<string, unknown>>[];
  readonly speed?: number;
  readonly unfinishedFor?: number;
}

/** An agent with one profile that points at the sandbox, and the product's defaults for everything else. */
export function agentSetup({
  dataDirectory,
  sandbox,
  requestsPerMinute = noLimit,
  team,
  folders = [],
  speed = 1,
  unfinishedFor,
}: Wanted): AgentSetup {
  const profile = profileSchema.parse({
    id: 'bench',
    name: 'Bench',
    baseUrl: sandbox.baseUrl,
    requestsPerMinute,
    ...(team === undefined ? {} : { team: { address: team, machine: 'BENCH' } }),
  });
  return {
    dataDirectory,
    settings: settingsSchema.parse({
      version: settingsVersion,
      profiles: [profile],
      activeProfileId: profile.id,
      folders: folders.map((folder) => ({ profileId: profile.id, ...folder })),
    }),
    apiKey: sandbox.apiKey,
    speed,
    ...(unfinishedFor === undefined ? {} : { unfinishedFor }),
  };
}

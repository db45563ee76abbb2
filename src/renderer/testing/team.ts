import type { PageCallOutput } from '#shared/bridge/contract.ts';
import type { TeamMachine, TeamShown } from '#shared/bridge/team.ts';
import { settings } from './answers.ts';

export const address = 'postgres://anna@team.example/sluice';

/** The settings of a machine in a team. */
export const inTeam = {
  settings: {
    ...settings,
    profiles: settings.profiles.map((one) => ({
      ...one,
      team: { address, machine: null, certificates: null },
    })),
  },
  keysPresent: { p1: true },
};

export function aMachine(name: string, more: Partial<TeamMachine> = {}): TeamMachine {
  return {
    agent: name.toLowerCase(),
    name,
    version: '0.2.0',
    alive: true,
    seenAt: Date.now() - 1_000,
    queue: 0,
    used: 0,
    sending: 0,
    paused: null,
    ...more,
  };
}

export function aTeam(more: Partial<TeamShown> = {}): PageCallOutput<'team.show'> {
  return {
    setting: { address, machine: 'ANNA-LAPTOP', passwordKept: false },
    trouble: null,
    team: {
      self: 'anna-laptop',
      paused: null,
      places: 10,
      placesTaken: 3,
      permitted: 500,
      used: 400,
      landed: 12_345,
      machines: [
        aMachine('ANNA-LAPTOP', { queue: 7, used: 100 }),
        aMachine('FILESRV1', { used: 300, queue: 1_200 }),
      ],
      stranded: { total: 0, bytes: 0, files: [] },
      ...more,
    },
  };
}

import { useCall } from './queries.ts';

export interface Senders {
  readonly machines: readonly string[];
  readonly persons: readonly string[];
  /** Others send with the same subscription, so that it matters who did. */
  readonly isTeam: boolean;
}

/** Who of the team sent documents of the profile; nobody where there is no team. */
export function useSenders(): Senders {
  const { data } = useCall('documents.senders', {}, { keepPrevious: true });
  const { machines = [], persons = [] } = data ?? {};
  return { machines, persons, isTeam: machines.length > 0 };
}

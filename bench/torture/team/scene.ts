import type { Span } from '../../../src/sandbox/http/at-once.ts';
import type { DatabaseBlows } from './database-blows.ts';
import type { StagedFiles, StandOff } from './staged-files.ts';
import type { TeamPlace } from './team-place.ts';
import type { Trouble } from './team-plan.ts';

/** What may happen to a team besides the kills of its agents, by what a run is said to have dealt. */
export type Dealt = Partial<Record<Trouble | StandOff | 'database' | 'restore' | 'clock' | 'rush', number>>;

/** All that goes on in a run. */
export interface Scene {
  readonly place: TeamPlace;
  readonly blows: DatabaseBlows;
  readonly staged: StagedFiles;
  readonly dealt: Dealt;
  /** PUTs that the service has told of. */
  readonly spans: Span[];
  /** What goes on beside the kills. */
  readonly under: Promise<void>[];
}

export function count(dealt: Dealt, what: keyof Dealt): void {
  dealt[what] = (dealt[what] ?? 0) + 1;
}

/** Keeps what the service knows of its PUTs. */
export async function notePuts({ place, spans }: Scene): Promise<void> {
  spans.push(...(await place.service.puts()));
}

/** The service ends, with all PUTs that it is taking, and comes back without a memory of them. */
export async function restartService({ place, spans }: Scene): Promise<void> {
  const noted = await place.service.puts();
  await place.service.restart();
  const ended = Date.now();
  spans.push(...noted.map((span) => ({ ...span, to: span.to ?? ended })));
}

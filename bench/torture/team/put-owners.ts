import { readLedger } from '../read-ledger.ts';

export interface PutOwners {
  /** Who asked for the slot that this path of a PUT names. */
  agentOf(path: string): number | undefined;
  /** Slots that were taken over, with their claims, from somebody who was gone. */
  readonly takenOver: number;
  /** Uploads that learned that somebody else has their claim. */
  readonly fenced: number;
}

/** From the agents' journals, which name each slot before its first byte; of one file, or of all. */
export function readOwners(dataFolders: readonly string[], file?: string): PutOwners {
  const owners = new Map<string, number>();
  let takenOver = 0;
  let fenced = 0;
  for (const [index, data] of dataFolders.entries()) {
    for (const { kind, contentId } of eventsOf(data, file)) {
      if (kind === 'taken-over') takenOver += 1;
      else if (kind === 'fenced') fenced += 1;
      else if (contentId !== null) owners.set(contentId, index);
    }
  }
  return { agentOf: (path) => owners.get(path.split('/').at(-1) ?? ''), takenOver, fenced };
}

interface OwnEvent {
  readonly kind: string;
  readonly contentId: string | null;
}

function eventsOf(data: string, file: string | undefined): readonly OwnEvent[] {
  const events = readLedger(data, (ledger) =>
    ledger
      .prepare(
        `SELECT e.kind, e.detail ->> 'contentId' AS contentId FROM upload_events e
          JOIN uploads u ON u.id = e.upload_id
          WHERE e.kind IN ('reserved', 'taken-over', 'fenced') AND (? IS NULL OR u.path = ?)`,
      )
      .all(file ?? null, file ?? null),
  );
  return (events ?? []) as unknown as readonly OwnEvent[];
}

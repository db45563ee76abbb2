import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { copyLedger, ledgerOf } from '../synced-ledger.ts';

export interface PutOwners {
  /** Who asked for the slot that this path of a PUT names. */
  agentOf(path: string): number | undefined;
  /** Slots that were taken over, with their claims, from somebody who was gone. */
  readonly takenOver: number;
  /** Uploads that learned that somebody else has their claim. */
  readonly fenced: number;
}

/** From the agents' journals, which name each slot before its first byte. */
export function readOwners(dataFolders: readonly string[]): PutOwners {
  const owners = new Map<string, number>();
  let takenOver = 0;
  let fenced = 0;
  for (const [index, data] of dataFolders.entries()) {
    for (const { kind, contentId } of eventsOf(data)) {
      if (kind === 'taken-over') takenOver += 1;
      else if (kind === 'fenced') fenced += 1;
      else if (contentId !== null) owners.set(contentId, index);
    }
  }
  return { agentOf: (path) => owners.get(path.split('/').at(-1) ?? ''), takenOver, fenced };
}

function eventsOf(data: string): { kind: string; contentId: string | null }[] {
  const path = ledgerOf(data);
  if (!existsSync(path)) return [];
  const directory = mkdtempSync(join(tmpdir(), 'sluice-look-'));
  try {
    const copy = join(directory, 'ledger.sqlite');
    copyLedger(path, copy);
    const database = new DatabaseSync(copy);
    try {
      return database
        .prepare(
          `SELECT kind, detail ->> 'contentId' AS contentId FROM upload_events
            WHERE kind IN ('reserved', 'taken-over', 'fenced')`,
        )
        .all() as { kind: string; contentId: string | null }[];
    } finally {
      database.close();
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

import type { FileStanding } from '#shared/bridge/folders.ts';
import type { FileGate } from '#core/local/file-gate.ts';
import type { FileStat } from '#core/local/look.ts';
import type { FilePlace } from '#core/local/place.ts';
import type { Volume } from '#core/local/volume.ts';
import { findUnfinished, type UnfinishedWaits, waitedFor } from './settle/unfinished.ts';

/**
 * Where a file stands that the watch would find now and, as it looks half-written, hold back first; null for
 * any other. A drive of the network has the clock of another machine, and what lies there is not read.
 */
export async function standingByItsEnd(
  gate: Pick<FileGate, 'readEnds'>,
  place: FilePlace,
  stat: FileStat,
  { network, compresses }: Pick<Volume, 'network' | 'compresses'>,
  waits: UnfinishedWaits,
): Promise<FileStanding | null> {
  if (network !== null) return null;
  const changedAt = Math.max(stat.mtimeMs, stat.ctimeMs);
  const age = Date.now() - changedAt;
  if (age >= waits.unfinishedFor) return null;
  const reason = await findUnfinished(gate, place, stat, !compresses).catch(() => null);
  if (reason === null || age >= waitedFor(reason, waits)) return null;
  const dueAt = Math.round(changedAt + waitedFor(reason, waits));
  return { place: 'inProgress', reason, state: null, uploadId: null, dueAt };
}

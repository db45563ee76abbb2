import type { FileGate } from './file-gate.ts';

/** Uploads remembered; one that is forgotten is only read once more. */
const memory = 1_000;

/**
 * Remembers how files stood that changed while they were read, so that a large one is read again only when it
 * stands still (W3).
 */
export interface ChangingFiles {
  /** The file of this upload changed while it was read. */
  note(uploadId: number, path: string): Promise<void>;
  /**
   * Whether the file is another one than when it was last looked at: reading it would be in vain again. Costs
   * one stat.
   */
  goesOn(uploadId: number, path: string): Promise<boolean>;
}

export function createChangingFiles(gate: Pick<FileGate, 'patient'>): ChangingFiles {
  const seen = new Map<number, string>();

  async function look(path: string): Promise<string | undefined> {
    const stat = await gate.patient.stat(path);
    // Whatever is wrong with it, reading it says so in words.
    return stat ? `${stat.size} ${stat.mtimeNs} ${stat.ctimeNs} ${stat.inode}` : undefined;
  }

  return {
    async note(uploadId, path) {
      const now = await look(path);
      if (seen.size >= memory) seen.clear();
      if (now === undefined) seen.delete(uploadId);
      else seen.set(uploadId, now);
    },
    async goesOn(uploadId, path) {
      const before = seen.get(uploadId);
      if (before === undefined) return false;
      const now = await look(path);
      if (now === undefined || now === before) {
        seen.delete(uploadId);
        return false;
      }
      seen.set(uploadId, now);
      return true;
    },
  };
}

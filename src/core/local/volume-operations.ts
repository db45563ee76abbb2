import { createFileGate, type FileGate } from './file-gate.ts';
import { hashFile, type OnHashed } from './hash-file.ts';
import type { FileStamp } from './file-stamp.ts';
import { patientLook } from './look.ts';
import type { FilePlace } from './place.ts';
import { readStreamed } from './read-file.ts';

/** What reading a file for upload found, and its bytes if they are few. */
export interface ReadAnswer {
  readonly stamp: FileStamp;
  readonly sha256: string;
  readonly md5: string;
  readonly bytes: Uint8Array | undefined;
}

const never = new AbortController().signal;

/**
 * What a drive's process does: the operations of the gate by name. Those that read long say how far they are,
 * which is the sign that the drive answers.
 */
export function createVolumeOperations(gate: FileGate = createFileGate()) {
  const open = new Map<number, AsyncGenerator<Uint8Array>>();
  let nextId = 1;
  return {
    list: patientLook.list,
    statMany: patientLook.statMany,
    stat: patientLook.stat,
    absent: patientLook.absent,
    readable: patientLook.readable,
    lookAtVolume: gate.lookAtVolume,
    mountsOfRoot: gate.mountsOfRoot,
    reach: gate.reach,
    lookAtRoot: gate.lookAtRoot,
    spelledByDisk: gate.spelledByDisk,
    isForbidden: gate.isForbidden,
    followLink: gate.followLink,
    resolveNamed: gate.resolveNamed,
    readText: gate.readText,
    readEnds: gate.readEnds,
    readPart: gate.readPart,
    setAside: gate.setAside,
    lookAside: gate.lookAside,
    asideTime: gate.asideTime,
    deleteAside: gate.deleteAside,
    trashAside: gate.trashAside,
    isPlaced: gate.isPlaced,
    putBack: gate.putBack,
    prepare: gate.prepare,
    writeNew: gate.writeNew,
    hashFile: (onBytes: OnHashed, place: FilePlace) => hashFile(place, onBytes),
    examineAside: (onBytes: OnHashed, aside: Parameters<FileGate['examineAside']>[0]) =>
      gate.examineAside(aside, onBytes),
    placeAside: (onBytes: OnHashed, ...[aside, examined, to]: Parameters<FileGate['placeAside']>) =>
      gate.placeAside(aside, examined, to, onBytes),
    async readForUpload(onBytes: OnHashed, place: FilePlace): Promise<ReadAnswer> {
      const { stamp, sha256, md5, body } = await gate.readForUpload(place, never, onBytes);
      return { stamp, sha256, md5: md5(), bytes: body.kind === 'buffer' ? body.bytes : undefined };
    },
    /** Begins to read the bytes of a file once more; the number to ask for its pieces with. */
    async openPieces(place: FilePlace, stamp: FileStamp, sha256: string): Promise<number> {
      const id = nextId++;
      open.set(id, readStreamed(place, stamp, sha256));
      return id;
    },
    /** Undefined at the end. */
    async nextPiece(id: number): Promise<Uint8Array | undefined> {
      const result = await open.get(id)?.next();
      if (result?.done !== false) return undefined;
      return result.value;
    },
    async closePieces(id: number): Promise<void> {
      const pieces = open.get(id);
      open.delete(id);
      await pieces?.return(undefined);
    },
  };
}

export type VolumeOperations = ReturnType<typeof createVolumeOperations>;

/** Those whose first argument here is told how far they are. */
export const longOperations: ReadonlySet<string> = new Set([
  'hashFile',
  'examineAside',
  'placeAside',
  'readForUpload',
] satisfies (keyof VolumeOperations)[]);

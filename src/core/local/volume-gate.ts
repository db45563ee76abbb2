import { AppError } from '#shared/errors/app-error.ts';
import type { FileGate } from './file-gate.ts';
import type { FileStamp } from './file-stamp.ts';
import type { Look } from './look.ts';
import type { FilePlace } from './place.ts';
import { resolvePublished } from './published.ts';
import type { ReadFile } from './read-file.ts';
import type { Aside } from './set-aside.ts';
import type { ReadAnswer } from './volume-operations.ts';
import { asBuffer, type OperationName } from './volume-protocol.ts';
import type { VolumeCall } from './volume-process.ts';
import type { Volumes } from './volumes.ts';

/**
 * The gate in front of drives that may hang: what lies on one is done by the process of that drive, all else
 * here.
 */
export function withVolumes(gate: FileGate, volumes: Volumes): FileGate {
  /** By the process of the first of these paths' drives that may hang; here when there is none. */
  function at<T>(
    paths: readonly string[],
    operation: OperationName,
    args: readonly unknown[],
    here: () => T,
    call?: VolumeCall,
  ): T | Promise<Awaited<T>> {
    for (const path of paths) {
      const mount = volumes.of(path);
      if (mount !== undefined) return volumes.ask(mount, operation, args, call) as Promise<Awaited<T>>;
    }
    return here();
  }
  /** The same for operations whose answer is a promise anyway. */
  async function later<T>(
    paths: readonly string[],
    operation: OperationName,
    args: readonly unknown[],
    here: () => Promise<T>,
    call?: VolumeCall,
  ): Promise<T> {
    return (await at(paths, operation, args, here, call)) as T;
  }
  const ofAside = (aside: Aside) => [aside.directory];

  const look = (inner: Look): Look => ({
    list: (path, root) => at([path], 'list', [path, root], () => inner.list(path, root)),
    stat: (path, follow) => at([path], 'stat', [path, follow], () => inner.stat(path, follow)),
    absent: (path) => falseIfSilent(at([path], 'absent', [path], () => inner.absent(path))),
    readable: (path) => at([path], 'readable', [path], () => inner.readable(path)),
    statMany(directory, names, follow) {
      const isHere = volumes.of(directory) === undefined;
      // A drive that is mounted in a directory of this machine: its name alone makes it answer.
      const isMixed = isHere && (follow || volumes.below(directory));
      if (!isMixed || !names.some((name) => volumes.of(`${directory}/${name}`) !== undefined)) {
        const args = [directory, names, follow];
        return at([directory], 'statMany', args, () => inner.statMany(directory, names, follow));
      }
      return Promise.all(
        names.map(async (name) => {
          const path = `${directory}/${name}`;
          return at([path], 'stat', [path, follow], () => inner.stat(path, follow));
        }),
      );
    },
  });

  const readPartThere: FileGate['readPart'] = (place, from, length) =>
    later([place.path], 'readPart', [place, from, length], () => gate.readPart(place, from, length));

  return {
    ...gate,
    direct: look(gate.direct),
    patient: look(gate.patient),
    stat: (path, follow) => later([path], 'stat', [path, follow], () => gate.stat(path, follow)),
    isDoubtful: (path) => volumes.of(path) !== undefined,
    silentSince: (path) => volumes.silentSince(path),
    async lookAtVolume(root) {
      const volume = await later([root], 'lookAtVolume', [root], () => gate.lookAtVolume(root));
      // Elsewhere than on Linux it may be a disk that is plugged in, whose events are as good as any.
      const isNetwork = process.platform === 'linux' && volumes.of(root) !== undefined;
      return isNetwork ? { ...volume, network: volume.network ?? 'network' } : volume;
    },
    reach: (root) => later([root], 'reach', [root], () => gate.reach(root)).catch(unreadableIfSilent),
    lookAtRoot: (path) =>
      later([path], 'lookAtRoot', [path], () => gate.lookAtRoot(path)).catch(nullIfSilent),
    spelledByDisk: (root, path) =>
      later([root], 'spelledByDisk', [root, path], () => gate.spelledByDisk(root, path)).catch(nullIfSilent),
    isForbidden: (path) => later([path], 'isForbidden', [path], () => gate.isForbidden(path)),
    followLink: (root, path) =>
      later([root, path], 'followLink', [root, path], () => gate.followLink(root, path)),
    mountsOfRoot: (root, table) =>
      later([root], 'mountsOfRoot', [root, table], () =>
        gate.mountsOfRoot(root, table, async (path) => {
          const stat = at([path], 'stat', [path], () => gate.patient.stat(path));
          return Promise.resolve(stat).catch(nullIfSilent);
        }),
      ),
    resolveNamed: (path) => later([path], 'resolveNamed', [path], () => gate.resolveNamed(path)),
    readText: (place, most) =>
      later([place.path], 'readText', [place, most], () => gate.readText(place, most)),
    readEnds: async (place, head, tail) => {
      const ends = await later([place.path], 'readEnds', [place, head, tail], () =>
        gate.readEnds(place, head, tail),
      );
      return { head: asBuffer(ends.head), tail: asBuffer(ends.tail) };
    },
    readForUpload(place, signal) {
      const mount = volumes.of(place.path);
      if (mount === undefined) return gate.readForUpload(place, signal);
      return readThere(volumes, mount, place, signal);
    },
    hashFile: (place, onHashed) =>
      later([place.path], 'hashFile', [place], () => gate.hashFile(place, onHashed), progress(onHashed)),
    readPart: readPartThere,
    resolvePublished: (query) =>
      resolvePublished(query, { readPart: readPartThere, dateOfPdf: gate.dateOfPdf }),
    setAside: (aside) => later(ofAside(aside), 'setAside', [aside], () => gate.setAside(aside)),
    examineAside: (aside, onHashed) =>
      later(
        ofAside(aside),
        'examineAside',
        [aside],
        () => gate.examineAside(aside, onHashed),
        progress(onHashed),
      ),
    lookAside: (aside) => later(ofAside(aside), 'lookAside', [aside], () => gate.lookAside(aside)),
    asideTime: (directory, aside) =>
      later([directory], 'asideTime', [directory, aside], () => gate.asideTime(directory, aside)),
    deleteAside: (aside, examined) =>
      later(ofAside(aside), 'deleteAside', [aside, examined], () => gate.deleteAside(aside, examined)),
    trashAside: async (aside, examined, trash) =>
      gate.hasTrashOfHost
        ? gate.trashAside(aside, examined, trash)
        : later(ofAside(aside), 'trashAside', [aside, examined], () =>
            gate.trashAside(aside, examined, trash),
          ),
    placeAside: (aside, examined, to, onCopied) =>
      later(
        [aside.directory, to.root],
        'placeAside',
        [aside, examined, to],
        () => gate.placeAside(aside, examined, to, onCopied),
        progress(onCopied),
      ),
    isPlaced: (aside, to) =>
      later([aside.directory, to.root], 'isPlaced', [aside, to], () => gate.isPlaced(aside, to)),
    putBack: (aside) => later(ofAside(aside), 'putBack', [aside], () => gate.putBack(aside)),
    prepare: (place) => later([place.root], 'prepare', [place], () => gate.prepare(place)),
    writeNew: (to, content) => later([to.root], 'writeNew', [to, content], () => gate.writeNew(to, content)),
  };
}

function progress(onProgress: VolumeCall['onProgress']): VolumeCall {
  return onProgress ? { onProgress } : {};
}

async function readThere(
  volumes: Volumes,
  mount: string,
  place: FilePlace,
  signal: AbortSignal,
): Promise<ReadFile> {
  const read = (await volumes.ask(mount, 'readForUpload', [place], { signal })) as ReadAnswer;
  const { stamp, sha256, md5, bytes } = read;
  const open = () => piecesThere(volumes, mount, place, stamp, sha256);
  const body: ReadFile['body'] = bytes
    ? { kind: 'buffer', bytes }
    : { kind: 'stream', size: stamp.size, open };
  return { stamp, sha256, md5: () => md5, body };
}

/** One piece is on its way at a time: the next is read when it is asked for. */
async function* piecesThere(
  volumes: Volumes,
  mount: string,
  place: FilePlace,
  stamp: FileStamp,
  sha256: string,
): AsyncGenerator<Uint8Array> {
  const id = await volumes.ask(mount, 'openPieces', [place, stamp, sha256]);
  let sent = 0;
  try {
    for (;;) {
      const piece = (await volumes.ask(mount, 'nextPiece', [id])) as Uint8Array | undefined;
      if (!piece) break;
      sent += piece.byteLength;
      yield piece;
    }
    // A new process has taken the place of the one that read: it knows nothing of this file.
    if (sent !== stamp.size) throw new AppError('DRIVE_NOT_ANSWERING', { detail: mount, retryable: true });
  } finally {
    void volumes.ask(mount, 'closePieces', [id]).catch(() => undefined);
  }
}

export function isSilence(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'DRIVE_NOT_ANSWERING';
}

/** A drive that does not answer proves nothing. */
function falseIfSilent(answer: boolean | Promise<boolean>): boolean | Promise<boolean> {
  if (typeof answer === 'boolean') return answer;
  return answer.catch((error) => {
    if (isSilence(error)) return false;
    throw error;
  });
}

export function nullIfSilent(error: unknown): null {
  if (isSilence(error)) return null;
  throw error;
}

function unreadableIfSilent(error: unknown): 'unreadable' {
  if (isSilence(error)) return 'unreadable';
  throw error;
}

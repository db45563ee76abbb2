import { dirname } from 'node:path';
import { type NamedFile, resolveNamed } from './named.ts';
import { hashFile, type OnHashed } from './hash-file.ts';
import { createLocalVolumes } from './local-volume.ts';
import { followLink } from './links.ts';
import { directLook, type FileStat, isForbidden, type Look, patientLook } from './look.ts';
import { mountsOfRoot } from './mounts.ts';
import { lookAtRoot, spelledByDisk } from './nesting.ts';
import { createOpenWriters } from './open-writers.ts';
import type { FileIdentity, FilePlace } from './place.ts';
import type { StartProgram } from '#core/ports/programs.ts';
import type { MoveToTrash } from '#core/ports/trash.ts';
import { type ReadPart, readPart } from './document-date.ts';
import type { DateOfPdf } from './pdf-dates.ts';
import { type PublishedQuery, resolvePublished } from './published.ts';
import { readEnds } from './read-ends.ts';
import { type ReadFile, readFileForUpload } from './read-file.ts';
import { readText } from './read-text.ts';
import {
  asideTime,
  deleteAside,
  examineAside,
  isPlaced,
  lookAside,
  placeAside,
  prepare,
  putBack,
  setAside,
  trashAside,
} from './set-aside.ts';
import { lookAtVolume, reach } from './volume.ts';
import { writeNew } from './write-new.ts';

/**
 * The one way to people's files and folders: all that Sluice opens, writes, moves or deletes there. Small
 * operations with plain arguments and answers, so that another process can do them; only the bytes of an
 * upload are a stream.
 */
export interface FileGate {
  /** Looks on this thread: for volumes that answer at once. */
  readonly direct: Look;
  readonly patient: Look;
  /** Looks at one file: on this thread where its volume answers at once, as `patient` does elsewhere. */
  stat(path: string, follow: boolean): Promise<FileStat | null>;
  readonly lookAtVolume: typeof lookAtVolume;
  readonly mountsOfRoot: typeof mountsOfRoot;
  /** Whether a path lies on a drive that may stop answering, which then is asked in a process of its own. */
  isDoubtful(path: string): boolean;
  /**
   * Since when the drive that a path lies on does not answer, ms since the epoch; undefined while it does.
   */
  silentSince(path: string): number | undefined;
  readonly reach: typeof reach;
  readonly lookAtRoot: typeof lookAtRoot;
  readonly spelledByDisk: typeof spelledByDisk;
  readonly isForbidden: typeof isForbidden;
  readonly followLink: typeof followLink;
  /** Where what a person named really is; from then on nothing on the way may be a link. */
  resolveNamed(path: string): Promise<NamedFile>;
  readonly readText: typeof readText;
  readonly readEnds: typeof readEnds;
  readonly readPart: ReadPart;
  /** In a process of its own, which only a host can start. */
  readonly dateOfPdf: DateOfPdf;
  /** `onHashed` is told of the bytes read so far of a large file. */
  readForUpload(place: FilePlace, signal: AbortSignal, onHashed?: OnHashed): Promise<ReadFile>;
  readonly hashFile: typeof hashFile;
  /** When a document is of, ISO 8601 in UTC; null when no source tells. */
  resolvePublished(query: PublishedQuery): Promise<string | null>;
  readonly setAside: typeof setAside;
  readonly examineAside: typeof examineAside;
  readonly lookAside: typeof lookAside;
  readonly asideTime: typeof asideTime;
  readonly deleteAside: typeof deleteAside;
  readonly trashAside: typeof trashAside;
  /** Whether the host brings the trash, which then only this process can use. */
  readonly hasTrashOfHost: boolean;
  readonly placeAside: typeof placeAside;
  readonly isPlaced: typeof isPlaced;
  readonly putBack: typeof putBack;
  /**
   * Whether a process of this account has the file open for writing, as far as this system tells: `now`,
   * which looks anew, or `lately`, which may be a second ago and costs nothing for many files.
   */
  isOpenForWriting(file: Pick<FileIdentity, 'device' | 'inode'>, when: 'now' | 'lately'): Promise<boolean>;
  readonly prepare: typeof prepare;
  readonly writeNew: typeof writeNew;
}

/**
 * The gate of this process. Created once by whoever starts an engine, a thread or a tool, and passed on;
 * `withVolumes` puts drives that may hang into processes of their own.
 *
 * @param trash the host's; the system's own rule when left out
 * @param start how the host starts programs
 */
export function createFileGate(trash?: MoveToTrash, start?: StartProgram): FileGate {
  const volumes = createLocalVolumes();
  const monotonic = () => performance.now();
  const writers = createOpenWriters(monotonic);
  let dates: Promise<DateOfPdf> | undefined;
  // Loaded with the first PDF: most commands read none.
  const dateOfPdf: DateOfPdf = async (source) => {
    dates ??= import('./pdf-dates.ts').then(({ createPdfDates }) => createPdfDates({}, start));
    return (await dates)(source);
  };
  return {
    ...{
      direct: directLook,
      patient: patientLook,
      lookAtVolume,
      reach,
      isForbidden,
      followLink,
      resolveNamed,
    },
    mountsOfRoot,
    lookAtRoot,
    spelledByDisk,
    async stat(path, follow) {
      const look = (await volumes.isLocal(dirname(path))) ? directLook : patientLook;
      return look.stat(path, follow);
    },
    isDoubtful: () => false,
    silentSince: () => undefined,
    readText,
    readEnds,
    readPart,
    dateOfPdf,
    hashFile,
    resolvePublished: (query) => resolvePublished(query, { readPart, dateOfPdf }),
    readForUpload: (place, signal, onHashed) => readFileForUpload(place, volumes, signal, onHashed),
    setAside,
    examineAside,
    lookAside,
    asideTime,
    deleteAside,
    trashAside: (aside, examined, other = trash) => trashAside(aside, examined, other),
    hasTrashOfHost: trash !== undefined,
    placeAside,
    isPlaced,
    putBack,
    prepare,
    writeNew,
    async isOpenForWriting(file, when) {
      const changedAt = when === 'now' ? monotonic() : 0;
      return (await writers.find([{ ...file, changedAt }])).size > 0;
    },
  };
}

import { wayBelow } from '#core/local/below.ts';
import type { FileGate } from '#core/local/file-gate.ts';
import type { FileStat } from '#core/local/look.ts';
import type { FilePlace } from '#core/local/place.ts';
import type { ReadFile } from '#core/local/read-file.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { SharedFile, Team, Word } from '#core/ports/team.ts';
import type { Decided } from '../../ledger/queued-uploads.ts';
import type { UploadRow } from '../../ledger/upload-row.ts';
import type { FirstReaders, FirstReadersContext } from './first-readers.ts';
import { endsOf, readEndsHash, sharedFileOf, smallFile } from './shared-file.ts';
import { createWords } from './words.ts';

/** Told what came of reading a file: undefined where it could not be read. */
export type TellRead = (read: ReadFile | undefined) => void;

/**
 * What is to be done about a file before it is read.
 * - `read`: it is to be read here
 * - `wait`: another machine reads it, or is about to
 * - `known`: another machine of the same key has read it and sends, or has sent, its bytes
 */
export type BeforeReading =
  | { readonly kind: 'read'; readonly told: TellRead }
  | { readonly kind: 'wait'; readonly machine: string; readonly againMs: number }
  | {
      readonly kind: 'known';
      readonly machine: string;
      readonly sha256: string;
      readonly size: number;
      readonly mtimeNs: bigint;
    };

interface FileOfUpload {
  readonly row: UploadRow;
  readonly decided: Decided;
  readonly place: FilePlace;
  /** It is read here whatever others know; they are told all the same. */
  readonly mustRead: boolean;
  readonly signal: AbortSignal;
}

export interface SharedReading {
  before(file: FileOfUpload): Promise<BeforeReading>;
}

export interface SharedReadingContext extends FirstReadersContext {
  readonly team: Pick<Team, 'root' | 'words' | 'tellWords'>;
  readonly gate: Pick<FileGate, 'stat' | 'readEnds'>;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
}

/** How long a file waits for the machine that reads its folder first, ms; less where nothing waits there. */
const patienceMs = 120_000;
const patienceWithIdleMs = 30_000;
/** Who has read a file claims its bytes within this, ms, or leaves them to whoever wants them. */
const claimsWithinMs = 60_000;
/** So long a file waits in all for others that are reading it, ms, and as much longer as it is large. */
const longestWaitMs = 5 * 60_000;
/** Waits between two questions about one file, ms; they grow with its age. */
const shortestAgainMs = 2_000;
const longestAgainMs = 30_000;
/** The team did not answer: nobody waits for it for so long, ms. */
const silentMs = 30_000;

interface Known {
  readonly scope: string;
  /** Of its folder. */
  readonly name: string;
  readonly file: SharedFile;
}

const notShared: BeforeReading = { kind: 'read', told: () => undefined };

/**
 * Asks the team about a file on a share before it is read, so that it is read by one machine (docs/adr/0041).
 * Whatever the answer: claims decide who sends it, and a file that nobody else reads is read here.
 */
export function createSharedReading(context: SharedReadingContext, readers: FirstReaders): SharedReading {
  const { clock, gate, team } = context;
  const words = createWords(team, context.end);
  /** Since when an upload waits here, monotonic ms. */
  const waiting = new Map<number, number>();
  let silentUntil = Number.NEGATIVE_INFINITY;

  /** Undefined where nobody answers. */
  async function ask(
    { scope, name, file }: Known,
    { row, signal }: FileOfUpload,
  ): Promise<{ word: Word; waited: number; wait: (machine?: string) => BeforeReading } | undefined> {
    const root = await readers.of(scope, name, signal);
    if (root.kind === 'unreachable') return undefined;
    const now = clock.monotonic();
    const since = waiting.get(row.id) ?? now;
    waiting.set(row.id, since);
    // The system's clock may have been set back.
    const age = Math.max(clock.now() - row.createdAt, now - since);
    const patience = root.kind === 'ours' ? 0 : root.queue > 0 ? patienceMs : patienceWithIdleMs;
    const word = await words.ask(scope, { ...file, reads: age >= patience }, signal);
    if (word === 'unreachable') return undefined;
    const left = age < patience ? patience - age : longestAgainMs;
    const againMs = Math.max(shortestAgainMs, Math.min(left, age / 2, longestAgainMs));
    const reader = root.kind === 'held' ? root.by.name : '';
    return { word, waited: now - since, wait: (machine = reader) => ({ kind: 'wait', machine, againMs }) };
  }

  function tellerOf({ scope, file }: Known, stat: FileStat, place: FilePlace): TellRead {
    const tell = async (read: ReadFile | undefined) => {
      const isSame = read?.stamp.size === stat.size && String(read.stamp.mtimeNs) === stat.mtimeNs;
      const ends = isSame && read ? await endsOfRead(read) : undefined;
      const known = ends === undefined || read === undefined ? nothing : { sha256: read.sha256, ends };
      words.tell(scope, { ...file, ...known });
    };
    const endsOfRead = (read: ReadFile) =>
      read.body.kind === 'buffer' ? endsOf(read.body.bytes) : readEndsHash(gate, place, stat);
    // What is not told is read by the others too, and nothing more.
    return (read) => void tell(read).catch(() => undefined);
  }

  return {
    async before(given) {
      const { row, decided, place, mustRead } = given;
      const stat = await gate.stat(place.path, place.followLinks);
      if (stat?.kind !== 'file' || stat.size <= smallFile) return notShared;
      const known = await knownAs(context, readers, decided, stat);
      if (known === undefined) return notShared;
      const tell = tellerOf(known, stat, place);
      const read: BeforeReading = {
        kind: 'read',
        told(outcome) {
          waiting.delete(row.id);
          tell(outcome);
        },
      };
      if (mustRead || clock.monotonic() < silentUntil) return read;
      const asked = await ask(known, given);
      if (asked === undefined) {
        silentUntil = clock.monotonic() + silentMs;
        return read;
      }
      const { word, waited, wait } = asked;
      switch (word.kind) {
        case 'yours':
          return read;
        case 'unknown':
          return wait();
        case 'read':
          return waited < longestWaitMs + stat.size / 1000 ? wait(word.by.name) : read;
        case 'known': {
          if (!word.isClaimed) {
            const isLeft = word.isOwn || word.ageMs >= claimsWithinMs || waited >= claimsWithinMs;
            return isLeft ? read : wait(word.by.name);
          }
          if ((await readEndsHash(gate, place, stat)) !== word.ends) return read;
          waiting.delete(row.id);
          const { sha256, by } = word;
          return { kind: 'known', machine: by.name, sha256, size: stat.size, mtimeNs: BigInt(stat.mtimeNs) };
        }
      }
    },
  };
}

const nothing = { sha256: null, ends: null };

/** As the team is asked about it, by the name of its folder on the share; undefined where it has none. */
async function knownAs(
  { owners: current, scope: currentScope }: SharedReadingContext,
  readers: Pick<FirstReaders, 'nameOf'>,
  { folderId, path }: Decided,
  stat: FileStat,
): Promise<Known | undefined> {
  if (folderId === null) return undefined;
  const owners = await current();
  const folder = owners.folder(folderId);
  const relativePath = folder && wayBelow(path, folder.path);
  const name = readers.nameOf(owners, folderId);
  const scope = relativePath && name !== undefined ? await currentScope() : undefined;
  if (!relativePath || name === undefined || scope === undefined) return undefined;
  return { scope, name, file: sharedFileOf(name, relativePath, stat) };
}

import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FileGate } from '#core/local/file-gate.ts';
import type { FilePlace } from '#core/local/place.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import type { UploadRow } from '../ledger/upload-row.ts';
import { placeOf } from '../upload/place-of.ts';
import type { OriginalReaders } from './original-readers.ts';
import { mostBytes, startBytes } from './original-size.ts';

export interface OwnFilesOptions {
  readonly ledger: Pick<Ledger, 'uploads'>;
  readonly gate: FileGate;
  readonly folderOf: (folderId: string | null) => WatchFolder | undefined;
  readonly readers: Pick<OriginalReaders, 'mayHaveTables'>;
}

const forOwner = 0o600;
/** Milliseconds the person's own file may take. */
const ownWithin = 60_000;

/** The files of a person that documents were made from, while they are what was uploaded. */
export class OwnFiles {
  readonly #options: OwnFilesOptions;
  /** How files look that are known to be others than those uploaded, by the path of their copy. */
  readonly #others = new Map<string, string>();

  constructor(options: OwnFilesOptions) {
    this.#options = options;
  }

  /** Copies one to where originals are kept; false where it is gone, changed or behind a link. */
  async copy(uploadId: number | null, path: string, ending: AbortSignal): Promise<boolean> {
    return this.#guarded(uploadId, async (upload, place) => this.#copy({ upload, place, path, ending }));
  }

  /**
   * The same for its tables, which nobody asked for: only one that has a page and may have some, and not one
   * that was changed.
   */
  async copyForTables(
    uploadId: number | null,
    { path, name }: { readonly path: string; readonly name: string },
    ending: AbortSignal,
  ): Promise<boolean> {
    const { gate, readers } = this.#options;
    return this.#guarded(uploadId, async (upload, place) => {
      const stat = await gate.stat(place.path, place.followLinks);
      if (stat === null || stat.size !== upload.size || stat.size > mostBytes) return false;
      const look = `${stat.inode} ${stat.mtimeNs} ${stat.ctimeNs}`;
      if (this.#others.get(path) === look) return false;
      const { head } = await gate.readEnds(place, startBytes, 0);
      if (!(await readers.mayHaveTables(name, head))) return false;
      const isCopied = await this.#copy({ upload, place, path, ending });
      if (!isCopied) this.#others.set(path, look);
      return isCopied;
    });
  }

  async #guarded(
    uploadId: number | null,
    work: (upload: UploadRow, place: FilePlace) => Promise<boolean>,
  ): Promise<boolean> {
    const { ledger, folderOf } = this.#options;
    const upload = uploadId === null ? undefined : ledger.uploads.get(uploadId);
    if (upload == null || upload.sha256 === null) return false;
    try {
      return await work(upload, placeOf(upload, folderOf(upload.folderId)));
    } catch {
      // Then the service has it.
      return false;
    }
  }

  /** Through the gate, and false where its bytes are not those that were uploaded. */
  async #copy({ upload, place, path, ending }: Copying): Promise<boolean> {
    const part = `${path}.${randomUUID()}.part`;
    const signal = AbortSignal.any([ending, AbortSignal.timeout(ownWithin)]);
    try {
      const { sha256, body } = await this.#options.gate.readForUpload(place, signal);
      if (sha256 !== upload.sha256) return false;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const file = await open(part, 'w', forOwner);
      try {
        if (body.kind === 'buffer') await file.writeFile(body.bytes);
        else for await (const piece of body.open()) await file.writeFile(piece);
      } finally {
        await file.close();
      }
      await rename(part, path);
      return true;
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  }
}

interface Copying {
  readonly upload: UploadRow;
  readonly place: FilePlace;
  readonly path: string;
  readonly ending: AbortSignal;
}

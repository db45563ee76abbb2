import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type WatchFolder, watchFolderSchema } from '../../src/shared/settings/watch-folder.ts';
import { type Database, openDatabase } from '../../src/core/ledger/database.ts';
import { createLocalFiles, type LocalFiles } from '../../src/core/ledger/local-files.ts';
import type { LocalFileRow } from '../../src/core/ledger/local-file-row.ts';
import { createClock } from '../../src/core/ports/clock.ts';
import { silentLogger } from '../../src/core/ports/logger.ts';
import type { Intake, SettledFile } from '../../src/core/ledger/intake.ts';
import type { Watch, WatchDependencies, WatchOptions } from '../../src/core/watch/watch-api.ts';
import { createWatch } from '../../src/core/watch/watch-folders.ts';
import { ownProcess } from '../support/own-process.ts';
import { until } from '../support/until.ts';

export { until };

export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-watch-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

export function put(path: string, content: string | Buffer = 'some text that is a document'): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

export function folderOf(path: string, changes: Partial<WatchFolder> = {}): WatchFolder {
  return watchFolderSchema.parse({ id: 'f1', path, profileId: 'p1', settleSeconds: 0.1, ...changes });
}

/** A file as it was handed over, with the upload that its row had before. */
interface TakenFile extends SettledFile {
  readonly previousUploadId: number | null;
}

/** An intake like the real one, that also remembers what it was given. */
export function createRecordingIntake(database: Database, localFiles: LocalFiles) {
  const taken: TakenFile[] = [];
  const intake: Intake = {
    take(profileId, files) {
      database.transaction(() => {
        for (const file of files) {
          const previousUploadId = localFiles.get(file.localFileId)?.uploadId ?? null;
          taken.push({ ...file, previousUploadId });
          const { lastInsertRowid } = database
            .statement(
              `INSERT INTO uploads (profile_id, folder_id, path, file_name, size, mtime_ns, state, lane,
                sort_key, replaces,
                 options, created_at, updated_at) VALUES (?, ?, ?, '', ?, ?, 'queued', 2, 0, ?, ?, ?, 0)`,
            )
            .run(
              ...([profileId, file.folderId, file.path, file.size, String(file.mtimeNs)] as const),
              ...([previousUploadId, JSON.stringify(file.options), Date.now()] as const),
            );
          localFiles.markTaken(file.localFileId, Number(lastInsertRowid), file.size, file.mtimeNs);
        }
      });
    },
  };
  return { intake, taken };
}

export interface Fixture {
  readonly root: string;
  readonly database: Database;
  readonly localFiles: LocalFiles;
  readonly watch: Watch;
  readonly taken: TakenFile[];
  /** Relative paths handed over, in order of name. */
  names(): string[];
  rows(): LocalFileRow[];
  row(name: string): LocalFileRow | undefined;
  /** Ends this watch and begins another on the same ledger, as a restart does. */
  restart(options?: WatchOptions): Promise<void>;
  /** A pass over everything, and the wait until nothing is under way. */
  settle(): Promise<void>;
}

interface FixtureOptions {
  readonly folder?: Partial<WatchFolder>;
  readonly folders?: (root: string) => WatchFolder[] | Promise<WatchFolder[]>;
  readonly options?: WatchOptions;
  readonly dependencies?: Partial<WatchDependencies>;
  /** Written before the watch begins: relative path → content. */
  readonly before?: Record<string, string>;
  readonly database?: string;
}

/** A real folder, a real ledger and a real watch. Everything is gone when the test ends. */
export async function createFixture(given: FixtureOptions = {}): Promise<Fixture> {
  const base = temporaryDirectory();
  const root = join(base, 'root');
  mkdirSync(root);
  for (const [name, content] of Object.entries(given.before ?? {})) put(join(root, name), content);
  // What is there before must look older than the folder, by a file system's clock that ticks every few
  // milliseconds.
  const written = Date.now();
  await until('the next tick', () => Date.now() > written + 20);
  const database = openDatabase(given.database ?? join(base, 'ledger.db'));
  const clock = createClock();
  const localFiles = createLocalFiles(database, clock.now);
  const { intake, taken } = createRecordingIntake(database, localFiles);
  const folders = (await given.folders?.(root)) ?? [folderOf(root, given.folder)];
  const usual = { clock, random: Math.random, logger: silentLogger, database, localFiles, intake };
  const begin = async (options: WatchOptions): Promise<Watch> => {
    const own = { missingFor: 100, procRoot: ownProcess() };
    const watch = createWatch({ ...usual, options: { ...own, ...options }, ...given.dependencies });
    await watch.setFolders(folders);
    await watch.start();
    return watch;
  };
  let watch = await begin(given.options ?? {});
  onTestFinished(async () => {
    await watch.stop();
    database.close();
  });
  const rows = () => folders.flatMap(({ id }) => localFiles.list(id, { limit: 100_000 }));
  return {
    root,
    database,
    localFiles,
    taken,
    rows,
    get watch() {
      return watch;
    },
    names: () => taken.map(({ path }) => path.slice(root.length + 1)).sort(),
    row: (name) => rows().find((row) => (row.directory ? `${row.directory}/${row.name}` : row.name) === name),
    async restart(options = given.options ?? {}) {
      await watch.stop();
      watch = await begin(options);
    },
    async settle() {
      await watch.reconcile();
      await watch.whenSettled();
    },
  };
}

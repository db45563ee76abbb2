import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createFileGate, type FileGate } from '#core/local/file-gate.ts';
import { openDatabase } from '#core/ledger/database.ts';
import { createSqliteLedger } from '#core/ledger/sqlite-ledger.ts';
import { type WatchFolder, watchFolderSchema } from '#shared/settings/watch-folder.ts';
import { type AfterUpload, runAfterUpload } from '../after-upload.ts';
import { type SetAsideContext, settleAsides } from '../settle-aside.ts';

export const hashOf = (content: string) => createHash('sha256').update(content).digest('hex');

/**
 * Makes watch folders, each with a ledger beside it. Everything is gone when the test ends, which `onEnd` is
 * told of.
 */
export function createSetUp(onEnd: (cleanUp: () => Promise<void>) => void) {
  return (changes: Partial<WatchFolder> = {}) => setUp(changes, onEnd);
}

function setUp(changes: Partial<WatchFolder>, onEnd: (cleanUp: () => Promise<void>) => void) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-after-')));
  const root = join(base, 'root');
  mkdirSync(root);
  const ledger = createSqliteLedger(openDatabase(join(base, 'ledger.db')), Date.now);
  onEnd(async () => {
    await ledger.close();
    rmSync(base, { recursive: true });
  });
  const folder = watchFolderSchema.parse({ id: 'f', path: root, profileId: 'p', ...changes });
  const gate = createFileGate();
  const contextWith = (steps: Partial<FileGate> = {}): SetAsideContext => ({
    gate: { ...gate, ...steps },
    files: ledger.files,
    owner: 'owner',
    active: new Set(),
    turns: new Map(),
  });
  const at = (name: string) => join(root, name);
  const put = (name: string, content: string) => {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), content);
  };
  /** What is asked for once the upload of these bytes has ended; by a gate with other steps. */
  const run = (
    name: string,
    content: string,
    {
      steps,
      signal,
      context = contextWith(steps),
      ...more
    }: Partial<AfterUpload> & {
      steps?: Partial<FileGate>;
      signal?: AbortSignal;
      context?: SetAsideContext;
    } = {},
  ) => {
    const stat = existsSync(at(name)) ? statSync(at(name), { bigint: true }) : undefined;
    return runAfterUpload(
      { ...context, ...(signal && { signal }) },
      {
        uploadId: 1,
        profileId: 'p',
        folder,
        path: at(name),
        sha256: hashOf(content),
        size: Buffer.byteLength(content),
        mtimeNs: String(stat?.mtimeNs ?? 0),
        outcome: { kind: 'completed' },
        ...more,
      },
    );
  };
  return {
    base,
    root,
    folder,
    ledger,
    gate,
    contextWith,
    at,
    put,
    run,
    read: (name: string) => readFileSync(at(name), 'utf8'),
    /** Every file below the root: path → content. */
    files: () =>
      Object.fromEntries(
        readdirSync(root, { recursive: true, withFileTypes: true })
          .filter((entry) => !entry.isDirectory())
          .map((entry) => join(entry.parentPath, entry.name))
          .map((path) => [path.slice(root.length + 1), readFileSync(path, 'utf8')])
          .sort(),
      ),
    /** What a start does with what a crash left; how much stays written down. */
    async restart() {
      await settleAsides(contextWith(), 'p');
      return ledger.files.listAsides('p').length;
    },
  };
}

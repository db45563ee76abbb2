import { chmodSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { setFileAside, withFileLock } from '#core/ports/files.ts';
import { AppError } from '#shared/errors/app-error.ts';

const keysSchema = z.record(z.string(), z.string());
type Keys = z.infer<typeof keysSchema>;

export interface KeyFile {
  get(profileId: string): string | undefined;
  /** Changes what the file holds: a key sets, `undefined` forgets. */
  put(profileId: string, key: string | undefined): Promise<void>;
}

/**
 * Keys by profile in `keys.json` of the data folder, for the owner only (0600). A file that others could read is
 * closed at once, and `warn` says so, because the keys in it may be known by then.
 *
 * @throws AppError `KEY_MISSING` when others can read the file and that cannot be changed
 */
export function openKeyFile(directory: string, warn: (message: string) => void): KeyFile {
  const path = join(directory, 'keys.json');
  return {
    get: (profileId) => readKeys(path, warn)[profileId],
    put: (profileId, key) =>
      withFileLock(`${path}.lock`, () => {
        const { [profileId]: _old, ...others } = readKeys(path, warn);
        writeKeys(path, key === undefined ? others : { ...others, [profileId]: key });
      }),
  };
}

function readKeys(path: string, warn: (message: string) => void): Keys {
  closeToOthers(path, warn);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new AppError('KEY_MISSING', { detail: (error as Error).message, cause: error });
  }
  try {
    return keysSchema.parse(JSON.parse(text));
  } catch {
    warn(`The key file could not be read. It was moved to ${setFileAside(path)}; set the key again.`);
    return {};
  }
}

/** Windows has no such modes; there the data folder's own permissions hold. */
function closeToOthers(path: string, warn: (message: string) => void): void {
  if (process.platform === 'win32') return;
  const mode = statSync(path, { throwIfNoEntry: false })?.mode;
  if (mode === undefined || (mode & 0o077) === 0) return;
  try {
    chmodSync(path, 0o600);
  } catch (cause) {
    throw new AppError('KEY_MISSING', { detail: `${path} can be read by others and was not used`, cause });
  }
  warn(
    `Others on this machine could read ${path}. It is closed now; change the key if they should not know it.`,
  );
}

function writeKeys(path: string, keys: Keys): void {
  const draft = `${path}.${process.pid}.new`;
  writeFileSync(draft, `${JSON.stringify(keys)}\n`, { mode: 0o600 });
  renameSync(draft, path);
}

import { closeSync, fchmodSync, openSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import {
  assertNotPlanted,
  readNotPlanted,
  setFileAside,
  withFileLock,
  writeNewFile,
} from '#core/public/files.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { systemTrouble } from '#shared/errors/system-trouble.ts';

/** What is kept of a profile: its key, where there is one, and the origins to which a key of it may go. */
const keptSchema = z.object({ key: z.string().optional(), origins: z.array(z.string()) });
export type KeptKey = z.infer<typeof keptSchema>;

/** Before keys were bound to origins: keys alone. */
const firstSchema = z.record(z.string(), z.string());
const fileSchema = z.object({
  version: z.literal(2),
  profiles: z.record(z.string(), keptSchema),
  /** Fingerprints of keys from outside the data folder, each with the profiles it belongs to. */
  outside: z.record(z.string(), z.array(z.string())).default({}),
});

/** A key without origins is one from before keys were bound. */
type Kept = { readonly key: string; readonly origins: undefined } | KeptKey;

interface Keys {
  readonly profiles: Map<string, Kept>;
  readonly outside: Map<string, readonly string[]>;
}

/** Receives what the user has to know about the file. */
type Warn = (key: 'cli.key.broken' | 'cli.key.wasOpen', values: { readonly path: string }) => void;

/** What the file says about a profile, and about keys from outside the data folder. */
export interface KeyLook {
  readonly kept: KeptKey | undefined;
  /** Fingerprints of keys from outside, each with the profiles it belongs to. */
  readonly outside: ReadonlyMap<string, readonly string[]>;
}

export interface KeyFile {
  readonly path: string;
  get(profileId: string): KeyLook;
  /** Every key in the file with its id, also of profiles that were removed. */
  keys(): [id: string, key: string][];
  /** Changes what is kept of a profile. */
  change(profileId: string, change: (kept: KeptKey) => KeptKey): Promise<void>;
  /** Gives keys of a Sluice that did not bind them the origins of their profiles, once. */
  bindOldKeys(origins: ReadonlyMap<string, readonly string[]>): Promise<void>;
  /**
   * Records that a key from outside belongs to a profile, unless it belongs to another already.
   *
   * @param isShared whether it also belongs to the profile when it belongs to another already
   * @returns whether it belongs to the profile
   */
  assignOutsideKey(print: string, profileId: string, isShared?: boolean): Promise<boolean>;
}

/**
 * Keys by profile in `keys.json` of the data folder, for the owner only (0600), each with the origins it was
 * given for. A file that others could read is closed, and `warn` receives it, because others may know the
 * keys in it.
 *
 * @throws AppError `KEY_STORE_UNREADABLE` when others can read the file and that cannot be changed
 */
export function openKeyFile(directory: string, warn: Warn): KeyFile {
  const path = join(directory, 'keys.json');
  const read = () => readKeys(path, warn);
  const write = (edit: (keys: Keys) => void) =>
    withFileLock(`${path}.lock`, () => {
      const keys = read();
      edit(keys);
      writeKeys(path, keys);
    });
  const bound = (kept: Kept | undefined) =>
    kept === undefined ? undefined : { ...kept, origins: kept.origins ?? [] };
  return {
    path,
    get(profileId) {
      const { profiles, outside } = read();
      return { kept: bound(profiles.get(profileId)), outside };
    },
    keys: () => [...read().profiles].flatMap(([id, { key }]) => (key === undefined ? [] : [[id, key]])),
    change: (profileId, change) =>
      write(({ profiles }) =>
        profiles.set(profileId, change(bound(profiles.get(profileId)) ?? { origins: [] })),
      ),
    async bindOldKeys(origins) {
      if ([...read().profiles.values()].every((kept) => kept.origins !== undefined)) return;
      await write(({ profiles }) => {
        for (const [id, kept] of profiles)
          if (kept.origins === undefined)
            profiles.set(id, { ...kept, origins: [...(origins.get(id) ?? [])] });
      });
    },
    async assignOutsideKey(print, profileId, isShared = false) {
      let isOwner = false;
      await write(({ outside }) => {
        const owners = outside.get(print) ?? [];
        isOwner = owners.length === 0 || isShared || owners.includes(profileId);
        if (isOwner) outside.set(print, [...new Set([...owners, profileId])]);
      });
      return isOwner;
    },
  };
}

function readKeys(path: string, warn: Warn): Keys {
  const none = (): Keys => ({ profiles: new Map(), outside: new Map() });
  assertNotPlanted(path);
  closeToOthers(path, warn);
  let text: string;
  try {
    text = readNotPlanted(path);
  } catch (error) {
    if (error instanceof AppError) throw error;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return none();
    const code = systemTrouble(error) ?? 'KEY_STORE_UNREADABLE';
    throw new AppError(code, { detail: (error as Error).message, cause: error });
  }
  try {
    return parseKeys(JSON.parse(text));
  } catch {
    warn('cli.key.broken', { path: setFileAside(path) });
    return none();
  }
}

function parseKeys(json: unknown): Keys {
  const file = fileSchema.safeParse(json);
  if (file.success) {
    const { profiles, outside } = file.data;
    return { profiles: new Map(Object.entries(profiles)), outside: new Map(Object.entries(outside)) };
  }
  const keys = Object.entries(firstSchema.parse(json));
  return {
    profiles: new Map(keys.map(([id, key]) => [id, { key, origins: undefined }])),
    outside: new Map(),
  };
}

/** Windows has no such modes; there the data folder's own permissions hold. */
function closeToOthers(path: string, warn: Warn): void {
  if (process.platform === 'win32') return;
  const mode = statSync(path, { throwIfNoEntry: false })?.mode;
  if (mode === undefined || (mode & 0o077) === 0) return;
  try {
    const file = openSync(path, 'r');
    try {
      fchmodSync(file, 0o600);
    } finally {
      closeSync(file);
    }
  } catch (cause) {
    const trouble = systemTrouble(cause);
    if (trouble !== undefined) throw new AppError(trouble, { detail: path, cause });
    throw new AppError('KEY_STORE_UNREADABLE', { said: (say) => say('cli.key.openFile', { path }), cause });
  }
  warn('cli.key.wasOpen', { path });
}

function writeKeys(path: string, { profiles, outside }: Keys): void {
  const draft = `${path}.${process.pid}.new`;
  const file: z.input<typeof fileSchema> = {
    version: 2,
    profiles: Object.fromEntries(
      [...profiles].map(([id, one]) => [id, { ...one, origins: one.origins ?? [] }]),
    ),
    outside: Object.fromEntries([...outside].map(([print, ids]) => [print, [...ids]])),
  };
  writeNewFile(draft, `${JSON.stringify(file)}\n`);
  renameSync(draft, path);
}

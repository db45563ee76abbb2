import { closeSync, fchmodSync, openSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { setFileAside, withFileLock } from '#core/public/files.ts';
import { AppError } from '#shared/errors/app-error.ts';

/** What is kept of a profile: its key, where there is one, and the origins to which a key of it may go. */
const keptSchema = z.object({ key: z.string().optional(), origins: z.array(z.string()) });
export type KeptKey = z.infer<typeof keptSchema>;

/** Before keys were bound to origins: keys alone. */
const firstSchema = z.record(z.string(), z.string());
const fileSchema = z.object({ version: z.literal(2), profiles: z.record(z.string(), keptSchema) });

/** A key without origins is one from before keys were bound. */
type Kept = { readonly key: string; readonly origins: undefined } | KeptKey;

/** Told of what a person has to know of the file. */
type Warn = (key: 'cli.key.broken' | 'cli.key.wasOpen', values: { readonly path: string }) => void;

export interface KeyFile {
  get(profileId: string): KeptKey | undefined;
  /** Changes what is kept of a profile. */
  change(profileId: string, change: (kept: KeptKey) => KeptKey): Promise<void>;
  /**
   * Gives origins to profiles that have none yet: a new profile, and the keys of a Sluice that did not bind
   * them. What is bound stays as it is.
   */
  bind(origins: ReadonlyMap<string, readonly string[]>): Promise<void>;
}

/**
 * Keys by profile in `keys.json` of the data folder, for the owner only (0600), each with the origins it was
 * given for. A file that others could read is closed at once, and `warn` is told, because the keys in it may
 * be known by then.
 *
 * @throws AppError `KEY_MISSING` when others can read the file and that cannot be changed
 */
export function openKeyFile(directory: string, warn: Warn): KeyFile {
  const path = join(directory, 'keys.json');
  const read = () => readKeys(path, warn);
  const write = (edit: (kept: Map<string, Kept>) => void) =>
    withFileLock(`${path}.lock`, () => {
      const kept = read();
      edit(kept);
      writeKeys(path, kept);
    });
  const bound = (kept: Kept | undefined) =>
    kept === undefined ? undefined : { ...kept, origins: kept.origins ?? [] };
  return {
    get: (profileId) => bound(read().get(profileId)),
    change: (profileId, change) =>
      write((kept) => kept.set(profileId, change(bound(kept.get(profileId)) ?? { origins: [] }))),
    async bind(origins) {
      const isBound = (kept: Map<string, Kept>, id: string) => kept.get(id)?.origins !== undefined;
      const known = read();
      if ([...origins.keys(), ...known.keys()].every((id) => isBound(known, id))) return;
      await write((kept) => {
        for (const id of [...origins.keys(), ...kept.keys()])
          if (!isBound(kept, id)) kept.set(id, { ...kept.get(id), origins: [...(origins.get(id) ?? [])] });
      });
    },
  };
}

function readKeys(path: string, warn: Warn): Map<string, Kept> {
  closeToOthers(path, warn);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
    throw new AppError('KEY_MISSING', { detail: (error as Error).message, cause: error });
  }
  try {
    return parseKeys(JSON.parse(text));
  } catch {
    warn('cli.key.broken', { path: setFileAside(path) });
    return new Map();
  }
}

function parseKeys(json: unknown): Map<string, Kept> {
  const file = fileSchema.safeParse(json);
  if (file.success) return new Map(Object.entries(file.data.profiles));
  const keys = Object.entries(firstSchema.parse(json));
  return new Map(keys.map(([id, key]) => [id, { key, origins: undefined }]));
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
    throw new AppError('KEY_MISSING', { said: (say) => say('cli.key.openFile', { path }), cause });
  }
  warn('cli.key.wasOpen', { path });
}

function writeKeys(path: string, kept: ReadonlyMap<string, Kept>): void {
  const draft = `${path}.${process.pid}.new`;
  const profiles = Object.fromEntries(
    [...kept].map(([id, one]) => [id, { ...one, origins: one.origins ?? [] }]),
  );
  writeFileSync(draft, `${JSON.stringify({ version: 2, profiles })}\n`, { mode: 0o600 });
  renameSync(draft, path);
}

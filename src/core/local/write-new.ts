import { type FileHandle, open } from 'node:fs/promises';
import { createDraft, type Draft } from './draft.ts';
import { createFlags, type Held, identityAt, letIn, readFlags, writeAll } from './exclusive.ts';
import { hashHandle } from './hash-file.ts';
import { type HeldDirectory, holdOutput } from './held-directory.ts';
import type { Rights } from './look.ts';
import { pieces } from './pieces.ts';
import type { Destination } from './set-aside.ts';

/**
 * Bytes to be written: a text, or a file among Sluice's own, which then nobody reads who may not read another
 * one.
 */
export type NewContent =
  | { readonly text: string }
  | { readonly file: string; readonly rightsOf: Rights | null };

export type Written =
  /** It is there now, or was there with these very bytes. */
  | { readonly kind: 'written'; readonly path: string; readonly sha256: string; readonly bytes: number }
  /** Something else has the name: left as it is. `sha256` is null for what is no file with content. */
  | { readonly kind: 'taken'; readonly sha256: string | null };

/**
 * Writes a new file into a folder of a person's. It has its name only when it is whole, and never takes one
 * that anything else has, a link least of all.
 *
 * @throws AppError `FILE_BEHIND_LINK`, `FILE_SWAPPED`; errno errors
 */
export async function writeNew(to: Destination, content: NewContent): Promise<Written> {
  const output = await holdOutput(to);
  try {
    const draft = await createDraft(output, to.name, modeOf(content));
    try {
      await letInReaders({ handle: draft.file, path: output.at(to.name) }, content);
      await fill(draft.file, content);
      const hashed = await hashHandle(draft.file);
      if (!hashed) throw new Error(`${to.name} changed while it was written`);
      const { sha256, identity } = hashed;
      const path = `${output.real}/${to.name}`;
      const there = await hashAt(output, to.name);
      if (there === undefined) {
        if (await giveName(draft, output.at(to.name), content)) {
          return { kind: 'written', path, sha256, bytes: identity.size };
        }
        return { kind: 'taken', sha256: (await hashAt(output, to.name)) ?? null };
      }
      if (there === sha256) return { kind: 'written', path, sha256, bytes: identity.size };
      return { kind: 'taken', sha256: there };
    } finally {
      await draft.close();
    }
  } finally {
    await output.close();
  }
}

/** False when the name was taken meanwhile. */
async function giveName(draft: Draft, target: string, content: NewContent): Promise<boolean> {
  try {
    if (await draft.link()) return true;
    // No file has two names here: written once more, to a name that must be new.
    const handle = await open(target, createFlags, modeOf(content));
    try {
      await letInReaders({ handle, path: target }, content);
      await fill(handle, content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** The umask applies to a text. A copy is only its owner's until `letInReaders`. */
const modeOf = (content: NewContent): number => ('text' in content ? 0o666 : 0o600);

/** Gives access to those who have access to the original; to no one if the original is gone. */
async function letInReaders(made: Held, content: NewContent): Promise<void> {
  if ('text' in content || content.rightsOf === null) return;
  const { mode = 0, ...rights } = content.rightsOf;
  await letIn(made, { ...rights, mode: mode & 0o066 });
}

async function fill(handle: FileHandle, content: NewContent): Promise<void> {
  if ('text' in content) return handle.writeFile(content.text);
  const source = await open(content.file, readFlags);
  try {
    await writeAll(handle, pieces(source, (await source.stat()).size));
  } finally {
    await source.close();
  }
}

/** Undefined when nothing has the name; null when what has it is no file that could be read. */
async function hashAt(output: HeldDirectory, name: string): Promise<string | null | undefined> {
  const found = await identityAt(output.at(name));
  if (!found?.isFile) return found && null;
  const handle = await open(output.at(name), readFlags).catch(() => undefined);
  if (!handle) return null;
  try {
    return (await hashHandle(handle))?.sha256 ?? null;
  } finally {
    await handle.close();
  }
}

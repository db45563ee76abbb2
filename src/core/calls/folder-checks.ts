import { resolve } from 'node:path';
import { findNesting, isOwn, type Nesting, type RootPlace, withOwn } from '#core/local/nesting.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isExtension, sizesProblem, type WatchFolder } from '#shared/settings/watch-folder.ts';
import { said } from '#shared/spoken/said.ts';
import type { CoreContext } from '../engine/core-context.ts';

/** What a watch folder must be before it is kept, whoever asks for it. */
export function createFolderChecks({ gate, dataDirectory }: Pick<CoreContext, 'gate' | 'dataDirectory'>) {
  /** How it would lie among the others; nobody watches Sluice's own folder, nor looks what is in it. */
  async function nestingOf({ id, path }: RootPlace, others: readonly RootPlace[]): Promise<Nesting> {
    const nesting = await findNesting(withOwn([...others, { id, path }], dataDirectory), gate);
    assertNotOwn(nesting, { id, path });
    return nesting;
  }

  /**
   * Two folders with the same root would both decide about its files; links and other spellings of it are the
   * same root.
   */
  async function assertFree(path: string, others: readonly RootPlace[]): Promise<void> {
    const root = { id: '', path };
    (await freeAmong([...others, root]))(root);
  }

  /** `assertFree` for each of these, after one look at all of them: a look compares each with each. */
  async function freeAmong(roots: readonly RootPlace[]): Promise<(root: RootPlace) => void> {
    const nesting = await findNesting(withOwn(roots, dataDirectory), gate);
    return ({ id, path }) => {
      assertNotOwn(nesting, { id, path });
      const same = nesting.inside.get(id)?.find((root) => root.path === '');
      const other = roots.find((root) => root.id === same?.id);
      if (!other) return;
      const spoken =
        other.path === path
          ? said('usage.watchedAlready', { path })
          : said('usage.watchedAs', { path, outer: other.path });
      throw new AppError('USAGE', { spoken });
    };
  }

  /** What is not there may come, as a drive does; a file never becomes a folder. */
  async function assertFolder(path: string): Promise<void> {
    const found = await gate.stat(path, true).catch(() => null);
    if (found !== null && found.kind !== 'directory')
      throw new AppError('USAGE', { spoken: said('usage.noFolder', { path }) });
  }

  /** Refuses rules that match nothing, and folders for output that would be read again. */
  async function assertRules(folder: WatchFolder): Promise<void> {
    await assertMatching(folder);
    const outputs = outputsOf(folder);
    if (outputs.length === 0) return;
    // A status needs none of it.
    const { outputProblem } = await import('#core/local/output-place.ts');
    for (const place of outputs) {
      const output = resolve(folder.path, place);
      const spoken = await outputProblem(resolve(folder.path), output, dataDirectory, gate);
      if (spoken !== undefined) throw new AppError('USAGE', { spoken });
    }
  }

  return { nestingOf, assertFree, freeAmong, assertFolder, assertRules };
}

function outputsOf({ afterUpload, doneFolder, failedFolder, saveAnnotated }: WatchFolder): string[] {
  return [
    ...(afterUpload === 'move' ? [doneFolder] : []),
    ...(failedFolder === null ? [] : [failedFolder]),
    ...(typeof saveAnnotated === 'object' ? [saveAnnotated.folder] : []),
  ];
}

function assertNotOwn(nesting: Nesting, { id, path }: RootPlace): void {
  if (isOwn(nesting, id)) throw new AppError('USAGE', { spoken: said('usage.ownFolder', { path }) });
}

/** Refuses rules that match nothing when they are entered, before files stay away. */
async function assertMatching(folder: WatchFolder): Promise<void> {
  const { filters, types } = folder;
  const spoken = sizesProblem(folder);
  if (spoken !== undefined) throw new AppError('USAGE', { spoken });
  const [wrong] = types.filter((type) => !isExtension(type));
  if (wrong !== undefined)
    throw new AppError('USAGE', { spoken: said('usage.noExtension', { name: wrong }) });
  if (filters.length === 0) return;
  // Its engines are read by nothing else in the calls, and not by a status.
  const { globProblem } = await import('../local/glob.ts');
  for (const { glob: name } of filters) {
    const problem = globProblem(name);
    if (problem !== undefined) throw new AppError('USAGE', { spoken: said(`usage.${problem}`, { name }) });
  }
}

import { resolve } from 'node:path';
import type { FolderState } from '#shared/bridge/folders.ts';
import { nearest } from '#shared/spoken/nearest.ts';
import { usageNear } from './near.ts';
import { severalNamed } from './options.ts';
import type { Session } from './session.ts';

type Asking = Pick<Session, 'calls' | 'environment'>;

/** Characters of an id that are enough, as the lists show them. */
const shortId = 8;

/** A watch folder by its id (or the beginning of it), label or path. */
export async function folderNamed(asking: Asking, name: string): Promise<FolderState> {
  const found = await findFolder(asking, name);
  if (found !== undefined) return found;
  const folders = await asking.calls['folders.list']({});
  const labels = folders.map(({ folder }) => folder.label).filter((label) => label !== '');
  const isLabel = nearest(name, labels) !== undefined;
  const path = resolve(asking.environment.workingDirectory, name);
  const paths = folders.map(({ folder }) => folder.path);
  throw usageNear('cli.usage.noFolder', { name }, isLabel ? name : path, [...labels, ...paths]);
}

/** The same, or undefined when there is none. */
export async function findFolder(
  { calls, environment }: Asking,
  name: string,
): Promise<FolderState | undefined> {
  const folders = await calls['folders.list']({});
  const byId = folders.find(({ folder }) => folder.id === name);
  if (byId !== undefined) return byId;
  const path = resolve(environment.workingDirectory, name);
  const matches = folders.filter(
    ({ folder: { id, label, path: root } }) =>
      label === name || root === path || (name.length >= shortId && id.startsWith(name)),
  );
  if (matches.length > 1) {
    throw severalNamed(
      'cli.usage.severalFolders',
      name,
      matches.map(({ folder }) => folder.id),
    );
  }
  return matches[0];
}

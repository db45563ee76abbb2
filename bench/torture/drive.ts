import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Of } from './writer/content.ts';

/** A drive mounted inside a watch folder, which goes and comes back. */
export interface Drive {
  /** The watch folder. */
  readonly folder: string;
  /** SHA-256 of every file in the folder and on the drive. */
  readonly versions: readonly string[];
  /** False where this machine lets nobody mount anything: then the drive stays. */
  readonly canGo: boolean;
  /** Takes it away, or brings it back. */
  toggle(): void;
  /** There, whatever was done before. */
  bringBack(): void;
  remove(): void;
}

const filesOnTheDrive = 12;
const filesBesideIt = 3;

/**
 * Makes the folder, and the drive as a folder that is mounted once more at a place in it (`mount --bind`).
 */
export function createDrive(base: string): Drive {
  const store = join(base, 'drive');
  const folder = join(base, 'shared');
  const mountPoint = join(folder, 'drive');
  for (const directory of [store, mountPoint]) mkdirSync(directory, { recursive: true });
  const versions: string[] = [];
  const write = (directory: string, count: number) => {
    for (let index = 0; index < count; index++) {
      const text = `File ${index} of ${directory === store ? 'the drive' : 'the folder'}, with a text of its own.`;
      writeFileSync(join(directory, `${index}.txt`), text);
      versions.push(sha256Of(Buffer.from(text)));
    }
  };
  write(store, filesOnTheDrive);
  write(folder, filesBesideIt);
  let isThere = mount(store, mountPoint);
  const canGo = isThere;
  // Without a mount the files are simply in the folder.
  if (!canGo) write(mountPoint, 1);
  const unmount = () => {
    if (isThere) spawnSync('umount', ['--lazy', mountPoint]);
    isThere = false;
  };
  return {
    folder,
    versions,
    canGo,
    toggle() {
      if (!canGo) return;
      if (isThere) unmount();
      else isThere = mount(store, mountPoint);
    },
    bringBack() {
      if (canGo && !isThere) isThere = mount(store, mountPoint);
    },
    remove: unmount,
  };
}

function mount(from: string, to: string): boolean {
  return spawnSync('mount', ['--bind', from, to]).status === 0;
}

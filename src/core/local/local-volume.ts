import { statfs } from 'node:fs/promises';
import { networkKind } from './network-volume.ts';

/** Directories remembered; what is forgotten is asked again. */
const memory = 1_000;

/** Knows which directories lie on a volume of this machine: reading from them cannot hang on a network. */
export function createLocalVolumes() {
  const known = new Map<string, Promise<boolean>>();

  async function look(directory: string): Promise<boolean> {
    // Elsewhere than on Linux a letter or a mount point does not tell a network drive.
    if (process.platform !== 'linux') return false;
    try {
      const { type } = await statfs(directory);
      return (await networkKind(type >>> 0, directory)) === null;
    } catch {
      return false;
    }
  }

  return {
    isLocal(directory: string): Promise<boolean> {
      let answer = known.get(directory);
      if (answer === undefined) {
        if (known.size >= memory) known.clear();
        answer = look(directory);
        known.set(directory, answer);
      }
      return answer;
    },
  };
}

export type LocalVolumes = ReturnType<typeof createLocalVolumes>;

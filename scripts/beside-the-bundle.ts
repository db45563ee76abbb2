import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** `new URL('./thread/watch-worker.ts', import.meta.url)`: a program of its own that a module starts. */
const workerAddress = /new URL\(\s*['"](\.[^'"]*?([\w-]+-worker))\.ts['"]\s*,\s*import\.meta\.url\s*,?\s*\)/g;
/** `new URL('./migrations/', import.meta.url)`: a folder of files that a module reads. */
const folderAddress = /new URL\(\s*['"]\.\/([\w-]+)\/['"]\s*,\s*import\.meta\.url\s*,?\s*\)/g;

/**
 * Builds the workers that core and the sandbox start, and copies the folders they read, to where the bundle
 * looks for them.
 */
export function besideTheBundle(): Plugin {
  return {
    name: 'sluice:beside-the-bundle',
    enforce: 'pre',
    transform(code, id) {
      const folder = dirname(id);
      for (const [, name = ''] of code.matchAll(folderAddress)) {
        const files = readdirSync(join(folder, name)).filter((file) => file.endsWith('.sql'));
        if (files.length === 0) this.error(`${join(folder, name)} holds nothing to copy`);
        for (const file of files) {
          const source = readFileSync(join(folder, name, file));
          this.emitFile({ type: 'asset', fileName: `${name}/${basename(file)}`, source });
        }
      }
      if (!workerAddress.test(code)) return null;
      workerAddress.lastIndex = 0;
      return code.replaceAll(workerAddress, (_all, path: string, name: string) => {
        this.emitFile({ type: 'chunk', id: join(folder, `${path}.ts`), fileName: `${name}.js` });
        return `new URL('./${name}.js', import.meta.url)`;
      });
    },
  };
}

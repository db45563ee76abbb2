import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { besideTheBundle } from './beside-the-bundle.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

/**
 * Bundles programs for Node, each with all it imports, into a folder of this run's own below `out/<name>`. As
 * deep in the project as a room's folder, so that what is found through `../../../` (pages, samples) is found
 * from here too.
 */
export async function buildPrograms(
  name: string,
  programs: Record<string, string>,
  plugins: Plugin[] = [],
): Promise<{ directory: string; remove: () => void }> {
  const builds = join(root, 'out', name);
  mkdirSync(builds, { recursive: true });
  const directory = mkdtempSync(join(builds, 'run-'));
  // Vite makes this process one of production, and with it every test that is started from here.
  const { NODE_ENV } = process.env;
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [...plugins, besideTheBundle()],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      // The ledger's migrations.
      ssrEmitAssets: true,
      target: 'node24',
      outDir: directory,
      minify: false,
      rollupOptions: {
        input: programs,
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = NODE_ENV;
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
}

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { migrationsBeside } from './beside-the-bundle.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

export interface ProgramsOptions {
  readonly plugins?: readonly Plugin[];
  readonly minify?: boolean;
  /** Source maps, which the code does not name. */
  readonly sourceMaps?: boolean;
}

/**
 * Bundles programs for Node, each with all it imports, into a folder of this run's own below `out/<name>`.
 */
export async function buildPrograms(
  name: string,
  programs: Record<string, string>,
  options: ProgramsOptions = {},
): Promise<{ directory: string; remove: () => void }> {
  const builds = join(root, 'out', name);
  mkdirSync(builds, { recursive: true });
  const directory = mkdtempSync(join(builds, 'run-'));
  await buildProgramsInto(directory, programs, options);
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
}

/** The same, into a folder that is there. */
export async function buildProgramsInto(
  directory: string,
  programs: Record<string, string>,
  { plugins = [], minify = false, sourceMaps = false }: ProgramsOptions = {},
): Promise<void> {
  // Vite makes this process one of production, and with it every test that is started from here.
  const { NODE_ENV } = process.env;
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [...plugins, migrationsBeside()],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      // The ledger's migrations.
      ssrEmitAssets: true,
      target: 'node22',
      outDir: directory,
      emptyOutDir: false,
      minify,
      sourcemap: sourceMaps && 'hidden',
      rollupOptions: {
        input: programs,
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = NODE_ENV;
}

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { besideTheBundle } from './beside-the-bundle.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

export interface BuiltAgent {
  /** A folder of this run's own, with `sluice.js` and `sandbox.js`. */
  readonly directory: string;
  /** The command line. */
  readonly program: string;
  remove(): void;
}

/**
 * Builds the command line and the sandbox, with all they import, for tests that start them hundreds of
 * times: a start takes a fifth of the processor time that one from sources does. As deep in the project
 * as a room's folder, so that what is found through `../../../` (pages, samples) is found from here too.
 */
export async function buildAgent(): Promise<BuiltAgent> {
  const builds = join(root, 'out/agent');
  mkdirSync(builds, { recursive: true });
  const directory = mkdtempSync(join(builds, 'run-'));
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [sandboxBeside(), besideTheBundle()],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      // The ledger's migrations.
      ssrEmitAssets: true,
      target: 'node24',
      outDir: directory,
      minify: false,
      rollupOptions: {
        input: { sluice: 'src/cli/index.ts', sandbox: 'src/sandbox/index.ts' },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  return {
    directory,
    program: join(directory, 'sluice.js'),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** The command line starts the sandbox from where its sources are; here it lies in the same folder. */
function sandboxBeside(): Plugin {
  const address = "new URL('../sandbox/index.ts', import.meta.url)";
  return {
    name: 'sluice:sandbox-beside',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/src/cli/sandbox-process.ts')) return null;
      if (!code.includes(address)) this.error(`${id} does not name ${address} any more`);
      return code.replace(address, "new URL('./sandbox.js', import.meta.url)");
    },
  };
}

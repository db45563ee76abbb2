import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vitest/config';
import { programsBeside } from './beside-the-bundle.ts';
import { buildPrograms } from './build-programs.ts';

const starter = '/src/core/watch/watch-thread.ts';
const address = "programOf('watch-worker')";

/**
 * For tests that start the watch over and over: its thread runs a bundle, built when the first of them loads
 * what starts it. From sources a start loads 120 files, which was most of what such a test cost.
 */
export function builtWatchThread(): Plugin {
  let built: Promise<URL> | undefined;
  return {
    name: 'sluice:built-watch-thread',
    enforce: 'pre',
    // Vitest keeps what was transformed for later runs, and this run's bundle is gone then.
    configureVitest({ defineCacheKeyGenerator }) {
      defineCacheKeyGenerator(({ id }) => (id.endsWith(starter) ? false : undefined));
    },
    async transform(code, id) {
      if (!id.endsWith(starter)) return null;
      if (!code.includes(address)) this.error(`${id} does not name ${address} any more`);
      built ??= buildThread();
      return code.replace(address, `new URL(${JSON.stringify((await built).href)})`);
    },
  };
}

/** It is gone when this process ends. */
async function buildThread(): Promise<URL> {
  const programs = { 'watch-worker': programsBeside['watch-worker'] as string };
  const { directory, remove } = await buildPrograms('threads', programs);
  process.once('exit', remove);
  return pathToFileURL(join(directory, 'watch-worker.js'));
}

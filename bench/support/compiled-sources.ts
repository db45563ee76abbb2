import { fileURLToPath } from 'node:url';

/**
 * Where Node keeps what it compiled of the sources: in the project, where only who may change the sources may
 * write; the next run finds it there.
 */
export const compiledSources = fileURLToPath(
  new URL('../../node_modules/.cache/sluice-bench', import.meta.url),
);

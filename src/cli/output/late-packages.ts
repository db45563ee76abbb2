import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Packages that few commands come to need, loaded in the middle of what cannot wait: the expressions of
 * string-width alone take 40 ms to compile, a tenth of a short command (docs/adr/0018).
 */
export const latePackages = {
  logUpdate: () => require('log-update') as typeof import('log-update'),
  stringWidth: () => require('string-width') as typeof import('string-width'),
};

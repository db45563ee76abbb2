import { createRequire } from 'node:module';
import { isBundled } from '#core/public/places.ts';

const require = createRequire(import.meta.url);

/** A bundle has them beside it, like the programs it starts. */
const packageNamed = (name: string): unknown => require(isBundled ? `./${name}.js` : name);

/**
 * Packages that few commands come to need, loaded in the middle of what cannot wait: the expressions of
 * string-width alone take 40 ms to compile, a tenth of a short command (docs/adr/0018).
 */
export const latePackages = {
  logUpdate: () => packageNamed('log-update') as typeof import('log-update'),
  stringWidth: () => packageNamed('string-width') as typeof import('string-width'),
};

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isBundled } from '#core/public/places.ts';

/** Not `require`: a bundler that gives a module one would give it two. */
const load = createRequire(import.meta.url);

/** A bundle has them beside it, like the programs it starts; the app's has them among its packages. */
function packageNamed(name: string): unknown {
  const beside = fileURLToPath(new URL(`./${name}.js`, import.meta.url));
  return load(isBundled && existsSync(beside) ? beside : name);
}

/**
 * Packages that few commands come to need, loaded in the middle of what cannot wait: the expressions of
 * string-width alone take 40 ms to compile, a tenth of a short command (docs/adr/0018).
 */
export const latePackages = {
  logUpdate: () => packageNamed('log-update') as typeof import('log-update'),
  stringWidth: () => packageNamed('string-width') as typeof import('string-width'),
};

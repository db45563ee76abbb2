import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildPackage } from './build-package.ts';
import { npmCall } from './npm-call.ts';
import { provePackage } from './prove-package.ts';

/**
 * `npm run package:agent`: builds the pages, and makes the package of the agent, in `dist`. `--prove` runs
 * its demo on the oldest and the newest Nodes, which it fetches; `--source-maps` leaves the maps of its code
 * beside it.
 */
const root = fileURLToPath(new URL('../', import.meta.url));
const { values } = parseArgs({
  options: { prove: { type: 'boolean', default: false }, 'source-maps': { type: 'boolean', default: false } },
});

const { file, parameters, shell } = npmCall(['run', '--silent', 'build']);
const built = spawnSync(file, parameters, { cwd: root, stdio: 'inherit', shell });
if (built.status !== 0) throw new Error('the pages could not be built');

const tarball = await buildPackage({
  pages: join(root, 'out/renderer'),
  to: join(root, 'dist'),
  sourceMaps: values['source-maps'],
});
console.log(`${tarball}: ${(statSync(tarball).size / 1e6).toFixed(1)} MB`);
if (values.prove) process.exitCode = provePackage(tarball) ? 0 : 1;

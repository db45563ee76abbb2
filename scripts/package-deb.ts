import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildDeb } from './build-deb.ts';
import { buildPackage } from './build-package.ts';
import { lintDeb } from './lint-deb.ts';
import { npmCall } from './npm-call.ts';

/**
 * `npm run package:deb`: builds the pages, the package of the agent, and a Debian package of it, in `dist`,
 * and has lintian look at it where that is installed.
 */
const root = fileURLToPath(new URL('../', import.meta.url));
const dist = join(root, 'dist');

const { file, parameters, shell } = npmCall(['run', '--silent', 'build']);
const built = spawnSync(file, parameters, { cwd: root, stdio: 'inherit', shell });
if (built.status !== 0) throw new Error('the pages could not be built');

const tarball = await buildPackage({ pages: join(root, 'out/renderer'), to: dist });
const deb = buildDeb({ tarball, to: dist });
const findings = lintDeb(deb);
for (const line of findings ?? ['lintian is not installed, and did not look at it.']) console.log(line);
process.exitCode = findings === undefined || findings.length === 0 ? 0 : 1;
console.log(`${deb}: ${(statSync(deb).size / 1e6).toFixed(1)} MB`);

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { maxSatisfying } from 'semver';
import { supportedNode } from '../bin/supported-node.js';
import { installPackage } from './install-package.ts';
import { npmCall } from './npm-call.ts';

/**
 * Installs a package of the agent into an empty prefix and runs its demo there on the oldest Nodes that it
 * says it runs on, and on the newest of their majors and of all. npm's packages of Node have them.
 */
export function provePackage(tarball: string): boolean {
  const place = mkdtempSync(join(tmpdir(), 'sluice-prove-'));
  try {
    const program = installPackage(tarball, join(place, 'prefix'));
    return nodesToTry()
      .map((version) => runDemo(place, program, version))
      .every(Boolean);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function nodesToTry(): string[] {
  const { file, parameters, shell } = npmCall(['view', 'node', 'versions', '--json']);
  const known = execFileSync(file, parameters, { encoding: 'utf8', shell });
  const versions = JSON.parse(known) as string[];
  const oldest = supportedNode.match(/\d+\.\d+\.\d+/g) ?? [];
  const newest = [...oldest.map((version) => `^${version}`), '*'].map((range) =>
    maxSatisfying(versions, range),
  );
  return [...new Set([...oldest, ...newest.filter((version) => version !== null)])];
}

function runDemo(place: string, program: string, version: string): boolean {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const folder = join(place, version);
  const options = ['--no-save', '--ignore-scripts', '--silent', '--prefix', folder];
  const install = npmCall(['install', ...options, `${name}@${version}`]);
  execFileSync(install.file, install.parameters, { shell: install.shell });
  const node = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  // Nothing of the clone's, nor of the person's own.
  const env = { PATH: process.env.PATH, HOME: place, USERPROFILE: place, TMPDIR: place, TEMP: place };
  const before = performance.now();
  const { status, stdout, stderr } = spawnSync(node, [program, 'demo'], {
    cwd: place,
    env,
    encoding: 'utf8',
  });
  const seconds = ((performance.now() - before) / 1000).toFixed(1);
  const isRight = status === 0 && stderr === '';
  console.log(`Node ${version}: ${isRight ? `the demo ran in ${seconds} s` : `FAILED (${status})`}`);
  if (!isRight) console.log(stdout, stderr);
  return isRight;
}

import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { npmCall } from './npm-call.ts';

/**
 * Installs a package of the agent as a person does, into a prefix of its own; it asks no network.
 *
 * @returns the path of the program
 */
export function installPackage(tarball: string, prefix: string): string {
  mkdirSync(prefix, { recursive: true });
  const options = ['--global', '--prefix', prefix, '--offline', '--ignore-scripts', '--silent'];
  // What npm is told by the run that this is part of is not for this one.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_config_')),
  );
  const { file, parameters, shell } = npmCall(['install', ...options, tarball]);
  execFileSync(file, parameters, { cwd: prefix, env, shell });
  const modules = process.platform === 'win32' ? 'node_modules' : 'lib/node_modules';
  return join(prefix, modules, 'sluice/bin/sluice.js');
}

import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `npm start`: the desktop app where Electron's runtime is installed, else the same pages in a browser. Which
 * of the two, and why, is said. Arguments are passed on.
 */
const root = fileURLToPath(new URL('../', import.meta.url));
const tool = (name: string) => join(root, 'node_modules/electron-vite/bin', name);
const parameters = process.argv.slice(2);
const electron = runtime();

if (electron === null) {
  console.log('The Electron runtime is not installed here, so Sluice opens its pages in a browser instead.');
  await run(process.execPath, [join(root, 'bin/sluice.js'), 'ui', '--open', ...parameters]);
} else {
  console.log(`Sluice opens as a desktop app, with the Electron runtime in ${electron}.`);
  const isBuilt = existsSync(join(root, 'out/main/index.js'));
  if (isBuilt || (await run(process.execPath, [tool('electron-vite.js'), 'build'])) === 0) {
    await run(electron, [root, ...parameters]);
  }
}

/**
 * The program of the installed runtime, as the electron package itself looks for it; null when it is not
 * there.
 */
function runtime(): string | null {
  const folder = join(root, 'node_modules/electron');
  const name = join(folder, 'path.txt');
  const names = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' } as const;
  const program = existsSync(name)
    ? readFileSync(name, 'utf8')
    : ((names as Partial<Record<NodeJS.Platform, string>>)[process.platform] ?? 'electron');
  const path = join(process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(folder, 'dist'), program);
  return existsSync(path) ? path : null;
}

/** Runs a program to its end; its exit code becomes ours. */
async function run(program: string, args: readonly string[]): Promise<number> {
  const child = spawn(program, args, { stdio: 'inherit' });
  // A terminal sends Ctrl+C to both; a service manager to this process only.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  const code = await new Promise<number>((resolve) => {
    child.on('error', (error) => {
      console.error(`${program} could not be started: ${error.message}`);
      resolve(1);
    });
    child.on('exit', (status, signal) => {
      resolve(signal === null ? (status ?? 1) : 128 + constants.signals[signal]);
    });
  });
  process.exitCode = code;
  return code;
}

import { spawn } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join, win32 } from 'node:path';
import { pathToFileURL } from 'node:url';
import { childEnvironment } from '#core/public/host.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The program that opens an address, and its arguments. Windows searches the current folder for a program
 * without a path first, and others may write to that folder. A shell would run what follows an `&` in a name.
 */
export function openerFor(
  platform: NodeJS.Platform,
  { SystemRoot }: Variables,
): readonly [string, ...string[]] {
  if (platform === 'darwin') return ['/usr/bin/open'];
  if (platform !== 'win32') return ['xdg-open'];
  const program = win32.join(SystemRoot || String.raw`C:\Windows`, String.raw`System32\rundll32.exe`);
  return [program, 'url.dll,FileProtocolHandler'];
}

/** A browser that is not running yet reaches the world as it is told here. */
const proxies = ['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy'].flatMap((name) => [
  name,
  name.toUpperCase(),
]);

/**
 * Opens an address in the person's browser. It goes through a file that only they can read, because everybody
 * on a machine sees the arguments of its programs, and this address signs in. Returns the way to remove the
 * file.
 */
export async function openBrowser(
  address: string,
  dataDirectory: string,
  variables: Variables,
  onFailure: () => void,
): Promise<() => Promise<void>> {
  const file = join(dataDirectory, 'open-ui.html');
  const text = `<!doctype html><title>Sluice</title><meta http-equiv="refresh" content="0;url=${address}">`;
  await rm(file, { force: true });
  await writeFile(file, text, { mode: 0o600, flag: 'wx' });
  const [program, ...parameters] = openerFor(process.platform, variables);
  const child = spawn(program, [...parameters, pathToFileURL(file).href], {
    stdio: 'ignore',
    detached: true,
    env: childEnvironment(variables, proxies),
  });
  child.on('error', onFailure);
  child.on('exit', (code) => {
    if (code !== 0 && code !== null) onFailure();
  });
  child.unref();
  return () => rm(file, { force: true });
}

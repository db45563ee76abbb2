import { spawn } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { childEnvironment } from '#core/public/host.ts';

/** No shell on Windows: it would read an `&` in the name of a person's folder as the next command. */
const openers: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

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
  variables: Readonly<Record<string, string | undefined>>,
  onFailure: () => void,
): Promise<() => Promise<void>> {
  const file = join(dataDirectory, 'open-ui.html');
  const text = `<!doctype html><title>Sluice</title><meta http-equiv="refresh" content="0;url=${address}">`;
  await rm(file, { force: true });
  await writeFile(file, text, { mode: 0o600, flag: 'wx' });
  const [program = 'xdg-open', ...parameters] = openers[process.platform] ?? [];
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

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '#core/public/host.ts';
import { isBundled, places } from '#core/public/places.ts';
import { AppError } from '#shared/errors/app-error.ts';

/**
 * The folder of the built pages. In a clone where they are missing they are built first, which `onBuild` is
 * told.
 *
 * @throws AppError `UNEXPECTED` when they are missing from what was installed, or cannot be built
 */
export async function builtPages(onBuild: () => void): Promise<string> {
  const pages = fileURLToPath(places.pages);
  if (existsSync(join(pages, 'agent.html'))) return pages;
  if (isBundled) throw new AppError('UNEXPECTED', { said: (say) => say('cli.ui.noPages') });
  onBuild();
  let main: string;
  try {
    main = createRequire(import.meta.url).resolve('electron-vite/package.json');
  } catch (cause) {
    throw new AppError('UNEXPECTED', { said: (say) => say('cli.ui.noTool'), cause });
  }
  const child = spawn(process.execPath, [join(dirname(main), 'bin/electron-vite.js'), 'build'], {
    // The project.
    cwd: join(pages, '../../'),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: childEnvironment(process.env),
  });
  let said = '';
  const collect = (text: Buffer) => {
    said = `${said}${text}`.slice(-4000);
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code === 0 && existsSync(join(pages, 'agent.html'))) return pages;
  throw new AppError('UNEXPECTED', {
    said: (say) => say('cli.ui.notBuilt', { said: said.trim() }),
  });
}

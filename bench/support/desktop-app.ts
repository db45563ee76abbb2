import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Histogram } from 'node:perf_hooks';
import { type Launched, launchApp } from '../../e2e/support/launch-app.ts';
import { projectRoot } from '../../e2e/support/project-root.ts';

/** Resolution of the event loop's histogram, ms; an idle loop shows this much. */
const lagResolution = 10;

export interface Lag {
  readonly p99: number;
  readonly max: number;
}

/** The built desktop app with its window, driven through its page. */
export interface DesktopApp {
  /** Which Electron runtime this is, in words. */
  readonly runtime: string;
  /** A call as a page makes it. */
  readonly ask: Launched['value'];
  /** The delay of the main process's event loop while this goes on, ms. */
  lagWhile(work: () => Promise<unknown>): Promise<Lag>;
  end(): Promise<void>;
}

/**
 * Starts the app as `electron-vite build` left it in `out/`.
 *
 * @throws when it is not built, or there is no Electron runtime
 */
export async function startDesktopApp(home: string): Promise<DesktopApp> {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (!existsSync(join(projectRoot, 'out/main/index.js'))) throw new Error('run `npm run build` first');
  if (!existsSync(override ?? join(projectRoot, 'node_modules/electron/dist')))
    throw new Error('there is no Electron runtime; name one in ELECTRON_OVERRIDE_DIST_PATH');
  mkdirSync(home, { recursive: true });
  const { app, value, quit } = await launchApp([`--user-data-dir=${join(home, 'user-data')}`], {
    env: { ...(process.env as Record<string, string>), HOME: home, XDG_CONFIG_HOME: join(home, '.config') },
    cwd: home,
  });
  const runtime = await app.evaluate(({ dialog }) => {
    // Where there is no keychain the key is kept in memory.
    dialog.showMessageBox = (async () => ({ response: 1, checkboxChecked: false })) as never;
    const isStandIn = (process as unknown as { standin?: boolean }).standin === true;
    return isStandIn
      ? `stand-in for Electron (Node ${process.versions.node})`
      : `Electron ${process.versions.electron}`;
  });
  return {
    runtime,
    ask: value,
    end: quit,
    async lagWhile(work) {
      await app.evaluate((_electronModule, resolution) => {
        const { monitorEventLoopDelay } = process.getBuiltinModule('node:perf_hooks');
        const lag = monitorEventLoopDelay({ resolution });
        lag.enable();
        Object.assign(globalThis, { benchLag: lag });
      }, lagResolution);
      await work();
      const { p99, max } = await app.evaluate(() => {
        const { benchLag } = globalThis as unknown as { benchLag: Histogram & { disable(): void } };
        benchLag.disable();
        return { p99: benchLag.percentile(99) / 1e6, max: benchLag.max / 1e6 };
      });
      return { p99: p99 - lagResolution, max: max - lagResolution };
    },
  };
}

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export interface ElectronRuntime {
  /** The folder it lies in. */
  readonly folder: string;
  readonly isStandIn: boolean;
  /** Program that the run goes through, for windows where there is no screen. */
  readonly through: readonly string[];
}

/**
 * The runtime for the tests of the desktop bundle: the one that is installed, or
 * `ELECTRON_OVERRIDE_DIST_PATH` names.
 */
export function findElectron(root: string): ElectronRuntime | { readonly reason: string } {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  const folder = override ?? join(root, 'node_modules/electron/dist');
  if (!existsSync(folder)) {
    const where = override ?? 'node_modules/electron/dist';
    const remedy = 'install it with `node node_modules/electron/install.js`';
    return { reason: `there is no Electron runtime in ${where}; ${remedy}` };
  }
  // A stand-in drives the bundle without Electron. It says so by this file, and runs without a screen.
  const isStandIn = existsSync(join(folder, '../lib/bootstrap.cjs'));
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  const hasScreen = process.platform !== 'linux' || DISPLAY !== undefined || WAYLAND_DISPLAY !== undefined;
  if (isStandIn || hasScreen) return { folder, isStandIn, through: [] };
  if (spawnSync('xvfb-run', ['--help']).status === 0) {
    return { folder, isStandIn, through: ['xvfb-run', '--auto-servernum'] };
  }
  return { reason: 'there is no screen for Electron’s windows, and no xvfb-run to stand in for one' };
}

import type { DesktopState } from './desktop-state.ts';

/** One icon a state; what needs no person looks like a pause. */
const icons: Readonly<Record<DesktopState['kind'], string>> = {
  idle: 'idle',
  waiting: 'idle',
  noProfile: 'idle',
  working: 'working',
  paused: 'paused',
  held: 'paused',
  off: 'paused',
  trouble: 'attention',
  attention: 'attention',
};

/**
 * The file of the icon for a state: an `.ico` on Windows, of which the system takes the size of its screen,
 * and on macOS a template that it colours as the menu bar wants
 * (https://www.electronjs.org/docs/latest/api/tray).
 */
export function trayIconFile(kind: DesktopState['kind'], platform: NodeJS.Platform): string {
  const name = icons[kind];
  if (platform === 'win32') return `tray-${name}.ico`;
  return platform === 'darwin' ? `tray-${name}Template.png` : `tray-${name}.png`;
}

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';

/** Started with this argument (at login), Sluice begins in the tray. */
export const hiddenArgument = '--hidden';

/** The part of Electron's `app` that starts a program at login, and tells of it. */
export interface LoginItems {
  setLoginItemSettings(settings: { openAtLogin: boolean; args?: string[] }): void;
  getLoginItemSettings(): { readonly wasOpenedAtLogin: boolean };
}

export interface StartAtLoginOptions {
  readonly app: LoginItems;
  readonly platform: NodeJS.Platform;
  /** In development the program is Electron itself, which nobody wants at login. */
  readonly isPackaged: boolean;
  /** Of the program that runs. */
  readonly executable: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly onProblem: (message: string, error: unknown) => void;
}

export interface StartAtLogin {
  /** False where it cannot be had, so that it is not offered. */
  readonly isPossible: boolean;
  set(isWanted: boolean): void;
  /** Whether the system started Sluice at login: then it begins hidden. */
  startedHidden(args: readonly string[]): boolean;
}

/**
 * Starts Sluice when the person signs in. Electron does it on Windows and macOS
 * (https://www.electronjs.org/docs/latest/api/app#appsetloginitemsettingssettings-macos-windows), where only
 * Windows passes arguments on: macOS says itself that it was at login. On Linux an entry in the person's
 * autostart folder does it (https://specifications.freedesktop.org/autostart-spec/latest/).
 */
export function createStartAtLogin(options: StartAtLoginOptions): StartAtLogin {
  const { app, platform, isPackaged, environment, home, onProblem } = options;
  const startedHidden = (args: readonly string[]) =>
    args.includes(hiddenArgument) ||
    (platform === 'darwin' && isPackaged && app.getLoginItemSettings().wasOpenedAtLogin);
  if (!isPackaged) return { isPossible: false, set: () => undefined, startedHidden };
  if (platform !== 'linux') {
    return {
      isPossible: true,
      set: (openAtLogin) =>
        app.setLoginItemSettings(
          platform === 'win32' ? { openAtLogin, args: [hiddenArgument] } : { openAtLogin },
        ),
      startedHidden,
    };
  }
  const configured = environment.XDG_CONFIG_HOME ?? '';
  const folder = join(isAbsolute(configured) ? configured : join(home, '.config'), 'autostart');
  const path = join(folder, 'sluice.desktop');
  const entry = autostartEntry(programFile(options.executable, environment));
  return {
    isPossible: true,
    set(isWanted) {
      try {
        const command = commandOf(existsSync(path) ? readFileSync(path, 'utf8') : '');
        // Some desktops copy the entry of the menu to this very place, when they are told to start it.
        if (!isWanted && command?.endsWith(` ${hiddenArgument}`)) rmSync(path);
        // What was switched off in the desktop's own settings stays in the file, and counts.
        if (isWanted && command !== commandOf(entry)) {
          mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
          writeFileSync(path, entry, { mode: 0o644 });
        }
      } catch (error) {
        onProblem('Whether Sluice starts at login could not be written.', error);
      }
    },
    startedHidden,
  };
}

/**
 * The file to start. What runs of an AppImage lies in a folder that is gone when it ends; but one hands its
 * variables on to all that is started from it, as from a terminal.
 */
function programFile(
  executable: string,
  { APPIMAGE: image, APPDIR: unpacked }: StartAtLoginOptions['environment'],
): string {
  return image && unpacked && executable.startsWith(join(unpacked, '/')) ? image : executable;
}

function autostartEntry(program: string): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Sluice',
    `Exec=${quoted(program)} ${hiddenArgument}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}

/**
 * A path as `Exec` wants it: quoted, and then escaped once more as every text of the file
 * (https://specifications.freedesktop.org/desktop-entry-spec/latest/exec-variables.html).
 */
function quoted(path: string): string {
  const argument = path.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%');
  return `"${argument.replaceAll('\\', '\\\\')}"`;
}

function commandOf(entry: string): string | undefined {
  return /^Exec=(.*)$/m.exec(entry)?.[1];
}

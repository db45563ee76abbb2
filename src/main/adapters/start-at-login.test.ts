import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createStartAtLogin, type StartAtLoginOptions } from './start-at-login.ts';

let home: string;
let asked: unknown[];
let problems: string[];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sluice-login-'));
  asked = [];
  problems = [];
});
afterEach(() => rmSync(home, { recursive: true }));

const startAtLogin = (given: Partial<StartAtLoginOptions>, wasOpenedAtLogin = false) =>
  createStartAtLogin({
    app: {
      setLoginItemSettings: (settings) => void asked.push(settings),
      getLoginItemSettings: () => ({ wasOpenedAtLogin }),
    },
    platform: 'linux',
    isPackaged: true,
    executable: '/opt/Sluice/sluice',
    environment: {},
    home,
    onProblem: (message) => void problems.push(message),
    ...given,
  });
const path = () => join(home, '.config/autostart/sluice.desktop');
const entry = () => readFileSync(path(), 'utf8');

describe('on Linux', () => {
  test('an entry of the autostart folder starts it hidden, and goes with the wish', () => {
    const one = startAtLogin({});
    expect(one.isPossible).toBe(true);
    one.set(false);
    expect(existsSync(path())).toBe(false);
    one.set(true);
    expect(entry().split('\n')).toEqual([
      '[Desktop Entry]',
      'Type=Application',
      'Name=Sluice',
      'Exec="/opt/Sluice/sluice" --hidden',
      'Terminal=false',
      'X-GNOME-Autostart-enabled=true',
      '',
    ]);
    one.set(false);
    expect([existsSync(path()), asked, problems]).toEqual([false, [], []]);
  });

  test('the folder is where the person has it; a relative one counts as none', () => {
    startAtLogin({ environment: { XDG_CONFIG_HOME: join(home, 'settings') } }).set(true);
    expect(existsSync(join(home, 'settings/autostart/sluice.desktop'))).toBe(true);
    startAtLogin({ environment: { XDG_CONFIG_HOME: 'settings' } }).set(true);
    expect(existsSync(path())).toBe(true);
  });

  test.each([
    ['/home/a b/Sluice.AppImage', '"/home/a b/Sluice.AppImage"'],
    ['/a/50% "$x" `y`', String.raw`"/a/50%% \\"\\$x\\" \\${'`'}y\\${'`'}"`],
    [String.raw`/a\b`, String.raw`"/a\\\\b"`],
  ])('an AppImage is started by its own file: %s', (image, written) => {
    const environment = { APPIMAGE: image, APPDIR: '/tmp/.mount_x' };
    startAtLogin({ executable: '/tmp/.mount_x/sluice', environment }).set(true);
    expect(entry()).toContain(`\nExec=${written} --hidden\n`);
  });

  test('one that another AppImage started, as a terminal does, is still itself', () => {
    const environment = { APPIMAGE: '/home/a/Editor.AppImage', APPDIR: '/tmp/.mount_x' };
    for (const executable of ['/opt/Sluice/sluice', '/tmp/.mount_xy/sluice']) {
      startAtLogin({ executable, environment }).set(true);
      expect(entry()).toContain(`\nExec="${executable}" --hidden\n`);
    }
  });

  test('an entry that the person or their desktop made is left to them', () => {
    mkdirSync(dirname(path()), { recursive: true });
    writeFileSync(path(), '[Desktop Entry]\nType=Application\nExec=/opt/Sluice/sluice %U\n');
    startAtLogin({}).set(false);
    expect(entry()).toContain('%U');
  });

  test('what was switched off in the settings of the desktop stays off, until the program lies elsewhere', () => {
    startAtLogin({}).set(true);
    writeFileSync(path(), `${entry()}Hidden=true\n`);
    startAtLogin({}).set(true);
    expect(entry()).toContain('Hidden=true');
    startAtLogin({ executable: '/elsewhere/sluice' }).set(true);
    expect(entry()).not.toContain('Hidden=true');
  });

  test('a folder that cannot be written to is said, and stops nothing', () => {
    mkdirSync(dirname(dirname(path())), { recursive: true });
    writeFileSync(dirname(path()), 'a file');
    startAtLogin({}).set(true);
    expect(problems).toHaveLength(1);
  });
});

test('Electron does it elsewhere, with an argument only where the system passes it on', () => {
  for (const platform of ['win32', 'darwin'] as const) startAtLogin({ platform }).set(true);
  expect(asked).toEqual([{ openAtLogin: true, args: ['--hidden'] }, { openAtLogin: true }]);
  expect(existsSync(path())).toBe(false);
});

test('in development it is not offered, and nothing is written', () => {
  for (const platform of ['win32', 'darwin', 'linux'] as const) {
    const one = startAtLogin({ platform, isPackaged: false });
    one.set(true);
    expect(one.isPossible).toBe(false);
  }
  expect([asked, existsSync(path())]).toEqual([[], false]);
});

test.each([
  ['win32', ['--hidden'], false, true],
  ['linux', ['--hidden'], false, true],
  ['darwin', [], true, true],
  ['darwin', [], false, false],
  ['win32', [], true, false],
] as const)('on %s, started with %j and at login %s: hidden %s', (platform, args, atLogin, hidden) => {
  expect(startAtLogin({ platform }, atLogin).startedHidden(args)).toBe(hidden);
});

/**
 * What programs need of the environment to run, to find their own files and to speak the person's language.
 * No name of Sluice's own is among them: `SLUICE_API_KEY` is a key, and what a person's other variables hold,
 * nobody knows.
 */
const needed = new Set([
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'TMPDIR',
  'TZ',
  'LANG',
  'LANGUAGE',
  'NODE_EXTRA_CA_CERTS',
  // Windows: programs do not start without the first, and keep their files where the others say.
  'SYSTEMROOT',
  'SYSTEMDRIVE',
  'WINDIR',
  'COMSPEC',
  'PATHEXT',
  'TEMP',
  'TMP',
  'USERPROFILE',
  'USERNAME',
  'HOMEDRIVE',
  'HOMEPATH',
  'APPDATA',
  'LOCALAPPDATA',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'PROGRAMFILES(X86)',
  // The person's desktop, for a browser.
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'XAUTHORITY',
  'DBUS_SESSION_BUS_ADDRESS',
  'DESKTOP_SESSION',
  'BROWSER',
  'WSL_DISTRO_NAME',
  'WSL_INTEROP',
]);

const neededBeginning = /^(LC|XDG|KDE|GNOME)_/;

/**
 * The part of an environment that another program is given. Everything else stays here: a program that is
 * started by somebody who holds a key would else hold it too, and show it to whoever may look at it.
 *
 * @param more names that this one program needs beside them
 */
export function childEnvironment(
  variables: Readonly<Record<string, string | undefined>>,
  more: readonly string[] = [],
): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(variables)) {
    const key = name.toUpperCase();
    if (value === undefined) continue;
    if (needed.has(key) || neededBeginning.test(key) || more.includes(name)) kept[name] = value;
  }
  return kept;
}

/** Windows starts no program without most of these, and dates need the time zone. */
const ofConfined = /^(?:SYSTEMROOT|SYSTEMDRIVE|WINDIR|TZ)$/i;

/** The part of an environment that a program gets that reads what strangers wrote. */
export function confinedEnvironment(
  variables: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const known = Object.entries(variables).filter(([name]) => ofConfined.test(name));
  return Object.fromEntries(known.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

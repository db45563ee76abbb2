import { execFileSync } from 'node:child_process';
import { win32 } from 'node:path';
import { childEnvironment } from '#core/threads/child-environment.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { said } from '#shared/spoken/said.ts';

/** What is wrong with who owns a file or folder, or who may change it. */
export type RightsFault = 'owner' | 'open';

/**
 * Those who administer a machine, as security descriptors name them: the group, the system, who installs for
 * it, and administrators of the domain.
 */
const administrators = new Set([
  'BA',
  'SY',
  'DA',
  'EA',
  'LA',
  'S-1-5-18',
  'S-1-5-32-544',
  'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464',
]);

/** Rights as descriptors write them: https://learn.microsoft.com/windows/win32/secauthz/ace-strings. */
const rightBits: Readonly<Record<string, number>> = {
  FA: 0x1f01ff,
  FR: 0x120089,
  FW: 0x120116,
  FX: 0x1200a0,
  GA: 0x10000000,
  GX: 0x20000000,
  GW: 0x40000000,
  GR: 0x80000000,
  CC: 0x1,
  DC: 0x2,
  LC: 0x4,
  SW: 0x8,
  RP: 0x10,
  WP: 0x20,
  DT: 0x40,
  LO: 0x80,
  CR: 0x100,
  SD: 0x10000,
  RC: 0x20000,
  WD: 0x40000,
  WO: 0x80000,
};

/** Deleting, changing the rights, taking over, and everything. */
const taking = 0x10000 | 0x40000 | 0x80000 | 0x10000000;
/**
 * What gives somebody another file to put there. In a folder only who deletes what it holds: Windows lets
 * everybody add files below ProgramData, which replaces none.
 */
const changing = { file: taking | 0x2 | 0x4 | 0x40000000, folder: taking | 0x40 };

/**
 * What is wrong with a security descriptor (SDDL) of what only administrators may change. Who made the file
 * owns it, and may change its rights.
 */
export function rightsFault(descriptor: string, kind: keyof typeof changing): RightsFault | undefined {
  const owner = /^O:(S-[\d-]+|[A-Z]{2})/.exec(descriptor)?.[1];
  if (owner === undefined || !administrators.has(owner)) return 'owner';
  const list = /D:[A-Z]*((?:\([^)]*\))+)/.exec(descriptor)?.[1];
  // Without a list everybody may do everything.
  if (list === undefined) return 'open';
  const isOpen = [...list.matchAll(/\(([^)]*)\)/g)].some(([, entry = '']) => {
    const [type = '', flags = '', rights = '', , , who = ''] = entry.split(';');
    const isDenied = !type.endsWith('A');
    // What only things in it inherit says nothing of the folder.
    const isOfOthers = /^(?:..)*IO/.test(flags);
    return !isDenied && !isOfOthers && !administrators.has(who) && (maskOf(rights) & changing[kind]) !== 0;
  });
  return isOpen ? 'open' : undefined;
}

/** A right that is not known here may be any. */
function maskOf(rights: string): number {
  if (/^(?:0x[\da-f]+|\d+)$/i.test(rights)) return Number(rights);
  return (rights.match(/../g) ?? []).reduce((mask, right) => mask | (rightBits[right] ?? -1), 0);
}

/** Milliseconds that PowerShell may take to start and answer. */
const patience = 20_000;

/**
 * The security descriptors of files and folders, as PowerShell says them: Node knows no owner there.
 *
 * @throws Error when it does not answer
 */
export function askWindows(paths: readonly string[]): string[] {
  const root = process.env.SystemRoot || String.raw`C:\Windows`;
  const program = win32.join(root, String.raw`System32\WindowsPowerShell\v1.0\powershell.exe`);
  const ask = "$env:SLUICE_PATHS -split '\\|' | ForEach-Object { (Get-Acl -LiteralPath $_).Sddl }";
  const options = {
    encoding: 'utf8',
    timeout: patience,
    windowsHide: true,
    env: { ...childEnvironment(process.env), SLUICE_PATHS: paths.join('|') },
  } as const;
  const said = execFileSync(program, ['-NoProfile', '-NonInteractive', '-Command', ask], options);
  const lines = said.split(/\r?\n/).filter((line) => line !== '');
  if (lines.length !== paths.length) throw new Error('PowerShell does not say who may change the file.');
  return lines;
}

/**
 * Refuses a policy on Windows that others than administrators may write. Anybody may make a folder below
 * ProgramData, and a policy says through which proxy keys go, and whom to believe.
 *
 * @param ask for the security descriptors of paths; for tests
 * @throws AppError `POLICY_REFUSED`
 */
export function assertRights(path: string, ask: (paths: readonly string[]) => string[] = askWindows): void {
  const kinds = ['file', 'folder'] as const;
  const paths = [path, win32.dirname(path)];
  let descriptors: string[];
  try {
    descriptors = ask(paths);
  } catch (cause) {
    const reason = (cause as Error).message;
    throw new AppError('POLICY_REFUSED', { spoken: said('policy.refusedUnread', { path, reason }), cause });
  }
  for (const [at, kind] of kinds.entries()) {
    const fault = rightsFault(descriptors[at] ?? '', kind);
    const code = fault === 'owner' ? 'policy.refusedOwner' : 'policy.refusedOpen';
    if (fault) throw new AppError('POLICY_REFUSED', { spoken: said(code, { path: paths[at] ?? path }) });
  }
}

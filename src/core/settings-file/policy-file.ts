import { existsSync, lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, posix, win32 } from 'node:path';
import { AppError } from '#shared/errors/app-error.ts';
import { type Policy, policySchema } from '#shared/settings/policy.ts';
import { said } from '#shared/spoken/said.ts';
import { saidIssue } from '#shared/spoken/said-issue.ts';

/** Where the policy of a machine lies, and to whom it has to belong. */
export interface PolicyPlace {
  readonly path: string;
  /** User ids of administrators. */
  readonly owners: readonly number[];
}

/**
 * The one place of each system, which only its administrators write; no variable leads away from one that is
 * there. `isThere` is for tests.
 */
export function machinePolicy(
  platform: NodeJS.Platform,
  variables: Readonly<Record<string, string | undefined>>,
  isThere: (path: string) => boolean = existsSync,
): PolicyPlace {
  return { path: policyPath(platform, variables, isThere), owners: [0] };
}

function policyPath(
  platform: NodeJS.Platform,
  { ProgramData }: Readonly<Record<string, string | undefined>>,
  isThere: (path: string) => boolean,
): string {
  if (platform === 'win32') {
    // The variable is anybody's to set; it is asked for machines whose folder is another.
    const usual = win32.join(String.raw`C:\ProgramData`, 'Sluice', 'policy.json');
    return ProgramData && !isThere(usual) ? win32.join(ProgramData, 'Sluice', 'policy.json') : usual;
  }
  if (platform === 'darwin') return '/Library/Application Support/Sluice/policy.json';
  return posix.join('/etc/sluice', 'policy.json');
}

/**
 * The policy of this machine; undefined where it has none.
 *
 * @throws AppError `POLICY_REFUSED` when there is one that cannot be relied on: then nothing starts, because
 *   what it forbids is not known
 */
export async function readPolicy({ path, owners }: PolicyPlace): Promise<Policy | undefined> {
  const text = readText(path);
  if (text === undefined) return undefined;
  // Loaded where it is asked: most starts are elsewhere.
  if (process.platform === 'win32') (await import('./windows-rights.ts')).assertRights(path);
  else
    for (const one of new Set([path, dirname(path), dirname(realpathSync(path))]))
      assertOfAdministrators(one, owners);
  const parsed = policySchema.safeParse(parse(path, text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const spoken = issue && saidIssue(issue, path);
  throw new AppError('POLICY_REFUSED', { ...(spoken && { spoken }), cause: parsed.error });
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    // A link to what is not there, such as a share that is not mounted, is a policy that nobody can read.
    const isThere = () => lstatSync(path, { throwIfNoEntry: false }) !== undefined;
    if ((code === 'ENOENT' || code === 'ENOTDIR') && !isThere()) return undefined;
    throw new AppError('POLICY_REFUSED', {
      spoken: said('policy.refusedUnread', { path, reason: message }),
      cause,
    });
  }
}

/** Who may write the folder, or the one that a link leads to, may put another file into it. */
function assertOfAdministrators(path: string, owners: readonly number[]): void {
  const { uid, mode } = statSync(path);
  if (!owners.includes(uid))
    throw new AppError('POLICY_REFUSED', { spoken: said('policy.refusedOwner', { path }) });
  if ((mode & 0o022) !== 0)
    throw new AppError('POLICY_REFUSED', { spoken: said('policy.refusedOpen', { path }) });
}

function parse(path: string, text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    const reason = (cause as Error).message;
    throw new AppError('POLICY_REFUSED', { spoken: said('policy.refusedText', { path, reason }), cause });
  }
}

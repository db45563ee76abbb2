import { constants } from 'node:fs';
import { access, readFile, statfs } from 'node:fs/promises';
import type { CallOutput } from '#shared/bridge/contract.ts';
import { type ErrorCode, errorCatalog } from '#shared/errors/catalog.ts';
import type { Profile } from '#shared/settings/profile.ts';
import type { Answer } from '../service/answer.ts';
import { activeProfile, type CoreContext } from './core-context.ts';

type Doctor = CallOutput<'agent.doctor'>;
type Check = Doctor['checks'][number];

/** Less free space than this is worth a word, bytes. */
const littleSpace = 500 * 1024 * 1024;
/** Directories that can be watched at once before Linux refuses; below this it gets tight. */
const fewWatches = 65_536;

/** Live checks, each with a sentence: what was found, and what to do when it is not well. */
export async function runDoctor(context: CoreContext): Promise<Doctor> {
  const checks = [
    ...(await serviceChecks(context)),
    ...(await folderChecks(context)),
    await spaceCheck(context.dataDirectory),
    ...(await watchLimitCheck()),
    ...context.notices().map(({ code, message }) => ({ name: 'notice', ok: false, code, message })),
  ];
  return { ok: checks.every((check) => check.ok), checks };
}

async function serviceChecks(context: CoreContext): Promise<Check[]> {
  if (context.settings.get().profiles.length === 0) {
    return [
      {
        name: 'profile',
        ok: false,
        code: 'USAGE',
        message: 'No profile is set up: give the address of the service with --base-url.',
      },
    ];
  }
  return profileChecks(context, activeProfile(context));
}

/** The live checks of one profile: key, address, and each permission Sluice needs. */
export async function profileChecks(context: CoreContext, profile: Profile): Promise<Check[]> {
  const has = (await context.secrets.getKey(profile.id)) !== undefined;
  const key: Check = has
    ? { name: 'key', ok: true, message: 'An API key is set.' }
    : notWell('key', 'KEY_MISSING');
  const check = await context.serviceOf(profile).client.check({ priority: 'person' });
  return [
    key,
    toCheck('service reachable', check.reachable, `${new URL(profile.baseUrl).host} answers.`),
    toCheck('key accepted', check.keyAccepted, 'The service accepts the key.'),
    listCheck(check.listDocuments),
    toCheck('tags', check.listTags, 'Tags can be read.'),
    toCheck('connectors', check.listConnectors, 'Connectors can be read.'),
  ];
}

function listCheck(answer: Answer<true>): Check {
  if (!answer.ok && answer.failure.error.code === 'NO_SUCH_OPERATION') {
    const message =
      'This service does not list documents; Sluice asks for each by itself, a little more often.';
    return { name: 'documents', ok: true, message };
  }
  return toCheck('documents', answer, 'Documents can be listed.');
}

function toCheck(name: string, answer: Answer<true>, well: string): Check {
  if (answer.ok) return { name, ok: true, message: well };
  const { code, detail } = answer.failure.error;
  return notWell(name, code, detail);
}

function notWell(name: string, code: ErrorCode, detail?: string): Check {
  const { happened, remedy } = errorCatalog[code];
  const message = detail === undefined ? `${happened} ${remedy}` : `${happened} (${detail}) ${remedy}`;
  return { name, ok: false, code, message };
}

async function folderChecks(context: CoreContext): Promise<Check[]> {
  return Promise.all(
    context.settings.get().folders.map(async (folder): Promise<Check> => {
      const name = `folder ${folder.label || folder.path}`;
      try {
        await access(folder.path, constants.R_OK | constants.X_OK);
        return { name, ok: true, message: `${folder.path} can be read.` };
      } catch (error) {
        const code =
          (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'FOLDER_MISSING' : 'FOLDER_UNREADABLE';
        return notWell(name, code, folder.path);
      }
    }),
  );
}

async function spaceCheck(directory: string): Promise<Check> {
  const { bavail, bsize } = await statfs(directory);
  const free = bavail * bsize;
  const megabytes = Math.round(free / 1024 / 1024);
  if (free >= littleSpace)
    return { name: 'disk', ok: true, message: `${megabytes} MB are free for the data folder.` };
  return {
    name: 'disk',
    ok: false,
    code: 'DISK_FULL',
    message: `Only ${megabytes} MB are free for the data folder. ${errorCatalog.DISK_FULL.remedy}`,
  };
}

async function watchLimitCheck(): Promise<Check[]> {
  if (process.platform !== 'linux') return [];
  const limit = Number(await readFile('/proc/sys/fs/inotify/max_user_watches', 'utf8').catch(() => 'NaN'));
  if (Number.isNaN(limit)) return [];
  const ok = limit >= fewWatches;
  const message = ok
    ? `Up to ${limit} folders can be watched at once.`
    : `Only ${limit} folders can be watched at once; beyond that Sluice looks at them every half minute. Raise fs.inotify.max_user_watches.`;
  return [{ name: 'watch limit', ok, message }];
}

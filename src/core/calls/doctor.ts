import { freeSpace } from '#core/data-folder/free-space.ts';
import { kernelSetting } from '#core/local/kernel-setting.ts';
import { keyProblem } from '#core/ports/profile-keys.ts';
import type { CallOutput } from '#shared/bridge/contract.ts';
import type { Finding } from '#shared/bridge/health.ts';
import type { ErrorCode } from '#shared/errors/catalog.ts';
import type { Profile } from '#shared/settings/profile.ts';
import { type Said, type SpokenCode, said } from '#shared/spoken/said.ts';
import { speakEnglish } from '#shared/spoken/speak-english.ts';
import { hasModes, openToOthers } from '../data-folder/private-folder.ts';
import { activeProfile, type CoreContext, type ServiceContext } from '../engine/core-context.ts';
import { countsInUse, gatherHealth } from '../engine/health/gather-health.ts';
import type { Answer } from '../service/answer.ts';
import { tagKindOf } from '../tags/tag-kind.ts';
import { whichNode } from './which-node.ts';
import { found, notWell } from './check-words.ts';
import { networkChecks } from './network-checks.ts';
import { teamChecks } from './team-checks.ts';

type Doctor = CallOutput<'agent.doctor'>;
type Check = Doctor['checks'][number];

/** Less free space than this is worth a word, bytes. */
const littleSpace = 500 * 1024 * 1024;
/** Directories that can be watched at once before Linux refuses; below this it gets tight. */
const fewWatches = 65_536;

/**
 * Live checks, each with a sentence: what was found, and what to do when it is not well. How Sluice is doing
 * is not judged here: what the one health finds stands beside what was tried just now.
 */
export async function runDoctor(context: ServiceContext): Promise<Doctor> {
  const checks = [
    ...(await serviceChecks(context)),
    ...(await teamChecks(context)),
    ...(await folderChecks(context)),
    await spaceCheck(context.dataDirectory),
    ...dataFolderCheck(context.dataDirectory),
    ...watchLimitCheck(),
    found(said('check.name.node'), whichNode()),
  ];
  const isToldLive = ({ code }: Finding) => checks.some((check) => !check.ok && check.code === code);
  const { findings } = await gatherHealth(context, {
    live: await context.live(),
    counts: countsInUse(context),
  });
  for (const finding of findings) if (!isToldLive(finding)) checks.push(findingCheck(context, finding));
  return { ok: checks.every((check) => check.ok), checks };
}

async function serviceChecks(context: ServiceContext): Promise<Check[]> {
  if (context.settings.get().profiles.length === 0) {
    return [{ ...found(said('check.name.profile'), said('check.noProfile'), false), code: 'USAGE' }];
  }
  return profileChecks(context, activeProfile(context));
}

/** The live checks of one profile: key, the way to the service, address, and each permission Sluice needs. */
export async function profileChecks(context: ServiceContext, profile: Profile): Promise<Check[]> {
  const problem = await keyProblem(context.secrets, profile);
  const key =
    problem === undefined
      ? found(said('check.name.key'), said('check.keySet'))
      : keyCheck(context.secrets, profile, problem);
  const [check, onTheWay] = await Promise.all([
    context.serviceOf(profile).client.check({ priority: 'person' }),
    networkChecks(context, profile),
  ]);
  const blocked = problem ?? onTheWay.find(({ code }) => code !== undefined)?.code;
  const answers = said('check.answers', { host: new URL(profile.baseUrl).host });
  const service = toCheck(said('check.name.service'), check.reachable, answers);
  // Nothing is at this address: that there are no lists either says nothing about the service.
  if (service.code === 'NO_SUCH_OPERATION') return [key, ...onTheWay, service];
  const asked = [
    service,
    toCheck(said('check.name.accepted'), check.keyAccepted, said('check.accepted')),
    listCheck(check.listDocuments),
    tagsCheck(check.listTags),
    tagKindCheck(context, profile),
    toCheck(said('check.name.connectors'), check.listConnectors, said('check.connectors')),
  ];
  if (blocked === undefined || check.reachable.ok) return [key, ...onTheWay, ...asked];
  // What nothing comes through for is said once.
  const others = asked.filter(({ code }) => code !== blocked);
  const why = said(problem === undefined ? 'check.notReached' : 'check.noKeyToAsk');
  const reached = { ...found(said('check.name.service'), why, false), code: blocked };
  return [key, ...onTheWay, reached, ...others];
}

/** Why there is no key, and where it was looked for. */
function keyCheck(secrets: CoreContext['secrets'], { id, name }: Profile, problem: ErrorCode): Check {
  const title = said('check.name.key');
  const looked = problem === 'KEY_MISSING' ? secrets.keyPlaces?.(id) : undefined;
  if (looked === undefined) return notWell(title, problem);
  const values = { name, places: looked.places.join(', '), isConfigured: looked.isConfigured ? 'yes' : 'no' };
  return { ...found(title, said('check.keyMissing', values), false), code: problem };
}

function listCheck(answer: Answer<true>): Check {
  if (!answer.ok && answer.failure.error.code === 'NO_SUCH_OPERATION') {
    return found(said('check.name.documents'), said('check.noList'));
  }
  return toCheck(said('check.name.documents'), answer, said('check.documents'));
}

function tagsCheck(answer: Answer<true>): Check {
  if (!answer.ok && answer.failure.error.code === 'NO_SUCH_OPERATION') {
    return found(said('check.name.tags'), said('check.noTags'));
  }
  return toCheck(said('check.name.tags'), answer, said('check.tags'));
}

/**
 * Which kind of tags uploads send, and how that was found out. Asking here would leave a trace at the
 * service.
 */
function tagKindCheck({ ledger }: CoreContext, { id }: Profile): Check {
  const title = said('check.name.tagKind');
  const fact = tagKindOf(ledger, id);
  if (!fact) return found(title, said('check.tagKind.unknown'));
  const at = new Date(fact.at).toISOString().slice(0, 10);
  return found(title, said(`check.tagKind.${fact.how}`, { at }));
}

function toCheck(title: Said, answer: Answer<true>, well: Said): Check {
  if (answer.ok) return found(title, well);
  const { code, detail } = answer.failure.error;
  return notWell(title, code, detail);
}

async function folderChecks(context: CoreContext): Promise<Check[]> {
  const watched = context.settings.get().folders.filter(({ paused }) => !paused);
  return Promise.all(
    // A paused folder needs nothing, wherever it is.
    watched.map(async (folder): Promise<Check> => {
      const title = said('check.name.folder', { folder: folder.label || folder.path });
      const answer = await context.gate.reach(folder.path);
      if (answer === 'ok') return found(title, said('check.folder', { path: folder.path }));
      return notWell(title, answer === 'missing' ? 'FOLDER_MISSING' : 'FOLDER_UNREADABLE', folder.path);
    }),
  );
}

/** Of what is tried live too; the rest is a notice. */
const titles: { readonly [A in Finding['about']]?: SpokenCode } = {
  key: 'check.name.key',
  service: 'check.name.service',
  team: 'check.name.teamServer',
};

function findingCheck(
  context: CoreContext,
  { about, level, code, said: words, message, folderId, profileId }: Finding,
): Check {
  const { folders, profiles } = context.settings.get();
  const folder = folders.find(({ id }) => id === folderId);
  const profile = profiles.length > 1 ? profiles.find(({ id }) => id === profileId) : undefined;
  const title =
    folder !== undefined
      ? said('check.name.folder', { folder: folder.label || folder.path })
      : profile !== undefined
        ? said('check.name.ofProfile', { profile: profile.name })
        : said(titles[about] ?? 'check.name.notice');
  const check = { name: speakEnglish(title), title, ok: level === 'note', message, said: words };
  return code === null ? check : { ...check, code };
}

async function spaceCheck(directory: string): Promise<Check> {
  const free = await freeSpace(directory);
  const megabytes = Math.round(free / 1024 / 1024);
  const title = said('check.name.disk');
  if (free >= littleSpace) return found(title, said('check.space', { megabytes }));
  return { ...found(title, said('check.littleSpace', { megabytes }), false), code: 'DISK_FULL' };
}

function dataFolderCheck(directory: string): Check[] {
  if (!hasModes) return [];
  const title = said('check.name.dataFolder');
  const [open] = openToOthers(directory);
  return [
    open === undefined ? found(title, said('check.dataFolder')) : notWell(title, 'DATA_FOLDER_OPEN', open),
  ];
}

function watchLimitCheck(): Check[] {
  const limit = kernelSetting('fs.inotify.max_user_watches');
  if (limit === null) return [];
  const ok = limit >= fewWatches;
  const what = said(ok ? 'check.watches' : 'check.fewWatches', { limit });
  return [found(said('check.name.watches'), what, ok)];
}

import { isDeepStrictEqual } from 'node:util';
import { isLocalPath, isNetworkPath } from '#core/ports/local-path.ts';
import { addressProblem, movedTo } from '#core/ports/profile-addresses.ts';
import { sandboxProfileId } from '#core/ports/profile-id.ts';
import type { SettingsImport } from '#shared/bridge/setup.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { insecureSentence } from '#shared/settings/insecure-address.ts';
import { parseSettings } from '#shared/settings/migrations.ts';
import type { Profile } from '#shared/settings/profile.ts';
import type { Settings } from '#shared/settings/settings.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import { said } from '#shared/spoken/said.ts';

/**
 * Settings from the text of an exported file, brought to today's version. What the schema does not know is
 * left out.
 *
 * @throws AppError `IMPORT_INVALID`, saying what is wrong
 */
export function readSettingsFile(text: string): Settings {
  try {
    return withoutAcceptance(parseSettings(JSON.parse(text)));
  } catch (cause) {
    if (!(cause instanceof AppError))
      throw new AppError('IMPORT_INVALID', { spoken: said('detail.noJson'), cause });
    const { detail = cause.message, spoken } = cause;
    throw new AppError('IMPORT_INVALID', { detail, ...(spoken && { spoken }), cause });
  }
}

/**
 * That an address may be used which is not https, a person says here, and where a key lies and which team
 * this machine is in the one who configures the agent; an exported file cannot.
 */
function withoutAcceptance(settings: Settings): Settings {
  for (const { name, baseUrl, agentsUrl } of settings.profiles) {
    const problem =
      addressProblem(baseUrl, insecureSentence) ?? addressProblem(agentsUrl ?? baseUrl, insecureSentence);
    if (problem) throw new AppError('ADDRESS_REFUSED', { detail: `${name}: ${problem.detail}` });
  }
  return {
    ...settings,
    profiles: settings.profiles.map(({ keyFrom: _keyFrom, team: _team, ...one }) => ({
      ...one,
      insecureAccepted: null,
    })),
  };
}

/**
 * Settings with those of a file taken over: what is new is added, what is here in another shape is replaced
 * only where asked. A watch folder is the same when its id or its path is; it keeps the id it has here,
 * because the ledger knows its files by that.
 */
export function mergeSettings(
  current: Settings,
  given: Settings,
  isReplacing: boolean,
): { readonly settings: Settings; readonly report: SettingsImport } {
  const report: SettingsImport = { addedProfiles: [], addedFolders: [], conflicts: [], skipped: [] };

  const profiles = [...current.profiles];
  for (const profile of given.profiles) {
    if (profile.id === sandboxProfileId) {
      report.skipped.push({ name: profile.name, why: 'sandbox' });
      continue;
    }
    const index = profiles.findIndex(({ id }) => id === profile.id);
    if (index < 0) {
      profiles.push(profile);
      report.addedProfiles.push(profile.name);
    } else {
      const known = profiles[index] as Profile;
      const { insecureAccepted, keyFrom, team } = known;
      const kept = { ...profile, insecureAccepted, ...(keyFrom && { keyFrom }), ...(team && { team }) };
      const replaced = movedTo(known, kept);
      const isSame = isDeepStrictEqual(known, kept);
      if (!isSame) report.conflicts.push({ kind: 'profile', name: profile.name });
      if (!isSame && isReplacing) profiles[index] = replaced;
    }
  }

  const folders = [...current.folders];
  for (const folder of given.folders) {
    const why = reasonToSkip(folder);
    if (why !== null) {
      report.skipped.push({ name: folder.path, why });
      continue;
    }
    const index = folders.findIndex(({ id, path }) => id === folder.id || path === folder.path);
    const known = folders[index];
    if (known === undefined) {
      folders.push({ ...folder, paused: true });
      report.addedFolders.push(folder.path);
    } else if (!isDeepStrictEqual(known, { ...folder, id: known.id })) {
      report.conflicts.push({ kind: 'folder', name: known.path });
      // A folder's id may be here for one path and its path for another id: two folders never share a path.
      const isTaken = folders.some(({ path }, at) => at !== index && path === folder.path);
      if (isReplacing) {
        const path = isTaken ? known.path : folder.path;
        const replaced = { ...folder, id: known.id, path };
        folders[index] = { ...replaced, paused: folder.paused || !isHarmless(known, replaced) };
      }
    }
  }

  // What this person saw of the news is theirs.
  const taking = { ...given, preferences: { ...given.preferences, newsSeen: current.preferences.newsSeen } };
  const differs = (part: 'preferences' | 'bandwidthSchedule') =>
    !isDeepStrictEqual(current[part], taking[part]);
  if (differs('preferences')) report.conflicts.push({ kind: 'preferences', name: '' });
  if (differs('bandwidthSchedule')) report.conflicts.push({ kind: 'schedule', name: '' });

  const taken = isReplacing ? taking : current;
  const settings = {
    ...current,
    profiles,
    folders,
    activeProfileId: current.activeProfileId ?? profiles[0]?.id ?? null,
    preferences: taken.preferences,
    bandwidthSchedule: taken.bandwidthSchedule,
  };
  return { settings, report };

  function reasonToSkip(folder: WatchFolder): 'sandbox' | 'no-profile' | 'not-here' | null {
    const { profileId } = folder;
    if (profileId === sandboxProfileId) return 'sandbox';
    if (!profiles.some(({ id }) => id === profileId)) return 'no-profile';
    return isOfThisMachine(folder) ? null : 'not-here';
  }
}

/**
 * Of a watch folder: what changes neither which files go out, where and to whom, nor what becomes of them.
 */
const harmless: ReadonlySet<string> = new Set<keyof WatchFolder>([
  ...(['label', 'paused', 'settleSeconds', 'publishedFrom'] as const),
  ...(['tags', 'subfolderTagPrefix', 'tagRules', 'enrichments'] as const),
]);

/**
 * Whether a folder may go on as a file has it; of any other, as of a new one, nothing is uploaded before
 * somebody looked.
 */
function isHarmless(known: WatchFolder, replaced: WatchFolder): boolean {
  const fields = Object.keys(replaced) as (keyof WatchFolder)[];
  return fields.every((field) => harmless.has(field) || isDeepStrictEqual(known[field], replaced[field]));
}

/** Whether every place that a folder names, for its files and for what comes of them, is of this machine. */
function isOfThisMachine({ path, doneFolder, failedFolder, saveAnnotated }: WatchFolder): boolean {
  const target = typeof saveAnnotated === 'object' ? saveAnnotated.folder : '';
  return (
    isLocalPath(path) && [doneFolder, failedFolder ?? '', target].every((place) => !isNetworkPath(place))
  );
}

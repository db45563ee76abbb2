import { isDeepStrictEqual } from 'node:util';
import { isLocalPath, isNetworkPath } from '#core/ports/local-path.ts';
import { changesBetween } from '#core/configuration/changes-between.ts';
import { profileFromOutside, settingsFromOutside } from '#core/configuration/settings-from-outside.ts';
import { addressProblem } from '#core/ports/profile-addresses.ts';
import { sandboxProfileId } from '#core/ports/profile-id.ts';
import type { SettingsImport } from '#shared/bridge/setup.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { insecureSentence } from '#shared/settings/insecure-address.ts';
import { parseSettings } from '#shared/settings/migrations.ts';
import { settingsInForce, type StoredSettings } from '#shared/settings/settings.ts';
import {
  type ChosenFolder,
  folderInForce,
  sizesProblem,
  type WatchFolder,
} from '#shared/settings/watch-folder.ts';
import { said } from '#shared/spoken/said.ts';

/**
 * Settings from the text of an exported file, brought to today's version. What the schema does not know is
 * left out.
 *
 * @throws AppError `IMPORT_INVALID`, saying what is wrong
 */
export function readSettingsFile(text: string): StoredSettings {
  try {
    return checked(parseSettings(JSON.parse(text)));
  } catch (cause) {
    if (!(cause instanceof AppError))
      throw new AppError('IMPORT_INVALID', { spoken: said('detail.noJson'), cause });
    const { detail = cause.message, spoken } = cause;
    throw new AppError('IMPORT_INVALID', { detail, ...(spoken && { spoken }), cause });
  }
}

/** An exported file names no address that no profile may have, and no sizes that no file can have. */
function checked(settings: StoredSettings): StoredSettings {
  for (const { name, baseUrl, agentsUrl } of settings.profiles) {
    const problem =
      addressProblem(baseUrl, insecureSentence) ?? addressProblem(agentsUrl ?? baseUrl, insecureSentence);
    if (problem) throw new AppError('ADDRESS_REFUSED', { detail: `${name}: ${problem.detail}` });
  }
  for (const folder of settings.folders) {
    const spoken = sizesProblem(folderInForce(folder));
    if (spoken !== undefined) throw new AppError('USAGE', { spoken });
  }
  return settings;
}

/**
 * Settings with those of a file taken over: what is new is added, what is here in another shape is replaced
 * only where asked. A watch folder is the same when its id or its path is; it keeps the id it has here,
 * because the ledger knows its files by that.
 */
export function mergeSettings(
  current: StoredSettings,
  given: StoredSettings,
  isReplacing: boolean,
): { readonly settings: StoredSettings; readonly report: SettingsImport } {
  const report: SettingsImport = {
    addedProfiles: [],
    addedFolders: [],
    conflicts: [],
    skipped: [],
    leftOut: [],
    changes: [],
  };

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
      const known = profiles[index];
      if (!isDeepStrictEqual(known, profileFromOutside(known, profile)))
        report.conflicts.push({ kind: 'profile', name: profile.name });
      if (isReplacing) profiles[index] = profile;
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
      folders.push(folder);
      report.addedFolders.push(folder.path);
    } else if (!isDeepStrictEqual(folderInForce(known), folderInForce({ ...folder, id: known.id }))) {
      report.conflicts.push({ kind: 'folder', name: known.path });
      // A folder's id may be here for one path and its path for another id: two folders never share a path.
      const isTaken = folders.some(({ path }, at) => at !== index && path === folder.path);
      if (isReplacing) {
        folders[index] = { ...folder, id: known.id, path: isTaken ? known.path : folder.path };
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
  const wanted = {
    ...current,
    profiles,
    folders,
    activeProfileId: current.activeProfileId ?? profiles[0]?.id ?? null,
    preferences: taken.preferences,
    bandwidthSchedule: taken.bandwidthSchedule,
  };
  const { settings, leftOut } = settingsFromOutside(current, wanted);
  report.leftOut.push(...leftOut.filter(({ kind }) => kind !== 'paused'));
  report.changes.push(...changesBetween(settingsInForce(current), settingsInForce(settings)));
  return { settings, report };

  function reasonToSkip(folder: ChosenFolder): 'sandbox' | 'no-profile' | 'not-here' | null {
    const { profileId } = folder;
    if (profileId === sandboxProfileId) return 'sandbox';
    if (!profiles.some(({ id }) => id === profileId)) return 'no-profile';
    return isOfThisMachine(folderInForce(folder)) ? null : 'not-here';
  }
}

/** Whether every place that a folder names, for its files and for what comes of them, is of this machine. */
function isOfThisMachine({ path, doneFolder, failedFolder, saveAnnotated }: WatchFolder): boolean {
  const target = typeof saveAnnotated === 'object' ? saveAnnotated.folder : '';
  return (
    isLocalPath(path) && [doneFolder, failedFolder ?? '', target].every((place) => !isNetworkPath(place))
  );
}

import { isDeepStrictEqual } from 'node:util';
import { wayBelow } from '#core/local/below.ts';
import { movedTo } from '#core/ports/profile-addresses.ts';
import type { LeftOut } from '#shared/configuration/left-out.ts';
import type { Profile } from '#shared/settings/profile.ts';
import { fields, type FolderField } from '#shared/settings/fields.ts';
import type { StoredSettings } from '#shared/settings/settings.ts';
import { type ChosenFolder, folderInForce } from '#shared/settings/watch-folder.ts';

/**
 * Settings that somebody else may have written: an import, a restored backup, a configuration file that
 * others can change. Every such source goes through here (ADR 0049). Where a key is, the team, the network,
 * that an address may be insecure, which profile is active, and the names of profiles, which commands use,
 * stay as they are here. A folder that is new is paused, and one that would upload something else or elsewhere,
 * also because a folder inside it is removed, and also where the user had paused it before. No key is bound to an
 * address: only the user's own commands do that.
 *
 * @param wanted the whole settings as the source wants them
 */
export function settingsFromOutside(
  current: StoredSettings,
  wanted: StoredSettings,
): { readonly settings: StoredSettings; readonly leftOut: readonly LeftOut[] } {
  const leftOut: LeftOut[] = [];
  const profiles = wanted.profiles.map((profile) => {
    const known = current.profiles.find(({ id }) => id === profile.id);
    const taken = profileFromOutside(known, profile);
    if (known !== undefined && known.name !== profile.name) leftOut.push({ kind: 'name', name: known.name });
    for (const kind of ['keyFrom', 'team', 'insecureAccepted'] as const)
      if (profile[kind] && !isDeepStrictEqual(profile[kind], taken[kind]))
        leftOut.push({ kind, name: profile.name });
    return taken;
  });
  const profileOf = (wantedId: string | null) => profiles.find(({ id }) => id === wantedId);
  const wantedActive = profileOf(wanted.activeProfileId);
  const active = profileOf(current.activeProfileId) ?? wantedActive;
  if (wantedActive !== undefined && wantedActive !== active)
    leftOut.push({ kind: 'active', name: wantedActive.name });
  const removed = current.folders.filter(
    ({ id, path }) => !wanted.folders.some((folder) => folder.id === id && folder.path === path),
  );
  /** The files of a removed folder belong to the folder around it, which may share or delete them. */
  const takesOver = (folder: ChosenFolder) =>
    removed.some(({ path }) => path !== folder.path && wayBelow(path, folder.path) !== undefined);
  const isLedElsewhere = ({ profileId }: ChosenFolder) => {
    const known = current.profiles.find(({ id }) => id === profileId);
    return known !== undefined && known.baseUrl !== profileOf(profileId)?.baseUrl;
  };
  const folders = wanted.folders.map((folder) => {
    const known = current.folders.find(({ id }) => id === folder.id);
    const isSame =
      known !== undefined && isHarmless(known, folder) && !takesOver(folder) && !isLedElsewhere(folder);
    // One that the user paused, or that the source has paused and is new, stays the user's pause.
    const isByUser = known === undefined ? folder.paused : isSame && known.paused && !known.pausedFromOutside;
    if (isSame && !known.paused && !folder.paused) return folder;
    if (!folder.paused || (!isSame && known !== undefined))
      leftOut.push({ kind: 'paused', name: folder.path });
    return isByUser
      ? { ...folder, paused: true }
      : { ...folder, paused: true, pausedFromOutside: true as const };
  });
  if (!isDeepStrictEqual(current.network, wanted.network)) leftOut.push({ kind: 'network', name: '' });
  const activeProfileId = active?.id ?? null;
  return { settings: { ...wanted, profiles, folders, activeProfileId, network: current.network }, leftOut };
}

/** A profile from outside, with what only the user's own commands set as it is here. */
export function profileFromOutside(known: Profile | undefined, given: Profile): Profile {
  const { keyFrom: _keyFrom, team: _team, insecureAccepted: _accepted, ...rest } = given;
  return known === undefined
    ? { ...rest, insecureAccepted: null }
    : { ...movedTo(known, rest), name: known.name };
}

function isHarmless(known: ChosenFolder, replaced: ChosenFolder): boolean {
  const [before, after] = [folderInForce(known), folderInForce(replaced)];
  const names = Object.keys(after) as FolderField[];
  return names.every((name) => fields[name].folder.harmless || isDeepStrictEqual(before[name], after[name]));
}

import { resolve } from 'node:path';
import type { CallParsed, PageCallName } from '#shared/bridge/contract.ts';
import { type Settings, settingsInForce } from '#shared/settings/settings.ts';
import {
  editFolder,
  folderDefaults,
  folderInForce,
  type WatchFolder,
} from '#shared/settings/watch-folder.ts';
import { withoutUndefined } from '#shared/without-undefined.ts';
import { originsOf } from '../ports/profile-addresses.ts';
import { mergeSettings, readSettingsFile } from '../calls/import-settings.ts';

/**
 * What a call of a page would do that a person must have said in a place where no page can speak for them.
 */
export type Want =
  /** Reads a file or a folder that nobody picked. */
  | { readonly kind: 'read'; readonly path: string }
  /** Writes to a folder that nobody picked. */
  | { readonly kind: 'write'; readonly path: string }
  /** Files of the folder at `path` are taken away after their upload. */
  | { readonly kind: 'delete' | 'trash' | 'move'; readonly path: string }
  /** Documents are deleted at the service when their file in `path` is deleted. */
  | { readonly kind: 'delete-documents'; readonly path: string }
  /** Links to files in the folder are followed. */
  | { readonly kind: 'follow-links'; readonly path: string }
  /** Whoever the authority in this file vouches for is believed to be the team's database. */
  | { readonly kind: 'trust'; readonly path: string; readonly database: string }
  /**
   * - `service`: documents may go to this origin, and a key that is not bound yet
   * - `proxy`: what Sluice sends goes through it, and it reads the key on the way to a service without TLS
   * - `database`: names and hashes of documents go to this database of a team
   */
  | { readonly kind: 'service' | 'proxy' | 'database'; readonly address: string };

/** Host and name; what is no address is asked for as it is, without what might be a password. */
function databaseAt(address: string): string {
  const { host = '', pathname = '' } = URL.parse(address) ?? {};
  return `${host}${pathname}`;
}

type Folder = Omit<WatchFolder, 'id' | 'profileId'>;

/**
 * Everything that a call wants, whether a person gave leave for it or not. `input` has passed the contract.
 */
export function wantsOf(name: PageCallName, input: unknown, settings: Settings): Want[] {
  switch (name) {
    case 'uploads.add': {
      const { paths } = input as CallParsed<'uploads.add'>;
      return paths.map((path) => ({ kind: 'read', path }));
    }
    case 'folders.preview': {
      const { folder } = input as CallParsed<'folders.preview'>;
      const known = settings.folders.find(({ path }) => path === folder.path);
      const isNew = folder.followLinks && known?.followLinks !== true;
      const links: Want[] = isNew ? [{ kind: 'follow-links', path: folder.path }] : [];
      return [{ kind: 'read', path: folder.path }, ...links];
    }
    case 'folders.add': {
      const { folder } = input as CallParsed<'folders.add'>;
      const { path } = folder;
      return wantsOfFolder(undefined, { ...folderDefaults, ...withoutUndefined(folder), path });
    }
    case 'folders.edit': {
      const { folderId, changes, clear } = input as CallParsed<'folders.edit'>;
      const before = settings.folders.find(({ id }) => id === folderId);
      if (before === undefined) return [];
      return wantsOfFolder(before, folderInForce(editFolder(before, changes, clear)));
    }
    case 'team.join':
    case 'team.test': {
      const { address, certificates, password } = input as CallParsed<'team.join' | 'team.test'>;
      const database = databaseAt(address.trim());
      const known = settings.profiles.flatMap(({ team }) => (team?.address === address.trim() ? [team] : []));
      // A test tells a database nothing of documents, but a password that the page did not give.
      const isHarmless = name === 'team.test' && password !== undefined;
      const wants: Want[] = isHarmless || known.length > 0 ? [] : [{ kind: 'database', address: database }];
      if (typeof certificates === 'string' && !known.some((team) => team.certificates === certificates))
        wants.push({ kind: 'trust', path: certificates, database });
      return wants;
    }
    case 'network.save': {
      const { proxy } = input as CallParsed<'network.save'>;
      const isElsewhere = proxy !== undefined && proxy !== 'none' && proxy !== 'system';
      return isElsewhere && proxy !== settings.network.proxy ? [{ kind: 'proxy', address: proxy }] : [];
    }
    case 'profiles.save': {
      const { profile } = input as CallParsed<'profiles.save'>;
      const before = settings.profiles.find(({ id }) => id === profile.id);
      const { baseUrl = before?.baseUrl, agentsUrl = before?.agentsUrl ?? null } = profile;
      return baseUrl === undefined ? [] : wantsOfAddresses([{ baseUrl, agentsUrl }], settings);
    }
    case 'settings.import': {
      const { text, mode } = input as CallParsed<'settings.import'>;
      if (mode === 'look') return [];
      const merged = mergeSettings(settings, readSettingsFile(text), mode === 'replace').settings;
      const ofFolders = settingsInForce(merged).folders.flatMap((after) =>
        wantsOfFolder(
          settings.folders.find(({ id }) => id === after.id),
          after,
        ),
      );
      return [...wantsOfAddresses(merged.profiles, settings), ...ofFolders];
    }
    default:
      return [];
  }
}

/** Services that no profile has so far. What is no address is refused by the call itself. */
function wantsOfAddresses(profiles: readonly Parameters<typeof originsOf>[0][], settings: Settings): Want[] {
  const known = new Set(settings.profiles.flatMap(originsOf));
  const given = profiles.filter(
    ({ baseUrl, agentsUrl }) => URL.canParse(baseUrl) && URL.canParse(agentsUrl ?? baseUrl),
  );
  const origins = new Set(given.flatMap(originsOf));
  return [...origins].filter((origin) => !known.has(origin)).map((address) => ({ kind: 'service', address }));
}

/** What is new about a folder. What it does already, a person said before. */
function wantsOfFolder(before: Folder | undefined, after: Folder): Want[] {
  const { path } = after;
  const isMoved = before?.path !== path;
  const isNew = (field: keyof Folder) => isMoved || before?.[field] !== after[field];
  const wants: Want[] = isMoved ? [{ kind: 'read', path }] : [];
  if (after.afterUpload !== 'leave' && isNew('afterUpload')) wants.push({ kind: after.afterUpload, path });
  if (after.localDelete === 'delete' && isNew('localDelete')) wants.push({ kind: 'delete-documents', path });
  if (after.followLinks && isNew('followLinks')) wants.push({ kind: 'follow-links', path });
  const known = before === undefined || isMoved ? [] : placesOf(before);
  for (const place of placesOf(after)) {
    if (!known.includes(place)) wants.push({ kind: 'write', path: place });
  }
  return wants;
}

/** Where Sluice puts files for this folder. */
function placesOf({ path, afterUpload, doneFolder, failedFolder, saveAnnotated }: Folder): string[] {
  const places = [
    ...(afterUpload === 'move' ? [doneFolder] : []),
    ...(failedFolder === null ? [] : [failedFolder]),
    ...(typeof saveAnnotated === 'object' ? [saveAnnotated.folder] : []),
  ];
  return places.map((place) => resolve(path, place));
}

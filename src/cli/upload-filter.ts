import type { Command } from 'commander';
import type { UploadFilter } from '#shared/bridge/uploads.ts';
import { type UploadState, uploadStateSchema } from '#shared/uploads/upload.ts';
import { invalid } from './invalid.ts';
import { folderNamed } from './folder-named.ts';
import { isoDate, list, uploadIds, usage } from './options.ts';
import type { Session } from './session.ts';
import { knownIds } from './uploads-of.ts';

/** The flags that choose uploads. */
export interface FilterFlags {
  readonly state?: UploadState[];
  readonly folder?: string;
  readonly manual?: boolean;
  readonly code?: string;
  readonly document?: string;
  readonly search?: string;
  readonly machine?: string;
  readonly person?: string;
  readonly after?: number;
  readonly before?: number;
  readonly all?: boolean;
}

export function addFilterFlags(command: Command): Command {
  return command
    .argument('[id...]', 'upload ids')
    .option('--state <list>', 'states, such as attention,queued', stateList)
    .option('--folder <folder>', 'from this watch folder: id, label or path')
    .option('--manual', 'only what came from no watch folder')
    .option('--code <code>', 'failed with this code')
    .option('--document <id>', 'of this document (content id)')
    .option('--search <text>', 'part of the path')
    .option('--machine <name>', 'of a team: whose bytes this machine has or sends')
    .option('--person <name>', 'of a team: the same of this person’s machines')
    .option('--after <iso>', 'made after this time', isoTime)
    .option('--before <iso>', 'made before this time', isoTime);
}

type Asking = Pick<Session, 'calls' | 'environment' | 'profile'>;

/** The filter that ids and flags stand for; all uploads of the profile when none is given. */
export async function uploadFilter(
  session: Asking,
  ids: readonly string[],
  flags: FilterFlags,
): Promise<UploadFilter> {
  const { calls, profile } = session;
  const { state, folder, manual, code, document, search, machine, person, after, before } = flags;
  const folderId = folder === undefined ? undefined : (await folderNamed(session, folder)).folder.id;
  return {
    ...(profile === null ? {} : { profileId: profile.id }),
    ...(ids.length === 0 ? {} : { ids: [...(await knownIds(calls, uploadIds(ids)))] }),
    ...(state === undefined ? {} : { states: state }),
    ...(manual === true ? { folderId: null } : {}),
    ...(folderId === undefined ? {} : { folderId }),
    ...(code === undefined ? {} : { code }),
    ...(document === undefined ? {} : { contentId: document }),
    ...(search === undefined ? {} : { search }),
    ...(machine === undefined ? {} : { machine }),
    ...(person === undefined ? {} : { person }),
    ...(after === undefined ? {} : { createdAfter: after }),
    ...(before === undefined ? {} : { createdBefore: before }),
  };
}

/** The same for commands that change uploads: "all" must be said. */
export async function chosenUploads(
  session: Asking,
  ids: readonly string[],
  flags: FilterFlags,
): Promise<UploadFilter> {
  const { profileId, ...chosen } = await uploadFilter(session, ids, flags);
  const filter = { ...(profileId === undefined ? {} : { profileId }), ...chosen };
  if (Object.keys(chosen).length > 0 || flags.all === true) return filter;
  throw usage('cli.usage.whichUploads');
}

function stateList(value: string): UploadState[] {
  return list(value).map((name) => {
    const parsed = uploadStateSchema.safeParse(name);
    if (parsed.success) return parsed.data;
    throw invalid('cli.option.states', { known: uploadStateSchema.options.join(', ') });
  });
}

function isoTime(value: string): number {
  return Date.parse(isoDate(value));
}

import type { Command } from 'commander';
import type { UploadFilter } from '#shared/bridge/uploads.ts';
import type { ExitClass } from '#shared/errors/catalog-entry.ts';
import type { UploadState } from '#shared/uploads/upload.ts';
import { finishUploads, sayFinished } from '../finish-uploads.ts';
import { folderNamed } from '../folder-named.ts';
import type { Host } from '../host.ts';
import { uploadIds } from '../options.ts';
import type { QueueSession } from '../queue-session.ts';
import { uploadsOf } from '../uploads-of.ts';

interface Flags {
  readonly code?: string;
  readonly folder?: string;
  readonly cancelled?: boolean;
  readonly wait?: boolean;
}

/** What a retry without ids means: everything that failed or waits; finished and cancelled uploads stay as they are. */
const retried: readonly UploadState[] = [
  'attention',
  'queued',
  'enriching',
  'reserved',
  'putting',
  'verifying',
];

/** `sluice retry [ID…]` */
export function addRetryCommand(program: Command, host: Host): void {
  program
    .command('retry')
    .description('try again at once what failed or waits: everything, or what is named')
    .argument('[id...]', 'upload ids')
    .option('--code <code>', 'only what failed with this code')
    .option('--folder <folder>', 'only what came from this watch folder')
    .option('--cancelled', 'cancelled uploads too')
    .option('--wait', 'wait until the service has processed them')
    .action(host.queue(retry));
}

async function retry(session: QueueSession, ids: string[], flags: Flags): Promise<ExitClass> {
  const { calls, output, profile } = session;
  const filter: UploadFilter = {
    ...(profile === null ? {} : { profileId: profile.id }),
    ...(ids.length > 0 ? { ids: uploadIds(ids) } : { states: states(flags) }),
    ...(flags.code === undefined ? {} : { code: flags.code }),
    ...(flags.folder === undefined ? {} : { folderId: (await folderNamed(calls, flags.folder)).folder.id }),
  };
  const chosen: number[] = [];
  for await (const upload of uploadsOf(calls, filter)) chosen.push(upload.id);
  if (chosen.length === 0) {
    output.result({ count: 0 }, () => output.line('Nothing to retry.'));
    return 'ok';
  }
  const { count } = await calls['uploads.retry']({ filter });
  const finished = await finishUploads(session, chosen, flags.wait === true);
  output.result({ count, ...finished.summary, items: finished.uploads }, () =>
    sayFinished(session, finished),
  );
  return finished.outcome;
}

function states({ cancelled }: Flags): UploadState[] {
  return cancelled === true ? [...retried, 'cancelled'] : [...retried];
}

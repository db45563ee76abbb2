import type { Command } from 'commander';
import type { UploadFilter } from '#shared/bridge/uploads.ts';
import { isErrorCode } from '#shared/errors/catalog.ts';
import type { ExitClass } from '#shared/errors/catalog-entry.ts';
import { failedSteps } from '#shared/uploads/bulk-commands.ts';
import { unsentStates } from '#shared/uploads/open-states.ts';
import type { Upload, UploadState } from '#shared/uploads/upload.ts';
import { finishUploads, sayFinished } from '../finish-uploads.ts';
import { folderNamed } from '../folder-named.ts';
import { addExamples } from '../help/examples.ts';
import type { Host } from '../host.ts';
import { lookAtDocuments } from '../look-at-documents.ts';
import { uploadIds } from '../options.ts';
import { sayElsewhere } from '../output/say-elsewhere.ts';
import { uploadLine } from '../output/upload-text.ts';
import type { QueueSession } from '../queue-session.ts';
import { knownIds, uploadsOf } from '../uploads-of.ts';

interface Flags {
  readonly code?: string;
  readonly folder?: string;
  readonly cancelled?: boolean;
  readonly wait?: boolean;
}

/**
 * What a retry without ids means: everything that failed or waits; finished and cancelled uploads stay as
 * they are.
 */
const retried: readonly UploadState[] = ['attention', ...unsentStates];
/** What was left to do after an upload was done and failed: only that is tried again. */
const endedWell: UploadState[] = ['completed', 'duplicate'];

/** `sluice retry [ID…]` */
export function declareRetry(command: Command, host: Host): void {
  command
    .argument('[id...]', 'upload ids')
    .option('--code <code>', 'only what failed with this code')
    .option('--folder <folder>', 'only what came from this watch folder')
    .option('--cancelled', 'cancelled uploads too')
    .option('--wait', 'wait until the service has processed them')
    .action(host.queue(retry));
  addExamples(command, 'sluice retry', 'sluice retry 17 18 --wait --max-wait 10m', {
    line: 'sluice retry --code KEY_REJECTED',
    does: 'after the key was changed',
  });
}

async function retry(session: QueueSession, ids: string[], flags: Flags): Promise<ExitClass> {
  const { calls, output, profile } = session;
  const scope: UploadFilter = {
    ...(profile === null ? {} : { profileId: profile.id }),
    ...(flags.folder === undefined ? {} : { folderId: (await folderNamed(session, flags.folder)).folder.id }),
  };
  const named: UploadFilter = { ...scope, ...(flags.code === undefined ? {} : { code: flags.code }) };
  const filters: UploadFilter[] =
    ids.length > 0
      ? [{ ...named, ids: [...(await knownIds(calls, uploadIds(ids)))] }]
      : [{ ...named, states: states(flags) }, ...afterwards(scope, flags)];
  const choose = async () =>
    (await Promise.all(filters.map((one) => collected(uploadsOf(calls, one))))).flat();
  if (ids.length > 0) await lookAtDocuments(session, await choose());
  const chosen = await choose();
  let count = 0;
  const left: Record<string, number> = {};
  for (const filter of filters) {
    const { count: more, left: alone, ...rest } = await calls['uploads.retry']({ filter });
    sayElsewhere(output, rest);
    count += more;
    Object.assign(left, alone);
  }
  for (const [code, number] of Object.entries(left)) sayLeft(session, code, number);
  const retried = chosen.filter(({ code }) => code === null || left[code] === undefined);
  if (count === 0) {
    output.result({ count, left }, () => {
      output.line(output.say('cli.retry.nothing'));
      for (const upload of retried) output.line(uploadLine(upload, output));
    });
    return 'ok';
  }
  if (retried.some(({ code }) => code === 'DOCUMENT_GONE')) output.note(output.say('cli.retry.gone'));
  const finished = await finishUploads(
    session,
    retried.map(({ id }) => id),
    flags.wait === true,
  );
  output.result({ count, left, ...finished.summary, items: finished.uploads }, () =>
    sayFinished(session, finished),
  );
  return finished.outcome;
}

async function collected(uploads: AsyncGenerator<Upload>): Promise<Upload[]> {
  const all: Upload[] = [];
  for await (const upload of uploads) all.push(upload);
  return all;
}

/** What another try cannot help, or what somebody meant to be so, with what helps. */
function sayLeft({ output }: QueueSession, code: string, count: number): void {
  const { happened, remedy } = output.explained(isErrorCode(code) ? code : 'UNEXPECTED');
  output.note(output.say('cli.retry.left', { count, why: `${happened} ${remedy}`, code }));
}

function afterwards(scope: UploadFilter, { code }: Flags): UploadFilter[] {
  return failedSteps
    .filter((one) => code === undefined || code === one)
    .map((one) => ({ ...scope, states: endedWell, code: one }));
}

function states({ cancelled }: Flags): UploadState[] {
  return cancelled === true ? [...retried, 'cancelled'] : [...retried];
}

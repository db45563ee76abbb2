import { uploadKeyProblem } from '#core/ports/profile-keys.ts';
import type { Command } from 'commander';
import { AppError } from '#shared/errors/app-error.ts';
import { errorCatalog, isErrorCode } from '#shared/errors/catalog.ts';
import type { ExitClass } from '#shared/errors/catalog-entry.ts';
import { finishUploads, sayFinished } from '../finish-uploads.ts';
import { addExamples } from '../help/examples.ts';
import type { Host } from '../host.ts';
import { printable } from '../output/format.ts';
import type { Output } from '../output/output.ts';
import { profileText } from '../output/profile-text.ts';
import { shownPath } from '../output/upload-text.ts';
import { usage } from '../options.ts';
import { absolutePathsGiven, addPathsFromFlags, type PathsFromFlags } from '../paths-from.ts';
import type { QueueSession } from '../queue-session.ts';
import { createInbox } from '../ui/inbox.ts';
import { uploadDefaults, type UploadOptions } from '#shared/uploads/upload.ts';
import { addFieldFlags, givenFields } from '../field-flags.ts';

/** `sluice upload PATH…` */
export function declareUpload(command: Command, host: Host): void {
  command.argument('[path...]', 'files or folders; - is a document that comes on stdin');
  addPathsFromFlags(addFieldFlags(command, 'upload'))
    .option('--name <name>', 'file name of the document that comes on stdin')
    .option('--wait', 'wait until the service has processed them, not only until they are there')
    .action(host.queue(upload));
  addExamples(
    command,
    'sluice upload report.pdf --tag quarterly --wait',
    {
      line: 'find . -name "*.pdf" -print0 | sluice upload --files-from - --null',
      does: 'what another program finds',
    },
    {
      line: 'curl -s https://example.com/q3.html | sluice upload - --name q3.html',
      does: 'a document that is no file',
    },
  );
}

async function upload(
  session: QueueSession,
  paths: string[],
  flags: PathsFromFlags & { wait?: boolean; name?: string },
): Promise<ExitClass> {
  const { calls, output, environment, profile, secrets, dataDirectory, logger } = session;
  const options = givenFields(flags, 'upload');
  checkStdin(paths, flags, options);
  const isPiped = paths.includes(stdin);
  const files = paths.filter((path) => path !== stdin);
  const named = await absolutePathsGiven(files, flags, environment, isPiped);
  if (profile === null) throw usage('cli.upload.noService');
  // Who works already has a key, or says what it lacks: it may be one that this command is not told.
  const problem = session.handedOver === null ? await uploadKeyProblem(secrets, profile) : undefined;
  if (problem !== undefined) throw new AppError(problem);

  const inbox = createInbox(dataDirectory);
  const piped = isPiped
    ? [await inbox.takeStream(flags.name ?? '', environment.stdin, environment.interrupted)]
    : [];
  const { ids, refused } = await calls['uploads.add']({
    paths: [...named, ...piped],
    options,
    shownProfileId: profile.id,
  });
  for (const { path, code, message } of refused)
    output.note(`${printable(shownPath(path))}: ${refusal(code, message, output)}`);

  if (ids.length > 0)
    output.line(
      output.say('cli.upload.to', {
        count: ids.length,
        service: profileText(session.settings.get(), profile.id, output),
      }),
    );
  const finished = await finishUploads(session, ids, flags.wait === true);
  await inbox.sweep(calls, Date.now()).catch((error) => logger.warn('the inbox was not swept', { error }));
  output.result({ ...finished.summary, items: finished.uploads, refused }, () => {
    if (ids.length > 0) sayFinished(session, finished);
  });
  if (refused.length === 0) return finished.outcome;
  return ids.length === 0 ? classOfRefusal(refused[0]?.code) : 'partial';
}

/** The path that stands for what comes on stdin. */
const stdin = '-';

function checkStdin(
  paths: readonly string[],
  { name, filesFrom }: PathsFromFlags & { name?: string },
  { changed = uploadDefaults.changed }: Partial<UploadOptions>,
): void {
  const isPiped = paths.includes(stdin);
  if (isPiped && name === undefined) throw usage('cli.upload.nameWhat');
  if (!isPiped && name !== undefined) throw usage('cli.upload.nameAlone');
  // It has no path that had other bytes before.
  if (isPiped && changed !== uploadDefaults.changed)
    throw usage('cli.usage.exclude', { one: '-', other: `--changed ${changed}` });
  if (isPiped && filesFrom === stdin) throw usage('cli.usage.exclude', { one: '-', other: '--files-from -' });
}

/** What is said of a path that is not taken; what exactly is known in English only. */
function refusal(code: string, message: string, output: Output): string {
  return output.language !== 'en' && isErrorCode(code) ? output.happened(code) : message;
}

function classOfRefusal(code: string | undefined): ExitClass {
  return code !== undefined && isErrorCode(code) ? errorCatalog[code].exit : 'partial';
}

import { keyProblem } from '#core/ports/profile-keys.ts';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { AppError } from '#shared/errors/app-error.ts';
import { errorCatalog, isErrorCode } from '#shared/errors/catalog.ts';
import type { ExitClass } from '#shared/errors/catalog-entry.ts';
import { finishUploads, sayFinished } from '../finish-uploads.ts';
import type { Host } from '../host.ts';
import { printable } from '../output/format.ts';
import type { Output } from '../output/output.ts';
import { profileText } from '../output/profile-text.ts';
import { usage } from '../options.ts';
import type { QueueSession } from '../queue-session.ts';
import { addUploadFlags, type UploadFlags, uploadOptions } from '../upload-flags.ts';

/** `sluice upload PATH…` */
export function declareUpload(command: Command, host: Host): void {
  command.argument('<path...>', 'files or folders');
  addUploadFlags(command)
    .option('--wait', 'wait until the service has processed them, not only until they are there')
    .action(host.queue(upload));
}

async function upload(
  session: QueueSession,
  paths: string[],
  flags: UploadFlags & { wait?: boolean },
): Promise<ExitClass> {
  const { calls, output, environment, profile, secrets } = session;
  if (profile === null) throw usage('cli.upload.noService');
  // Who works already has a key, or says what it lacks: it may be one that this command is not told.
  const problem =
    session.handedOver === null ? await keyProblem(secrets, { ...profile, agentsUrl: null }) : undefined;
  if (problem !== undefined) throw new AppError(problem);

  const { ids, refused } = await calls['uploads.add']({
    paths: paths.map((path) => resolve(environment.workingDirectory, path)),
    options: uploadOptions(flags),
  });
  for (const { path, code, message } of refused)
    output.note(`${printable(path)}: ${refusal(code, message, output)}`);

  if (ids.length > 0)
    output.line(
      output.say('cli.upload.to', {
        count: ids.length,
        service: profileText(session.settings.get(), profile.id, output),
      }),
    );
  const finished = await finishUploads(session, ids, flags.wait === true);
  output.result({ ...finished.summary, items: finished.uploads, refused }, () => {
    if (ids.length > 0) sayFinished(session, finished);
  });
  if (refused.length === 0) return finished.outcome;
  return ids.length === 0 ? classOfRefusal(refused[0]?.code) : 'partial';
}

/** What is said of a path that is not taken; what exactly is known in English only. */
function refusal(code: string, message: string, output: Output): string {
  return output.language !== 'en' && isErrorCode(code) ? output.happened(code) : message;
}

function classOfRefusal(code: string | undefined): ExitClass {
  return code !== undefined && isErrorCode(code) ? errorCatalog[code].exit : 'partial';
}

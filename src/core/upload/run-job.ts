import { askAgain } from './claim-from-team.ts';
import { cleanUp } from './discard.ts';
import { forgetLostIntent } from './enrich.ts';
import { done, type Job, type StepOutcome, type UploadContext } from './job.ts';
import { sendUpload } from './send.ts';
import { verify } from './verify.ts';

/**
 * Does what the state of an upload asks for. After a restart the same table picks up what the killed process
 * left: recovery is not a special path.
 */
export async function runJob(context: UploadContext, job: Job): Promise<StepOutcome> {
  const { row } = job;
  switch (row.state) {
    case 'queued':
      return sendUpload(context, job);
    case 'claiming':
      return askAgain(context, job);
    case 'enriching':
      return forgetLostIntent(context, row);
    case 'reserved':
    case 'putting':
    case 'verifying':
      return verify(context, job);
    case 'cancelling':
      return cleanUp(context, row);
    case 'processing':
    case 'completed':
    case 'duplicate':
    case 'attention':
    case 'cancelled':
      return done;
  }
}

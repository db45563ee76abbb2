import type { Written } from '#core/ports/team.ts';
import type { ContentId } from '#shared/ids/ids.ts';
import type { TeamClaim } from '../ledger/team-claims.ts';
import type { UploadContext } from './job.ts';

/**
 * Writes the slot of an upload into its claim, before its first byte and before it is deleted: only while the
 * team takes that is the slot this machine's. `fenced`: somebody else has the claim; the upload has forgotten
 * it and asks anew, and nothing of it is deleted.
 */
export async function nameSlot(
  { end, ledger, team }: UploadContext,
  claim: TeamClaim,
  contentId: ContentId,
): Promise<Written> {
  const written = await team.name(claim, contentId, end);
  if (written === 'fenced') ledger.team.fenced(claim, claim.uploadId, contentId);
  return written;
}

import type { FileStanding } from '#shared/bridge/folders.ts';
import { filesLink } from '../../lib/addresses/folders.ts';
import { uploadsHref } from '../../lib/addresses/uploads.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useReasons } from '../../lib/i18n/use-reasons.ts';

/** Says where a local file stands, in words, and where that leads. */
export function useStanding() {
  const { t } = useI18n();
  const reasons = useReasons();
  return {
    of({ reason, state }: FileStanding): string {
      const isUpload = reason === null || reason === 'uploading';
      if (isUpload && state !== null) return t(`state.${state}`);
      return reason === null ? '' : reasons.of(reason).happened;
    },
    /** To its upload; of what is none, to the files that stand there for the same reason. */
    link(folderId: string, { place, reason, uploadId }: FileStanding): string {
      if (uploadId !== null && place !== 'ignored') return uploadsHref({ folder: folderId, open: uploadId });
      return filesLink(folderId, place === 'searchable' ? 'seen' : place, reason);
    },
  };
}

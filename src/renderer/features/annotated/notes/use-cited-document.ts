import { useMemo } from 'react';
import { useCall } from '../../../lib/queries.ts';
import type { CitedDocument } from './use-passage-acts.ts';

/** The document as it is cited; null for a file, which has no address. */
export function useCitedDocument(
  contentId: string | undefined,
  title: string | null,
  fileName: string,
): CitedDocument | null {
  const detail = useCall(
    'documents.detail',
    { contentId: contentId ?? '' },
    { enabled: contentId !== undefined },
  );
  const publishedAt = detail.data?.document?.publishedAt ?? null;
  return useMemo(
    () => (contentId === undefined ? null : { contentId, title, fileName, publishedAt }),
    [contentId, title, fileName, publishedAt],
  );
}

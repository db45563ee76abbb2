import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useHost } from '../../lib/bridge/host-context.tsx';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { codeOf } from '../../lib/page-code.ts';
import { useCall } from '../../lib/queries.ts';
import { Failure } from '../../ui/failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { ReadingBar } from '../reading/reading-bar.tsx';
import { useDocument } from './use-document.ts';
import type { DocumentSource } from './worker/messages.ts';
import { prepareWorker } from './worker/prepared-worker.ts';

const noHeaders = {};
const openDocument = codeOf('annotated/open', async () => (await import('./open-document.tsx')).OpenDocument);

/**
 * The annotated document of one content id. The host fetches it first, so that a failure is told in words. It
 * is read while the code comes that shows it.
 */
export function AnnotatedPage({ contentId }: { readonly contentId: string }) {
  const { t } = useI18n();
  const { headers = noHeaders } = useHost();
  const fetched = useCall('documents.annotated', { contentId });
  const shown = useCall('documents.show', { contentId });
  const source = useMemo<DocumentSource>(
    // Whole, since a worker would take it as relative to its own code.
    () => ({ kind: 'address', url: new URL(`annotated/${contentId}`, document.baseURI).href, headers }),
    [contentId, headers],
  );
  // The first was begun with the code of this page.
  useEffect(prepareWorker, []);
  const opening = useDocument(fetched.data === undefined ? null : source);
  const { data: OpenDocument, error } = useQuery(openDocument);
  if (error) throw error;
  const list = <ReadingBar contentId={contentId} isText isThere={fetched.data !== undefined} />;
  if (fetched.data === undefined || OpenDocument === undefined) {
    return (
      <Page title={t('annotated.title')} actions={list}>
        {fetched.error ? (
          <Failure error={fetched.error} onRetry={() => void fetched.refetch()} />
        ) : (
          <Loading>{t('annotated.asking')}</Loading>
        )}
      </Page>
    );
  }
  const name = shown.data?.file_name ?? contentId;
  return (
    <OpenDocument
      opening={opening}
      name={name}
      route={['documents', contentId, 'annotated']}
      actions={list}
    />
  );
}

import type { DocumentRow } from '#shared/bridge/documents.ts';
import type { Upload } from '#shared/uploads/upload.ts';
import { uploadsHref } from '../../lib/addresses/uploads.ts';
import { everyProfile } from '../../lib/every-profile.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useReasons } from '../../lib/i18n/use-reasons.ts';
import { goTo } from '../../lib/route.ts';
import { ErrorAction } from '../../ui/error-action.tsx';
import { notify } from '../../ui/notify.tsx';
import classes from './documents.module.css';

interface DocumentWhyProps {
  readonly document: DocumentRow;
  readonly upload: Upload | null;
}

/** What is special about a document and what to do about it; nothing where all is as usual. */
export function DocumentWhy({ document, upload }: DocumentWhyProps) {
  const { t } = useI18n();
  const { status, noIndex, noStore } = document;
  if (status === 'failed' || upload?.state === 'attention')
    return <Failed document={document} upload={upload} />;
  const text =
    status === 'expired'
      ? t('document.expiredText')
      : status === 'gone'
        ? t('document.goneText')
        : noStore
          ? t('document.noStoreText')
          : noIndex
            ? t('document.noIndexText')
            : undefined;
  if (text === undefined) return null;
  return <p className={classes.note}>{text}</p>;
}

function Failed({ document, upload }: DocumentWhyProps) {
  const { t } = useI18n();
  const reason = useReasons().of(document.code ?? 'ENRICHMENT_FAILED');
  const details = [...new Set([document.remoteError, upload?.detail])].filter(
    (one) => one != null && one !== '',
  );
  return (
    <section className={classes.warning} aria-label={reason.happened}>
      <div className={classes.why}>
        <h2>{reason.happened}</h2>
        {details.length > 0 && <p>{details.join(' · ')}</p>}
        <p>
          {reason.next} {reason.remedy}
        </p>
        {upload?.state === 'attention' && (
          <div>
            <ErrorAction
              code={upload.code ?? 'ENRICHMENT_FAILED'}
              filter={{ ...everyProfile, ids: [upload.id] }}
              count={1}
              folderId={upload.folderId}
              onRetried={() => {
                notify(t('document.retried'));
                // The failed document goes; the new one has another id.
                goTo(uploadsHref({ open: upload.id }));
              }}
            />
          </div>
        )}
      </div>
    </section>
  );
}

import type { DocumentRow } from '#shared/bridge/documents.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useStatusWord } from '../../lib/i18n/use-status-word.ts';
import badge from '../../ui/state-badge.module.css';

const tones: Readonly<Record<DocumentRow['status'], string>> = {
  waiting: 'busy',
  processing: 'busy',
  completed: 'good',
  failed: 'warn',
  removing: 'idle',
  expired: 'idle',
  gone: 'idle',
};

const ownWords: ReadonlySet<string> = new Set(['completed', 'failed', 'processing', 'expired']);

/** Where a document stands: a dot with the words, never the colour alone. */
export function DocumentStatus({ document }: { readonly document: DocumentRow }) {
  const { t } = useI18n();
  const statusWord = useStatusWord();
  const { status, remoteStatus } = document;
  return (
    <span
      className={badge.badge}
      data-tone={tones[status]}
      title={
        remoteStatus === null || ownWords.has(remoteStatus)
          ? undefined
          : t('documents.remoteWord', { status: statusWord(remoteStatus) })
      }
    >
      {t(`documentStatus.${status}`)}
    </span>
  );
}

/** How long a `no_store` document is kept still; nothing for any other. */
export function RemainingLife({ document }: { readonly document: DocumentRow }) {
  const { t, format } = useI18n();
  if (document.expiresAt === null || document.status !== 'completed') return null;
  const seconds = Math.max(0, (document.expiresAt - Date.now()) / 1000);
  return (
    <span className="quiet" title={format.exactTime(document.expiresAt)}>
      {t('documents.keptFor', { time: format.duration(seconds) })}
    </span>
  );
}

import type { UseQueryResult } from '@tanstack/react-query';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { failureCode } from '../../lib/queries.ts';
import { Answer } from '../../ui/answer.tsx';
import classes from './documents.module.css';

/** What the service says of the document, as JSON; text and nothing but text (S7). */
export function RawMetadata({ record }: { readonly record: UseQueryResult<unknown> }) {
  const { t } = useI18n();
  if (record.error && failureCode(record.error) === 'DOCUMENT_NOT_FOUND')
    return <p className={classes.raw}>{t('document.metadataMissing')}</p>;
  return (
    <div>
      <Answer query={record} waiting={t('common.loading')}>
        {(value) => (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls by keyboard only when it can have the focus.
          <div className={classes.rawFrame} tabIndex={0}>
            <pre className={classes.raw}>{JSON.stringify(value, null, 2)}</pre>
          </div>
        )}
      </Answer>
    </div>
  );
}

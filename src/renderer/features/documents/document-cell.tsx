import { memo } from 'react';
import type { DocumentRow } from '#shared/bridge/documents.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useReasons } from '../../lib/i18n/use-reasons.ts';
import type { ColumnName } from './columns.ts';
import { DocumentStatus, RemainingLife } from './document-status.tsx';
import { tagWords } from '../../ui/tag-words.ts';
import classes from './documents.module.css';

interface DocumentCellProps {
  readonly column: ColumnName;
  readonly document: DocumentRow;
  /** The folder's or connector's name. */
  readonly source: string;
}

/** What one column says of one document. */
export const DocumentCell = memo(function DocumentCell({ column, document, source }: DocumentCellProps) {
  const { t, format } = useI18n();
  const reasons = useReasons();
  const time = (at: number | null) =>
    at === null ? null : <span title={format.exactTime(at)}>{format.dateTime(at)}</span>;
  switch (column) {
    case 'file':
      return <span title={document.fileName}>{document.fileName}</span>;
    case 'status':
      return (
        <span className={classes.status}>
          <DocumentStatus document={document} />
          <RemainingLife document={document} />
        </span>
      );
    case 'source':
      return <span title={source}>{source}</span>;
    case 'person':
    case 'machine': {
      const name = document[column];
      return name === undefined ? null : <span title={name}>{name}</span>;
    }
    case 'tags': {
      const names = document.tags.map(({ name }) => tagWords(t, name));
      return (
        <span className={classes.tags} title={names.join(', ')}>
          {names.map((name) => (
            <span key={name} className={classes.tag}>
              {name}
            </span>
          ))}
        </span>
      );
    }
    case 'shared':
      return document.shared === null
        ? null
        : t(document.shared ? 'documents.shared' : 'documents.notShared');
    case 'flags': {
      const words = [
        ...(document.noStore ? [t('documents.flagNoStore')] : []),
        ...(document.noIndex || document.noStore ? [t('documents.flagNoIndex')] : []),
      ];
      return <span title={words.join(', ')}>{words.join(', ')}</span>;
    }
    case 'size':
      return document.size === null ? null : format.size(document.size);
    case 'uploaded':
      return time(document.uploadedAt);
    case 'published':
      return time(document.publishedAt);
    case 'completed':
      return time(document.completedAt);
    case 'contentId':
      return <span className={classes.mono}>{document.contentId}</span>;
    case 'error': {
      const happened = document.code === null ? null : reasons.of(document.code).happened;
      const text = [happened, document.remoteError].filter((part) => part !== null).join(' ');
      return <span title={text}>{text}</span>;
    }
  }
});

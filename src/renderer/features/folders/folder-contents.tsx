import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { FileStanding, FolderFiles } from '#shared/bridge/folders.ts';
import { filesLink, type FolderView } from '../../lib/addresses/folders.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useCall } from '../../lib/queries.ts';
import { useScrollPlace } from '../../lib/use-scroll-place.ts';
import { Answer } from '../../ui/answer.tsx';
import { Empty } from '../../ui/empty.tsx';
import { PathText } from '../../ui/path-text.tsx';
import classes from './folders.module.css';
import { useStanding } from './use-standing.ts';

/** Files shown at most; the list behind it has all. */
const mostRows = 500;
const rowHeight = 32;

const marks: Readonly<Record<FileStanding['place'], string>> = {
  searchable: '✓',
  inProgress: '…',
  ignored: '–',
  attention: '!',
};

interface FolderContentsProps {
  readonly folderId: string;
  readonly view: FolderView;
}

/** Where each file of a folder stands, as it is now. */
export function FolderContents({ folderId, view }: FolderContentsProps) {
  const { t } = useI18n();
  const files = useCall(
    'folders.files',
    { folderId, place: view, reason: null, limit: mostRows },
    { keepPrevious: true },
  );
  return (
    <Answer query={files} waiting={t('common.loading')}>
      {({ rows, total }) => (
        <>
          <Rows folderId={folderId} view={view} rows={rows} />
          {total > rows.length && (
            <p className={classes.more}>
              <a href={filesLink(folderId, view)}>
                {t('folder.firstRows', { count: rows.length, total })} · {t('common.showAll')}
              </a>
            </p>
          )}
        </>
      )}
    </Answer>
  );
}

interface RowsProps extends FolderContentsProps {
  readonly rows: FolderFiles['rows'];
}

function Rows({ folderId, view, rows }: RowsProps) {
  const { t, format } = useI18n();
  const standing = useStanding();
  const scroller = useRef<HTMLDivElement>(null);
  const initialOffset = useScrollPlace('folder contents', view, scroller);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    initialOffset,
  });
  if (rows.length === 0) return <Empty title={t('folder.noRows')}>{t('folder.noRowsText')}</Empty>;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and a section of this name is around it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard.
    <div ref={scroller} className={classes.list} role="group" tabIndex={0} aria-label={t('folder.contents')}>
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          return (
            row && (
              <div key={row.id} className={classes.row} style={{ transform: `translateY(${start}px)` }}>
                <span className="quiet">{marks[row.place]}</span>
                <a className={classes.rowLink} href={standing.link(folderId, row)}>
                  <PathText path={row.path} />
                </a>
                <span>{format.size(row.size)}</span>
                <span className={classes.why} title={standing.of(row)}>
                  {standing.of(row)}
                </span>
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { PageCallOutput } from '#shared/bridge/contract.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useReasons } from '../../lib/i18n/use-reasons.ts';
import { useCall } from '../../lib/queries.ts';
import { href } from '../../lib/route.ts';
import { filesLink } from '../../lib/upload-links.ts';
import { Answer } from '../../ui/answer.tsx';
import { Empty } from '../../ui/empty.tsx';
import { PathText } from '../../ui/path-text.tsx';
import type { View } from './folder-page.tsx';
import classes from './folders.module.css';

type Row = PageCallOutput<'folders.preview'>['rows'][number];

/** Entries read at most for the list; the counts above it are of all. */
const mostRows = 20_000;
const rowHeight = 32;

/** What a look through the folder says of each entry. */
export function FolderContents({ folder, view }: { readonly folder: WatchFolder; readonly view: View }) {
  const { t } = useI18n();
  // What the rules say of each entry; which of the first files were wanted is decided once, not by rules.
  const preview = useCall('folders.preview', {
    folder: { ...folder, firstRun: 'upload-all' },
    rows: mostRows,
  });
  return (
    <Answer query={preview} waiting={t('folder.reading')}>
      {({ rows }) => (
        <Rows folder={folder} rows={view === 'all' ? rows : rows.filter(({ outcome }) => outcome === view)} />
      )}
    </Answer>
  );
}

/** The uploads of a file that is taken; else the files that are left out or held for the same reason. */
function linkOf(folder: WatchFolder, { path, outcome, reason }: Row): string {
  if (outcome === 'upload' || outcome === 'duplicate')
    return href(['uploads'], { folder: folder.id, search: `${folder.path}/${path}` });
  return filesLink(folder.id, outcome === 'ignored' ? 'ignored' : 'attention', reason);
}

function Rows({ folder, rows }: { readonly folder: WatchFolder; readonly rows: readonly Row[] }) {
  const { t, format } = useI18n();
  const reasons = useReasons();
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
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
              <div key={row.path} className={classes.row} style={{ transform: `translateY(${start}px)` }}>
                <span className="quiet">
                  {row.outcome === 'upload' ? '✓' : row.outcome === 'held' ? '…' : '–'}
                </span>
                <a className={classes.rowLink} href={linkOf(folder, row)}>
                  <PathText path={row.path} />
                </a>
                <span>{format.size(row.size)}</span>
                <span className={classes.why}>
                  {row.reason === null ? t(`folder.outcome.${row.outcome}`) : reasons.of(row.reason).happened}
                </span>
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

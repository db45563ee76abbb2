import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useMemo, useRef } from 'react';
import { useQueryValues } from '../../lib/addresses/define-query.ts';
import { documentsHref, documentsQuery } from '../../lib/addresses/documents.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useAction, useCall } from '../../lib/queries.ts';
import { goTo } from '../../lib/route.ts';
import { useProfiles } from '../../lib/use-profiles.ts';
import { useSenders } from '../../lib/use-senders.ts';
import { useWidth } from '../../lib/use-width.ts';
import { Answer } from '../../ui/answer.tsx';
import { Empty } from '../../ui/empty.tsx';
import { nothing, selectedCount, selectedFilter } from '../../ui/grid/selection.ts';
import { useSelection } from '../../ui/grid/use-selection.ts';
import { Page } from '../../ui/page.tsx';
import { SelectionBar } from '../../ui/selection-bar.tsx';
import { ShownProfile } from '../../ui/shown-profile.tsx';
import { ExportMenu } from '../../ui/export-menu.tsx';
import { useUploadSheet } from '../upload-sheet/upload-sheet-provider.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { ColumnsMenu } from './columns-menu.tsx';
import { chosenColumns, fittingColumns } from './columns.ts';
import { isFiltered, toDocumentFilter } from './document-filter.ts';
import { DocumentFilters } from './document-filters.tsx';
import { DocumentGrid, pageSize } from './document-grid.tsx';
import classes from './documents.module.css';
import { Jobs } from './jobs.tsx';
import { MirrorNote } from './mirror-note.tsx';
import { useSourceNames } from './use-source-names.ts';
import { ViewsMenu } from './views-menu.tsx';

/** Of the list's width, CSS pixels: its border and a scroll bar. */
const besideRows = 17;

/**
 * Everything the service holds for this profile, as far as Sluice knows: found, sorted, and changed many at a
 * time.
 */
export function DocumentsPage() {
  const { t } = useI18n();
  const address = useQueryValues(documentsQuery);
  const filter = useMemo(() => toDocumentFilter(address), [address]);
  const profileId = useProfiles().active?.id;
  const { selection, select } = useSelection<string>('documents', JSON.stringify({ ...filter, profileId }));
  const { chooseFiles } = useUploadSheet();
  const settings = useCall('settings.get', {});
  const update = useAction('settings.update');
  const sources = useSourceNames();
  const { documentColumns, documentViews, columnWidths } = settings.data?.settings.preferences ?? {
    documentColumns: [],
    documentViews: [],
    columnWidths: undefined,
  };
  const widths = columnWidths?.documents;
  const senders = useSenders();
  const { isTeam } = senders;
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  const chosenOnes = useMemo(() => chosenColumns(documentColumns, isTeam), [documentColumns, isTeam]);
  // What a person chose is there, however narrow the window is.
  const columns = useMemo(
    () =>
      documentColumns.length > 0 || !width ? chosenOnes : fittingColumns(isTeam, width - besideRows, widths),
    [documentColumns, chosenOnes, isTeam, width, widths],
  );
  const { sort } = address;
  // The table's first page, word for word: asked for once.
  const first = useCall(
    'documents.query',
    { filter, sort, offset: 0, limit: pageSize },
    { keepPrevious: true },
  );
  const total = first.data?.total ?? 0;
  const count = selectedCount(selection, total);
  const chosen = selectedFilter(selection, filter, (contentIds) => ({ contentIds }));
  const show = (next: typeof address) => goTo(documentsHref(next), { replace: true });
  return (
    <Page
      fixed
      title={t('documents.title')}
      aside={
        <>
          {first.data && <span aria-live="polite">{t('documents.total', { count: total })}</span>}
          <ShownProfile />
          <MirrorNote />
        </>
      }
      actions={
        <>
          <ViewsMenu
            views={documentViews}
            query={documentsQuery.write(address)}
            columns={chosenOnes.map(({ name }) => name)}
          />
          <ColumnsMenu
            shown={columns}
            isTeam={isTeam}
            isNarrow={columns.length < chosenOnes.length}
            onChange={(names) => update.mutate({ preferences: { documentColumns: names } })}
          />
          <ExportMenu
            wanted={(format) => ({ what: 'documents', filter, sort, format })}
            disabled={total === 0}
          />
          <Button leftSection={<IconUpload size={14} aria-hidden />} onClick={chooseFiles}>
            {t('common.addFiles')}
          </Button>
        </>
      }
    >
      <Jobs />
      <SelectionBar
        actions={
          count > 0 ? (
            <BulkBar
              profileId={profileId}
              filter={chosen}
              sort={sort}
              count={count}
              onClear={() => select(nothing)}
            />
          ) : null
        }
      >
        <DocumentFilters senders={senders} values={address} sources={sources} onChange={show} />
      </SelectionBar>
      <div ref={place} className={classes.place}>
        <Answer query={first} waiting={t('common.loading')}>
          {() =>
            total === 0 ? (
              <Empty title={t(isFiltered(filter) ? 'documents.noMatch' : 'documents.none')}>
                {t(isFiltered(filter) ? 'documents.noMatchText' : 'documents.noneText')}
              </Empty>
            ) : (
              <DocumentGrid
                filter={filter}
                sort={sort}
                total={total}
                columns={columns}
                sources={sources}
                selection={selection}
                onSelect={select}
                onSort={(next) => show({ ...address, sort: next })}
              />
            )
          }
        </Answer>
      </div>
    </Page>
  );
}

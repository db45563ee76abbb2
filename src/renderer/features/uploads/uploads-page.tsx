import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useQueryValues } from '../../lib/addresses/define-query.ts';
import { uploadsHref, uploadsQuery } from '../../lib/addresses/uploads.ts';
import { everyProfile } from '../../lib/every-profile.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useCall } from '../../lib/queries.ts';
import { goTo, returnTo } from '../../lib/route.ts';
import { Answer } from '../../ui/answer.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ExportMenu } from '../../ui/export-menu.tsx';
import { nothing, selectedCount, selectedFilter } from '../../ui/grid/selection.ts';
import { useSelection } from '../../ui/grid/use-selection.ts';
import { Page } from '../../ui/page.tsx';
import { SelectionBar } from '../../ui/selection-bar.tsx';
import { AllProfiles } from '../../ui/shown-profile.tsx';
import { PagesLeft } from '../quotas/pages-left.tsx';
import { useUploadSheet } from '../upload-sheet/upload-sheet-provider.tsx';
import { BulkActions } from './bulk-actions.tsx';
import { UploadDrawer } from './upload-drawer.tsx';
import { isFiltered, toUploadFilter } from './upload-filter.ts';
import { UploadFilters } from './upload-filters.tsx';
import { UploadGrid } from './upload-grid.tsx';

/** The history and the queue: every upload there ever was, found, explained and acted upon. */
export function UploadsPage() {
  const { t } = useI18n();
  const values = useQueryValues(uploadsQuery);
  const filter = useMemo(() => toUploadFilter(values), [values]);
  const { selection, select } = useSelection<number>('uploads', JSON.stringify(filter));
  const { chooseFiles } = useUploadSheet();
  const first = useCall('uploads.list', { filter, limit: 1 }, { keepPrevious: true });
  const total = first.data?.total ?? 0;
  const { open } = values;
  const show = (next: Partial<typeof values>) => uploadsHref({ ...values, open: null, ...next });
  const count = selectedCount(selection, total);
  return (
    <Page
      fixed
      title={t('uploads.title')}
      aside={
        <>
          {first.data && <span aria-live="polite">{t('uploads.total', { count: total })}</span>}
          <AllProfiles />
        </>
      }
      actions={
        <>
          <PagesLeft />
          <ExportMenu wanted={(format) => ({ what: 'uploads', filter, format })} disabled={total === 0} />
          <Button leftSection={<IconUpload size={14} />} onClick={chooseFiles}>
            {t('common.addFiles')}
          </Button>
        </>
      }
    >
      <SelectionBar
        actions={
          count > 0 ? (
            <BulkActions
              filter={selectedFilter(selection, filter, (ids) => ({ ...everyProfile, ids }))}
              count={count}
              onClear={() => select(nothing)}
            />
          ) : null
        }
      >
        <UploadFilters values={values} onChange={(next) => goTo(show(next), { replace: true })} />
      </SelectionBar>
      <Answer query={first} waiting={t('common.loading')}>
        {() =>
          total === 0 ? (
            <Empty title={t(isFiltered(filter) ? 'uploads.noMatch' : 'uploads.none')}>
              {t(isFiltered(filter) ? 'uploads.noMatchText' : 'uploads.noneText')}
            </Empty>
          ) : (
            <UploadGrid
              filter={filter}
              order={values.order}
              total={total}
              selection={selection}
              onSelect={select}
              onOrder={(order) => goTo(show({ order }), { replace: true })}
              onOpen={(id) => goTo(show({ open: id }))}
            />
          )
        }
      </Answer>
      {open !== null && open > 0 && <UploadDrawer id={open} onClose={() => returnTo(show({}))} />}
    </Page>
  );
}

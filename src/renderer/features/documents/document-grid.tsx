import { useMemo } from 'react';
import type { DocumentFilter, DocumentRow, DocumentSort } from '#shared/bridge/documents.ts';
import { useCallFunction } from '../../lib/bridge/host-context.tsx';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { startReading } from '../../lib/reading-list.ts';
import { goTo, href } from '../../lib/route.ts';
import type { GridColumn } from '../../ui/grid/columns.ts';
import { Grid } from '../../ui/grid/grid.tsx';
import type { SelectionProps } from '../../ui/grid/use-grid-selection.ts';
import type { Column, ColumnName } from './columns.ts';
import { DocumentCell } from './document-cell.tsx';
import type { SourceNames } from './use-source-names.ts';

interface DocumentGridProps extends SelectionProps<string> {
  readonly filter: DocumentFilter;
  readonly sort: DocumentSort;
  readonly total: number;
  readonly columns: readonly Column[];
  readonly sources: SourceNames;
  readonly onSort: (sort: DocumentSort) => void;
}

/** Rows asked for at once. */
export const pageSize = 100;

const idOf = ({ contentId }: DocumentRow) => contentId;
const nameOf = ({ fileName }: DocumentRow) => fileName;
const open = (contentId: string) => goTo(href(['documents', contentId]));

/** Documents, as the filter finds them. */
export function DocumentGrid(props: DocumentGridProps) {
  const { filter, sort, total, columns, sources, selection, onSelect, onSort } = props;
  const { t } = useI18n();
  const call = useCallFunction();
  const source = useMemo(() => {
    const inputOf = (offset: number, limit: number) => ({ filter, sort, offset, limit });
    return {
      key: JSON.stringify([filter, sort]),
      pageSize,
      queryKey: (offset: number, limit: number) => ['documents.query', inputOf(offset, limit)],
      load: (offset: number, limit: number) => call('documents.query', inputOf(offset, limit)),
    };
  }, [call, filter, sort]);
  const shown = useMemo(
    () =>
      columns.map(
        (column): GridColumn<DocumentRow, ColumnName> => ({
          ...column,
          label: t(`column.${column.name}`),
          cell: (document) => (
            <DocumentCell column={column.name} document={document} source={sources.of(document)} />
          ),
        }),
      ),
    [columns, sources, t],
  );
  const list = { source: { kind: 'documents', filter, sort }, grid: { name: 'documents', line: 0 } } as const;
  return (
    <Grid
      name="documents"
      label={t('documents.list')}
      source={source}
      total={total}
      columns={shown}
      sort={sort}
      onSort={onSort}
      idOf={idOf}
      nameOf={nameOf}
      selection={selection}
      onSelect={onSelect}
      onOpen={open}
      onFrom={({ contentId }, at) => startReading(list, at, contentId)}
    />
  );
}

import { Button, NativeSelect } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type CSSProperties, useMemo, useState } from 'react';
import type { AnswerTable, NamedTable } from '#shared/operations/answer-tables.ts';
import { download } from '../../../lib/download.ts';
import type { Format } from '../../../lib/i18n/format.ts';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import type { GridColumn, GridSort } from '../../../ui/grid/columns.ts';
import { Grid } from '../../../ui/grid/grid.tsx';
import classes from './answer.module.css';
import { cellText, sortRows } from './sort-rows.ts';
import { tableCsv } from './table-csv.ts';

interface TableViewProps {
  readonly tables: readonly NamedTable[];
  readonly fileName: string;
}

/** The lists of an answer as tables, sorted by a click on a column, saved as CSV or JSON. */
export function TableView({ tables, fileName }: TableViewProps) {
  const { t, format } = useI18n();
  const [path, setPath] = useState(tables[0]?.path ?? '');
  const [sort, setSort] = useState<GridSort | null>(null);
  const table = tables.find((one) => one.path === path) ?? tables[0];
  const columns = useMemo(() => (table === undefined ? [] : columnsOf(table, format)), [table, format]);
  const source = useMemo(() => {
    const all = table?.rows ?? [];
    const rows = sort === null ? all : sortRows(all, sort);
    return { key: JSON.stringify([table?.path, sort]), rows: rows.map((values, id) => ({ id, values })) };
  }, [table, sort]);
  if (table === undefined) return null;
  const rows = source.rows.map(({ values }) => values);
  const save = (type: 'csv' | 'json') =>
    download(
      `${fileName}.${type}`,
      type === 'csv' ? 'text/csv' : 'application/json',
      type === 'csv' ? tableCsv({ ...table, rows }) : JSON.stringify(rows, null, 2),
    );
  return (
    <div className={classes.tableView}>
      <div className={classes.tools}>
        {tables.length > 1 && (
          <NativeSelect
            size="xs"
            aria-label={t('explorer.whichList')}
            value={table.path}
            onChange={(event) => {
              setPath(event.target.value);
              setSort(null);
            }}
            data={tables.map((one) => ({
              value: one.path,
              label: one.path === '' ? t('explorer.mainList') : one.path,
            }))}
          />
        )}
        <span className="quiet">{t('explorer.rows', { count: rows.length })}</span>
        <span className={classes.spread} />
        {(['csv', 'json'] as const).map((type) => (
          <Button
            key={type}
            variant="subtle"
            color="gray"
            size="compact-xs"
            leftSection={<IconDownload size={13} aria-hidden />}
            onClick={() => save(type)}
          >
            {t(type === 'csv' ? 'explorer.saveCsv' : 'explorer.saveJson')}
          </Button>
        ))}
      </div>
      {/* Fields are called as the service calls them. */}
      <div className={classes.grid} style={{ '--rows': rows.length } as CSSProperties} translate="no">
        <Grid
          name={`explorer ${fileName}`}
          label={t('explorer.view.table')}
          source={source}
          total={rows.length}
          columns={columns}
          sort={sort}
          // The third click on a column takes the order of the answer again.
          onSort={(next) => setSort(sort?.by === next.by && sort.descending ? null : next)}
          idOf={idOf}
        />
      </div>
    </div>
  );
}

interface Row {
  readonly id: number;
  readonly values: AnswerTable['rows'][number];
}

const idOf = ({ id }: Row) => id;

/** Rows looked at to guess how wide a column is to be. */
const mostLooked = 50;
/** Pixels: of a character on the average, and of the narrowest and the widest column. */
const character = 8.2;
const narrow = 72;
const wide = 340;

function columnsOf({ columns, rows }: AnswerTable, format: Format): readonly GridColumn<Row>[] {
  const looked = rows.slice(0, mostLooked);
  return columns.map((name) => {
    const values = looked.map((row) => row[name]);
    const longest = Math.max(name.length + 2, ...values.map((value) => wordsOf(value, format).length));
    return {
      name,
      label: name,
      least: Math.round(Math.min(wide, Math.max(narrow, longest * character))),
      share: 1,
      isFigure: values.some((value) => typeof value === 'number'),
      sorts: 'from-a',
      cell: (row) => {
        const value = row.values[name];
        const words = wordsOf(value, format);
        return <span title={typeof value === 'number' ? String(value) : words}>{words}</span>;
      },
    };
  });
}

/** Small whole numbers may be years, which have no separators. */
function wordsOf(value: unknown, format: Format): string {
  if (typeof value !== 'number') return cellText(value);
  return Number.isInteger(value) && Math.abs(value) < 10_000 ? String(value) : format.number(value);
}

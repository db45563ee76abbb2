import { Button, NativeSelect } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconDownload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { NamedTable } from '#shared/operations/answer-tables.ts';
import { download } from '../../../lib/download.ts';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import classes from './answer.module.css';
import { cellText, type Sorting, sortRows } from './sort-rows.ts';
import { tableCsv } from './table-csv.ts';

interface TableViewProps {
  readonly tables: readonly NamedTable[];
  readonly fileName: string;
}

/** Rows drawn at first, and more of them at a time. */
const step = 200;

/** The lists of an answer as tables, sorted by a click on a column, saved as CSV or JSON. */
export function TableView({ tables, fileName }: TableViewProps) {
  const { t } = useI18n();
  const [path, setPath] = useState(tables[0]?.path ?? '');
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const [shown, setShown] = useState(step);
  const table = tables.find((one) => one.path === path) ?? tables[0];
  const rows = useMemo(
    () => (table === undefined || sorting === null ? (table?.rows ?? []) : sortRows(table.rows, sorting)),
    [table, sorting],
  );
  if (table === undefined) return null;
  const sortBy = (column: string) =>
    setSorting((old) =>
      old?.column !== column
        ? { column, descending: false }
        : old.descending
          ? null
          : { column, descending: true },
    );
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
              setSorting(null);
              setShown(step);
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard. */}
      <section className={classes.scroll} aria-label={t('explorer.view.table')} tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              {table.columns.map((column) => {
                const isSorted = sorting?.column === column;
                const Arrow = sorting?.descending === true ? IconArrowDown : IconArrowUp;
                return (
                  <th
                    key={column}
                    scope="col"
                    aria-sort={isSorted ? (sorting.descending ? 'descending' : 'ascending') : undefined}
                  >
                    <button type="button" translate="no" onClick={() => sortBy(column)}>
                      {column}
                      {isSorted && <Arrow size={12} aria-hidden />}
                    </button>
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of any answer have no other key.
              <tr key={index}>
                {table.columns.map((column) => (
                  <Cell key={column} value={row[column]} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > shown && (
        <Button variant="default" className={classes.more ?? ''} onClick={() => setShown(shown + step)}>
          {t('explorer.moreRows', { count: Math.min(step, rows.length - shown) })}
        </Button>
      )}
    </div>
  );
}

function Cell({ value }: { readonly value: unknown }) {
  const { format } = useI18n();
  if (typeof value === 'number')
    return (
      <td className={classes.number} title={String(value)}>
        {Number.isInteger(value) && Math.abs(value) < 10_000 ? String(value) : format.number(value)}
      </td>
    );
  const text = cellText(value);
  return <td title={text.length > 40 ? text : undefined}>{text}</td>;
}

import { Tabs } from '@mantine/core';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { localSource } from '../../json-tree/json-source.ts';
import { JsonTree } from '../../json-tree/json-tree.tsx';
import classes from './answer.module.css';
import { seriesOf } from './series-of.ts';
import { TableView } from './table-view.tsx';
import { tablesOf } from './tables-of.ts';

/** Charts weigh more than the rest of the page. */
const ChartView = lazy(async () => ({ default: (await import('./chart-view.tsx')).ChartView }));

type View = 'chart' | 'table' | 'tree';

interface AnswerViewProps {
  readonly value: unknown;
  /** Begins the names of exported files. */
  readonly fileName: string;
}

/** Any JSON as tree, table and chart; only what applies is offered, and the most telling comes first. */
export function AnswerView({ value, fileName }: AnswerViewProps) {
  const { t } = useI18n();
  const source = useMemo(() => localSource(JSON.stringify(value ?? null)), [value]);
  const tables = useMemo(() => tablesOf(value).filter(({ rows }) => rows.length > 0), [value]);
  const series = useMemo(
    () =>
      tables.flatMap((table) => {
        const found = seriesOf(table);
        return found === undefined ? [] : [{ ...found, path: table.path }];
      }),
    [tables],
  );
  const offered: View[] = [
    ...(series.length > 0 ? (['chart'] as const) : []),
    ...(tables.length > 0 ? (['table'] as const) : []),
    'tree',
  ];
  const [wanted, setWanted] = useState<View | null>(null);
  const view = wanted !== null && offered.includes(wanted) ? wanted : (offered[0] ?? 'tree');
  return (
    <Tabs
      value={view}
      onChange={(next) => setWanted(next as View)}
      keepMounted={false}
      className={classes.tabs ?? ''}
    >
      <Tabs.List aria-label={t('explorer.views')}>
        {offered.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {t(`explorer.view.${one}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="tree">
        <div className={classes.tree}>
          <JsonTree source={source} label={t('explorer.answer')} />
        </div>
      </Tabs.Panel>
      <Tabs.Panel value="table">
        <TableView tables={tables} fileName={fileName} />
      </Tabs.Panel>
      <Tabs.Panel value="chart">
        <Suspense fallback={<Loading>{t('common.loading')}</Loading>}>
          <ChartView series={series} onTable={() => setWanted('table')} />
        </Suspense>
      </Tabs.Panel>
    </Tabs>
  );
}

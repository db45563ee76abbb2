import { Tabs } from '@mantine/core';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { AnswerDeclaration } from '#shared/operations/answer-declaration.ts';
import { readAnswer } from '#shared/operations/read-answer.ts';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { localSource } from '../../json-tree/json-source.ts';
import { JsonTree } from '../../json-tree/json-tree.tsx';
import classes from './answer.module.css';
import { FieldsView } from './fields-view.tsx';
import { seriesOf } from './series-of.ts';
import { TableView } from './table-view.tsx';

/** Charts weigh more than the rest of the page. */
const ChartView = lazy(async () => ({ default: (await import('./chart-view.tsx')).ChartView }));

type View = 'chart' | 'table' | 'fields' | 'tree';

interface AnswerViewProps {
  /** Where the operation says that its answer has what it is about. */
  readonly answer: AnswerDeclaration;
  readonly value: unknown;
  /** Begins the names of exported files. */
  readonly fileName: string;
}

/**
 * An answer as chart, tables, fields and tree; only what applies is offered, and the most telling comes
 * first.
 */
export function AnswerView({ answer, value, fileName }: AnswerViewProps) {
  const { t } = useI18n();
  const source = useMemo(() => localSource(JSON.stringify(value ?? null)), [value]);
  const read = useMemo(() => readAnswer(answer, value), [answer, value]);
  const tables = useMemo(() => read.tables.filter(({ rows }) => rows.length > 0), [read]);
  const series = useMemo(
    () =>
      tables.flatMap((table) => {
        const found = seriesOf(table);
        return found === undefined ? [] : [{ ...found, path: table.path }];
      }),
    [tables],
  );
  const hasFields = Object.keys(read.fields).length > 0;
  const ofTables: readonly View[] = tables.length > 0 ? ['table'] : [];
  const ofFields: readonly View[] = hasFields ? ['fields'] : [];
  // A record is told by its fields, however many lists it has.
  const telling = read.hasList ? [...ofTables, ...ofFields] : [...ofFields, ...ofTables];
  const offered: View[] = [...(series.length > 0 ? (['chart'] as const) : []), ...telling, 'tree'];
  const [wanted, setWanted] = useState<View | null>(null);
  const view = wanted !== null && offered.includes(wanted) ? wanted : (offered[0] ?? 'tree');
  const isEmptyList = read.hasList && tables.length === 0;
  return (
    <>
      {isEmptyList && <p className={classes.quiet}>{t('explorer.nothingFound')}</p>}
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
        <Tabs.Panel value="fields">
          <FieldsView fields={read.fields} />
        </Tabs.Panel>
        <Tabs.Panel value="chart">
          <Suspense fallback={<Loading>{t('common.loading')}</Loading>}>
            <ChartView series={series} onTable={() => setWanted('table')} />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

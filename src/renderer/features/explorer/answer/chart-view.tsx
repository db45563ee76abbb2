import { LineChart } from '@mantine/charts';
import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import classes from './answer.module.css';
import type { Series } from './series-of.ts';

interface ChartViewProps {
  readonly series: readonly (Series & { readonly path: string })[];
  /** Shows the same numbers as a table: what a chart says in words. */
  readonly onTable?: () => void;
}

/** Told apart by shade as well as by colour, in both themes. */
const colors = ['var(--sluice-accent)', 'orange.7', 'grape.6', 'lime.8', 'pink.7', 'indigo.6'];

/** Points drawn as dots, where there are so few. */
const fewPoints = 40;

/** Numbers over time as lines. The table says the same in figures. */
export function ChartView({ series, onTable }: ChartViewProps) {
  const { t, format } = useI18n();
  const [path, setPath] = useState(series[0]?.path ?? '');
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const shown = series.find((one) => one.path === path) ?? series[0];
  if (shown === undefined) return null;
  const { x, columns, usual, points } = shown;
  const ordered = [...usual, ...columns.filter((column) => !usual.includes(column))];
  const drawn = columns.filter((column) => (chosen ?? usual).includes(column));
  const [first, last] = [points[0]?.[x], points.at(-1)?.[x]];
  const label = t('explorer.chartLabel', {
    columns: drawn.join(', '),
    from: String(first),
    to: String(last),
    count: points.length,
  });
  return (
    <div className={classes.chartView}>
      <div className={classes.tools}>
        {series.length > 1 && (
          <NativeSelect
            size="xs"
            aria-label={t('explorer.whichList')}
            value={shown.path}
            onChange={(event) => {
              setPath(event.target.value);
              setChosen(null);
            }}
            data={series.map((one) => ({
              value: one.path,
              label: one.path === '' ? t('explorer.mainList') : one.path,
            }))}
          />
        )}
        {columns.length > 1 && (
          <fieldset className={classes.columns}>
            <legend className="visually-hidden">{t('explorer.chartColumns')}</legend>
            {columns.map((column) => (
              <Checkbox
                key={column}
                label={<span translate="no">{column}</span>}
                checked={drawn.includes(column)}
                onChange={(event) =>
                  setChosen(event.target.checked ? [...drawn, column] : drawn.filter((one) => one !== column))
                }
              />
            ))}
          </fieldset>
        )}
        <span className={classes.spread} />
        {onTable !== undefined && (
          <Button variant="subtle" color="gray" size="compact-xs" onClick={onTable}>
            {t('explorer.asTable')}
          </Button>
        )}
      </div>
      {drawn.length === 0 ? (
        <p className="quiet">{t('explorer.chooseColumn')}</p>
      ) : (
        <div role="img" aria-label={label} className={classes.chart}>
          <LineChart
            h={280}
            data={points.map((point) => ({ ...point }))}
            dataKey={x}
            series={drawn.map((name) => ({
              name,
              color: colors[ordered.indexOf(name) % colors.length] ?? 'var(--sluice-accent)',
            }))}
            curveType="linear"
            withDots={points.length <= fewPoints}
            withLegend={drawn.length > 1}
            connectNulls={false}
            valueFormatter={format.number}
            yAxisProps={{ domain: ['auto', 'auto'], width: 72 }}
            xAxisProps={{ minTickGap: 40 }}
            strokeWidth={1.75}
            lineChartProps={{ accessibilityLayer: false }}
            lineProps={{ isAnimationActive: false }}
          />
        </div>
      )}
    </div>
  );
}

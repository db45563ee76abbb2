import { type MouseEvent, memo } from 'react';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import classes from './analytics.module.css';

interface SentimentChartProps {
  /** Means along the document in −1…1; null where no sentence has one. */
  readonly points: readonly (number | null)[];
  readonly blocks: number;
  /** The block that is shown; -1 for none. */
  readonly block: number;
  readonly onBlock: (block: number) => void;
}

const height = 64;

/** The tone along the document as bars around a line; a click leads to the place. */
export function SentimentChart({ points, blocks, block, onBlock }: SentimentChartProps) {
  const { t, format } = useI18n();
  const values = points.flatMap((point) => point ?? []);
  if (values.length === 0) return <p className="quiet">{t('analytics.noChart')}</p>;
  const least = Math.min(...values);
  const most = Math.max(...values);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const reach = Math.max(0.2, Math.abs(least), Math.abs(most));
  const label = t('analytics.chartText', {
    least: format.decimal(least),
    most: format.decimal(most),
    mean: format.decimal(mean),
  });
  function onClick(event: MouseEvent<SVGSVGElement>): void {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - left) / width;
    onBlock(Math.max(0, Math.min(blocks - 1, Math.floor(share * blocks))));
  }
  return (
    <figure className={classes.chart}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the tables and the tree lead to the same places by keyboard. */}
      <svg
        viewBox={`0 0 ${points.length} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${t('analytics.chart')}. ${label}`}
        onClick={onClick}
      >
        <Bars points={points} reach={reach} />
        <line className={classes.zero} x1={0} x2={points.length} y1={height / 2} y2={height / 2} />
        {block >= 0 && blocks > 0 && (
          <rect
            className={classes.here}
            x={(block / blocks) * points.length - 0.25}
            y={0}
            width={0.6}
            height={height}
          />
        )}
      </svg>
      <figcaption>{label}</figcaption>
    </figure>
  );
}

interface BarsProps {
  readonly points: readonly (number | null)[];
  readonly reach: number;
}

/** Drawn once, whatever place is shown. */
const Bars = memo(function Bars({ points, reach }: BarsProps) {
  return points.map((point, index) => {
    if (point === null) return null;
    const size = Math.max(0.6, (Math.abs(point) / reach) * (height / 2 - 2));
    return (
      <rect
        // biome-ignore lint/suspicious/noArrayIndexKey: points have no other name than their place.
        key={index}
        className={point < 0 ? classes.below : classes.above}
        x={index + 0.08}
        width={0.84}
        y={point < 0 ? height / 2 : height / 2 - size}
        height={size}
      />
    );
  });
});

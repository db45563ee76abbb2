import { type ReactNode, useEffect, useState } from 'react';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import { RelevanceValue } from '../../../ui/relevance-value.tsx';
import type { EntityRow } from '../model/types.ts';
import type { PaneProps } from '../pane-props.ts';
import { TypeMark } from '../text/type-mark.tsx';
import classes from './analytics.module.css';
import { SentimentChart } from './sentiment-chart.tsx';

const topCount = 8;

/** The document at a glance: its tone along the text, its main entities, and what is said about it. */
export function Overview({ remote, summary, counts, place, show }: PaneProps) {
  const { t, format } = useI18n();
  const [top, setTop] = useState<readonly EntityRow[]>([]);
  const version = counts?.isDone === true ? 1 : 0;
  useEffect(() => {
    let isOld = false;
    const query = { sort: 'relevance', isDescending: true, filter: '', type: null } as const;
    void remote.entities(query, 0, topCount, version, -1).then(({ rows }) => {
      if (!isOld) setTop(rows);
    });
    return () => {
      isOld = true;
    };
  }, [remote, version]);
  const count = (value: number | undefined) => (value === undefined ? '…' : format.number(value));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
    <section className={classes.overview} tabIndex={0} aria-label={t('analytics.overview')}>
      <h2>{t('analytics.chart')}</h2>
      <SentimentChart
        points={counts?.sentiment ?? []}
        blocks={summary.blocks}
        block={place?.block ?? -1}
        onBlock={(block) => void show({ kind: 'chunk', chunk: 0, quote: null, paragraph: block + 1 })}
      />
      <h2>{t('analytics.top')}</h2>
      {top.length === 0 ? (
        <p className="quiet">{t('analytics.noEntities')}</p>
      ) : (
        <ol className={classes.top}>
          {top.map(({ entity, name, type, relevance, id }) => (
            <li key={entity}>
              <button
                type="button"
                className={classes.topName}
                onClick={() => void show({ kind: 'entity', key: id ?? name })}
              >
                <span>{name}</span>
                {type !== '' && <TypeMark type={type} />}
                <span className={classes.meter} aria-hidden>
                  <span style={{ width: `${Math.max(0, Math.min(1, relevance ?? 0)) * 100}%` }} />
                </span>
                <span className={classes.value}>
                  <RelevanceValue value={relevance} />
                </span>
              </button>
            </li>
          ))}
        </ol>
      )}
      <h2>{t('analytics.facts')}</h2>
      <dl className={classes.facts}>
        <Figure name={t('analytics.sentences')}>{count(counts?.sentences)}</Figure>
        <Figure name={t('analytics.mentions')}>{count(counts?.mentions)}</Figure>
        <Figure name={t('analytics.size')}>{format.size(summary.bytes)}</Figure>
      </dl>
      {summary.facts.length > 0 && (
        <details>
          <summary className={classes.raw}>{t('analytics.raw')}</summary>
          <dl className={classes.facts}>
            <Figure name={t('analytics.blocks')}>{format.number(summary.blocks)}</Figure>
            <Figure name={t('analytics.nodes')}>{format.number(summary.nodes)}</Figure>
            {summary.facts.map(({ path, node, text }) => (
              <Figure
                key={node}
                name={
                  <button
                    type="button"
                    className={classes.fact}
                    title={path}
                    onClick={() => void show({ kind: 'node', node })}
                  >
                    {lastPart(path)}
                  </button>
                }
              >
                {text}
              </Figure>
            ))}
          </dl>
        </details>
      )}
    </section>
  );
}

interface FigureProps {
  readonly name: ReactNode;
  readonly children: ReactNode;
}

function Figure({ name, children }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function lastPart(path: string): string {
  const name = path.split('.').at(-1) ?? path;
  return name.replaceAll('_', ' ');
}

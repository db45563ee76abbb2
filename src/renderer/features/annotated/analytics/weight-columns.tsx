import type { Say } from '#shared/sentences/sentences.ts';
import type { GridColumn } from '../../../ui/grid/columns.ts';
import { RelevanceValue } from '../../../ui/relevance-value.tsx';
import { SentimentValue } from '../../../ui/sentiment-value.tsx';

interface Weighed {
  readonly relevance: number | null;
  readonly sentiment: number | null;
}

/** What the service says of entities and events alike: how much they matter, and their tone. */
export function weightColumns(t: Say): readonly GridColumn<Weighed, 'relevance' | 'sentiment'>[] {
  const figure = { sorts: 'largest-first', isFigure: true } as const;
  return [
    {
      ...figure,
      name: 'relevance',
      label: t('analytics.relevance'),
      least: 76,
      cell: ({ relevance }) => <RelevanceValue value={relevance} />,
    },
    {
      ...figure,
      name: 'sentiment',
      label: t('analytics.sentiment'),
      least: 76,
      cell: ({ sentiment }) => <SentimentValue value={sentiment} />,
    },
  ];
}

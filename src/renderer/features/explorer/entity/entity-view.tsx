import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { explorerLink } from '../../../lib/addresses/explorer.ts';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Section } from '../../../ui/section.tsx';
import classes from '../explorer.module.css';
import { EntityCard } from './entity-card.tsx';
import { lookupFor, mayHavePrices } from './entity-categories.ts';
import { EntitySeries } from './entity-series.tsx';

interface EntityViewProps {
  readonly id: string;
  /** As an annotated document names it, such as COMP; may be empty. */
  readonly type: string;
  readonly name: string;
}

const ranges = ['30', '90', '365'] as const;

/**
 * One entity: its card, its prices, its sentiment. Each is asked for by a click, because it may cost
 * something.
 */
export function EntityView({ id, type, name }: EntityViewProps) {
  const { t } = useI18n();
  const [days, setDays] = useState<(typeof ranges)[number]>('90');
  if (id === '') return <Empty title={t('entity.none')}>{t('entity.noneText')}</Empty>;
  const range = { start: dayBefore(Number(days)), end: dayBefore(0) };
  const identifier = { type: 'rp_entity_id', value: id };
  const links = [
    ['company-revenue-product-segments.query', t('entity.revenue')],
    ['analyst-estimates.query', t('entity.estimates')],
    ['companies.subsidiaries', t('entity.subsidiaries')],
  ] as const;
  return (
    <>
      <header className={classes.operationHead}>
        <h2>{name === '' ? id : name}</h2>
        <dl className={classes.facts}>
          <div>
            <dt>{t('entity.id')}</dt>
            <dd translate="no">{id}</dd>
          </div>
          {type !== '' && (
            <div>
              <dt>{t('entity.type')}</dt>
              <dd translate="no">{type}</dd>
            </div>
          )}
        </dl>
      </header>
      <EntityCard operation={lookupFor(type)} id={id} name={name} />
      <div className={classes.range}>
        <SegmentedControl
          aria-label={t('entity.range')}
          data={ranges.map((value) => ({ value, label: t('entity.days', { count: Number(value) }) }))}
          value={days}
          onChange={(next) => setDays(next as typeof days)}
        />
      </div>
      {mayHavePrices(type) && (
        <EntitySeries
          key={`prices ${days}`}
          title={t('entity.prices')}
          operation="price.daily"
          body={{ identifier, start_date: range.start, end_date: range.end }}
        />
      )}
      <EntitySeries
        key={`sentiment ${days}`}
        title={t('entity.sentiment')}
        operation="entity-sentiment.query"
        body={{ identifier, timestamp: range }}
      />
      <Section title={t('entity.more')}>
        <div className={classes.buttons}>
          {mayHavePrices(type) &&
            links.map(([operation, label]) => (
              <Button
                key={operation}
                variant="default"
                component="a"
                href={explorerLink(operation, { entity: id })}
              >
                {label}
              </Button>
            ))}
          <Button
            variant="default"
            component="a"
            href={explorerLink('search.query', { body: { query: { text: name === '' ? id : name } } })}
          >
            {t('entity.search')}
          </Button>
        </div>
      </Section>
    </>
  );
}

/** `YYYY-MM-DD` so many days ago. */
function dayBefore(days: number): string {
  return new Date(Date.now() - days * 24 * 3_600_000).toISOString().slice(0, 10);
}

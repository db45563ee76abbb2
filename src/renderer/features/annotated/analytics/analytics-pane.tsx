import { Tabs } from '@mantine/core';
import { type ComponentProps, memo, useEffect } from 'react';
import { useRemembered } from '../../../lib/history-memory.tsx';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import { NotesList } from '../notes/notes-list.tsx';
import type { PaneProps } from '../pane-props.ts';
import classes from './analytics.module.css';
import { EntityGrid } from './entity-grid.tsx';
import { EventGrid } from './event-grid.tsx';
import { Outline } from './outline.tsx';
import { Overview } from './overview.tsx';

type Tab = 'overview' | 'outline' | 'entities' | 'events' | 'notes';

interface AnalyticsPaneProps extends PaneProps {
  /** Null for a file, which has none. */
  readonly noted: Omit<ComponentProps<typeof NotesList>, keyof PaneProps> | null;
}

/**
 * What the service found: facts, entities and events. A place shown elsewhere opens the table that lists it.
 */
export const AnalyticsPane = memo(function AnalyticsPane({ noted, ...props }: AnalyticsPaneProps) {
  const { place, counts } = props;
  const { t, format } = useI18n();
  const [tab, setTab] = useRemembered<Tab>('annotated tab', 'overview');
  useEffect(() => {
    if (place === null) return;
    if (place.event >= 0) setTab('events');
    else if (place.entity >= 0) setTab('entities');
  }, [place, setTab]);
  const edited = noted?.notes.edited ?? null;
  useEffect(() => {
    if (edited !== null) setTab('notes');
  }, [edited, setTab]);
  const number = (value: number | undefined) => (value === undefined ? '' : ` ${format.number(value)}`);
  return (
    <Tabs
      className={classes.tabs}
      value={tab}
      onChange={(value) => setTab((value ?? 'overview') as Tab)}
      keepMounted={false}
    >
      <Tabs.List>
        <Tabs.Tab value="overview">{t('analytics.overview')}</Tabs.Tab>
        <Tabs.Tab value="outline">{t('analytics.outline')}</Tabs.Tab>
        <Tabs.Tab value="entities">
          {t('analytics.entities')}
          <span className={classes.count}>{number(counts?.entities)}</span>
        </Tabs.Tab>
        <Tabs.Tab value="events">
          {t('analytics.events')}
          <span className={classes.count}>{number(counts?.events)}</span>
        </Tabs.Tab>
        {noted && (
          <Tabs.Tab value="notes">
            {t('notes.title')}
            <span className={classes.count}>{number(noted.notes.all.length)}</span>
          </Tabs.Tab>
        )}
      </Tabs.List>
      <Tabs.Panel value="overview" className={classes.panel}>
        <Overview {...props} />
      </Tabs.Panel>
      <Tabs.Panel value="outline" className={classes.panel}>
        <Outline {...props} />
      </Tabs.Panel>
      <Tabs.Panel value="entities" className={classes.panel}>
        <EntityGrid {...props} />
      </Tabs.Panel>
      <Tabs.Panel value="events" className={classes.panel}>
        <EventGrid {...props} />
      </Tabs.Panel>
      {noted && (
        <Tabs.Panel value="notes" className={classes.panel}>
          <NotesList {...props} {...noted} />
        </Tabs.Panel>
      )}
    </Tabs>
  );
});

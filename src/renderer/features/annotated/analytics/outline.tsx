import { useEffect, useState } from 'react';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import type { OutlineEntry } from '../model/outline.ts';
import type { PaneProps } from '../pane-props.ts';
import classes from './analytics.module.css';

/** The order of the document, with where its events are; each entry leads to its heading. */
export function Outline({ remote, place, show }: PaneProps) {
  const { t } = useI18n();
  const [entries, setEntries] = useState<readonly OutlineEntry[] | null>(null);
  useEffect(() => {
    let isOld = false;
    void remote.outline().then((found) => {
      if (!isOld) setEntries(found);
    });
    return () => {
      isOld = true;
    };
  }, [remote]);
  if (entries === null) return null;
  if (entries.length === 0) return <p className={classes.empty}>{t('analytics.noOutline')}</p>;
  const here = place === null ? -1 : entries.findLastIndex(({ block }) => block <= place.block);
  return (
    <nav className={classes.outline} aria-label={t('analytics.outline')}>
      <ol>
        {entries.map(({ block, title, level, events }, index) => (
          <li key={block}>
            <button
              type="button"
              className={classes.entry}
              data-level={level}
              aria-current={index === here ? 'location' : undefined}
              onClick={() => void show({ kind: 'chunk', chunk: 0, quote: null, paragraph: block + 1 })}
            >
              <span>{title}</span>{' '}
              {events > 0 && (
                <span className={classes.events}>{t('analytics.eventsHere', { count: events })}</span>
              )}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

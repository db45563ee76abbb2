import { type KeyboardEvent, useEffect, useState } from 'react';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import type { OutlineEntry } from '../model/outline.ts';
import type { PaneProps } from '../pane-props.ts';
import classes from './analytics.module.css';

/** The order of the document, with where its events are; each entry leads to its heading. One stop of Tab. */
export function Outline({ remote, place, show }: PaneProps) {
  const { t } = useI18n();
  const [entries, setEntries] = useState<readonly OutlineEntry[] | null>(null);
  /** The entry that keys went to last; -1 before. */
  const [focused, setFocused] = useState(-1);
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
  const last = entries.length - 1;
  const stop = Math.min(last, focused >= 0 ? focused : Math.max(0, here));
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const { key, ctrlKey, metaKey, altKey, currentTarget } = event;
    const goals: Readonly<Record<string, number>> = {
      ArrowDown: Math.min(last, stop + 1),
      ArrowUp: Math.max(0, stop - 1),
      Home: 0,
      End: last,
    };
    const goal = goals[key];
    if (goal === undefined || ctrlKey || metaKey || altKey) return;
    currentTarget.querySelectorAll('button')[goal]?.focus();
    event.preventDefault();
  }
  return (
    <nav className={classes.outline} aria-label={t('analytics.outline')} onKeyDown={onKeyDown}>
      <ol>
        {entries.map(({ block, title, level, events }, index) => (
          <li key={block}>
            <button
              type="button"
              className={classes.entry}
              data-level={level}
              tabIndex={index === stop ? 0 : -1}
              onFocus={() => setFocused(index)}
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

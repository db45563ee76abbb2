import { ActionIcon, Tooltip } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconList } from '@tabler/icons-react';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import classes from './reading.module.css';
import { usePreload } from './use-preload.ts';
import { type Reading, useReading } from './use-reading.ts';
import { useReadingKeys } from './use-reading-keys.ts';

interface ReadingBarProps {
  readonly contentId: string;
  /** Whether documents are opened as their text. */
  readonly isText: boolean;
  /** Whether this one is there, so that the next may be fetched. */
  readonly isThere: boolean;
}

/** The way through the list a document was opened from, and back to it; nothing where it came from none. */
export function ReadingBar({ contentId, isText, isThere }: ReadingBarProps) {
  const reading = useReading(contentId, isText);
  useReadingKeys(reading);
  usePreload(isText && isThere ? reading?.next?.contentId : undefined);
  return reading === null || reading.total === 0 ? null : <Bar reading={reading} />;
}

function Bar({ reading }: { readonly reading: Reading }) {
  const { t } = useI18n();
  const { number, total, previous, next, go, leave } = reading;
  return (
    <nav className={classes.bar} aria-label={t('reading.list')}>
      <Tooltip label={t('reading.back')}>
        <ActionIcon aria-label={t('reading.back')} onClick={leave}>
          <IconList size={15} />
        </ActionIcon>
      </Tooltip>
      {(['previous', 'next'] as const).map((which) => {
        const to = which === 'previous' ? previous : next;
        const Icon = which === 'previous' ? IconChevronUp : IconChevronDown;
        const words = to ? t(`reading.${which}Named`, { name: to.name }) : t(`reading.${which}`);
        return (
          <Tooltip key={which} label={words}>
            <ActionIcon aria-label={words} disabled={to === undefined} onClick={() => go(to)}>
              <Icon size={15} />
            </ActionIcon>
          </Tooltip>
        );
      })}
      <span>{t('reading.at', { number, total })}</span>
    </nav>
  );
}

import { ActionIcon } from '@mantine/core';
import { IconSparkles, IconX } from '@tabler/icons-react';
import { helpHref } from '../lib/addresses/help.ts';
import { useI18n } from '../lib/i18n/i18n-context.tsx';
import { useNews } from '../lib/use-news.ts';
import classes from './news.module.css';

/** After an upgrade: leads to what is new, until it was followed or put away. */
export function News() {
  const { t } = useI18n();
  const { version, isNew, onSeen } = useNews();
  if (!isNew) return null;
  const words = t('news.new', { version: version ?? '' });
  return (
    <div className={classes.news}>
      <a href={helpHref('news')} title={words}>
        <IconSparkles size={16} stroke={1.6} aria-hidden />
        <span className="words-when-wide">{words}</span>
      </a>
      <ActionIcon aria-label={t('news.close')} onClick={onSeen}>
        <IconX size={14} />
      </ActionIcon>
    </div>
  );
}

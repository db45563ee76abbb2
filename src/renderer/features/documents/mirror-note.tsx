import { ActionIcon, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useReasons } from '../../lib/i18n/use-reasons.ts';
import { progressEvery, useAction, useCall } from '../../lib/queries.ts';
import classes from './documents.module.css';

/** While the page is open what is new comes in at this pace, milliseconds: a request each time. */
const newsEvery = 30_000;

/** How far the list is in step with the service. Opening the page asks for what is new. */
export function MirrorNote() {
  const { t, format } = useI18n();
  const reasons = useReasons();
  const { data: mirror } = useCall(
    'documents.mirror',
    {},
    {
      refetchInterval: (last) => (last?.state === 'running' ? progressEvery : false),
    },
  );
  const refresh = useAction('documents.refresh', { quiet: true });
  const begin = refresh.mutate;
  useEffect(() => {
    begin({});
    const timer = setInterval(() => begin({}), newsEvery);
    return () => clearInterval(timer);
  }, [begin]);
  if (!mirror) return null;
  const { state, read, checkedAt, completeAt, code } = mirror;
  // Only a full pass finds what was deleted elsewhere: when the last one was tells how much this is worth.
  const asOf = (looked: number, full: number | null) =>
    full === null
      ? t('documents.asOfNews', { time: format.lately(looked) })
      : t('documents.asOf', { time: format.lately(looked), full: format.lately(full) });
  const words =
    state === 'running'
      ? t('documents.reading', { count: read })
      : state === 'unavailable'
        ? t('documents.noList')
        : state === 'failed'
          ? t('documents.mirrorFailed')
          : checkedAt === null
            ? ''
            : asOf(checkedAt, completeAt);
  return (
    <span className={classes.mirror}>
      <span
        className={classes.mirrorWords}
        aria-live="polite"
        title={state === 'failed' && code !== null ? reasons.of(code).happened : undefined}
      >
        {words}
      </span>
      {state !== 'unavailable' && (
        <Tooltip label={t('documents.refresh')}>
          <ActionIcon
            aria-label={t('documents.refresh')}
            loading={state === 'running'}
            onClick={() => begin({ full: true })}
          >
            <IconRefresh size={15} />
          </ActionIcon>
        </Tooltip>
      )}
    </span>
  );
}

import { Alert, Button, Progress } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import type { Gathering, UnreadDocument } from '#shared/bridge/across.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useReasons } from '../../lib/i18n/use-reasons.ts';
import { useAction, useCall } from '../../lib/queries.ts';
import { href } from '../../lib/route.ts';
import classes from './across.module.css';

/** Documents that could not be read which are named at once. */
const mostNamed = 200;

/** How far the documents are read, what could not be, and what to do about it. */
export function GatheringProgress({ gathering }: { readonly gathering: Gathering }) {
  const { t } = useI18n();
  const reasons = useReasons();
  const cancel = useAction('across.cancel');
  const resume = useAction('across.resume');
  const { gatheringId, state, code, total, read, unread } = gathering;
  const done = read + unread;
  if (state === 'done') return null;
  const words = t('across.reading', { done, count: total });
  if (state === 'running') {
    return (
      <div className={classes.progress}>
        <Progress value={total === 0 ? 0 : (done / total) * 100} aria-label={words} className={classes.bar} />
        <span>{words}</span>
        <Button variant="default" onClick={() => cancel.mutate({ gatheringId })}>
          {t('common.cancel')}
        </Button>
      </div>
    );
  }
  const reason = code === null ? null : reasons.of(code);
  return (
    <Alert
      color="orange"
      variant="light"
      icon={<IconAlertTriangle size={16} />}
      title={reason === null ? t('across.cancelled', { done, count: total }) : reason.happened}
    >
      {reason === null
        ? t('across.cancelledText')
        : `${t('across.stoppedText', { done, count: total })} ${reason.remedy}`}
      <Button
        variant="default"
        size="compact-xs"
        ml="sm"
        loading={resume.isPending}
        onClick={() => resume.mutate({ gatheringId })}
      >
        {t('across.goOn')}
      </Button>
    </Alert>
  );
}

/** Which documents could not be read, each with its reason. */
export function Unread({ gathering }: { readonly gathering: Gathering }) {
  const { t } = useI18n();
  const [isOpen, setOpen] = useState(false);
  const { gatheringId, unread, state } = gathering;
  const resume = useAction('across.resume');
  const list = useCall('across.unread', { gatheringId, limit: mostNamed }, { enabled: isOpen && unread > 0 });
  if (unread === 0) return null;
  const rows = list.data?.rows ?? [];
  return (
    <section className={classes.unread} aria-label={t('across.unread', { count: unread })}>
      <div className={classes.unreadHead}>
        <IconAlertTriangle size={15} aria-hidden />
        <strong>{t('across.unread', { count: unread })}</strong>
        <Button variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'across.hideUnread' : 'across.showUnread')}
        </Button>
        {state !== 'running' && (
          <Button variant="default" loading={resume.isPending} onClick={() => resume.mutate({ gatheringId })}>
            {t('common.tryAgain')}
          </Button>
        )}
      </div>
      {isOpen && (
        <ul>
          {rows.map((one) => (
            <UnreadLine key={one.contentId} document={one} />
          ))}
          {list.data !== undefined && list.data.total > rows.length && (
            <li className="quiet">{t('across.moreUnread', { count: list.data.total - rows.length })}</li>
          )}
        </ul>
      )}
    </section>
  );
}

function UnreadLine({ document }: { readonly document: UnreadDocument }) {
  const { t } = useI18n();
  const reasons = useReasons();
  const { contentId, fileName, status, code, detail } = document;
  const why = code === null ? t(`across.status.${status}`) : reasons.of(code).happened;
  return (
    <li>
      <a href={href(['documents', contentId])}>{fileName}</a>
      <span>
        {why}
        {detail !== null && ` (${detail})`}
      </span>
    </li>
  );
}

/** How the figures came about, in words. */
export function Method({ gathering }: { readonly gathering: Gathering }) {
  const { t } = useI18n();
  const { byName, stated, withoutEntities, leftOut } = gathering;
  return (
    <p className={classes.method}>
      {t('across.method')}
      {byName > 0 && ` ${t('across.byName', { count: byName })}`}
      {stated > 0 && ` ${t('across.stated', { count: stated })}`}
      {withoutEntities > 0 && ` ${t('across.withoutEntities', { count: withoutEntities })}`}
      {leftOut > 0 && ` ${t('across.leftOut', { count: leftOut })}`}
    </p>
  );
}

import { Alert, Button, Progress } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Page } from '../../ui/page.tsx';
import classes from './annotated.module.css';
import { Browser } from './browser.tsx';
import type { Opening } from './use-document.ts';
import type { LoadProgress, OpenFailure } from './worker/messages.ts';

interface OpenDocumentProps {
  readonly opening: Opening;
  /** What is being read, and the name of exported files. */
  readonly name: string;
  /** Parts of the address before the query. */
  readonly route: readonly string[];
  readonly actions?: ReactNode;
}

/** A document on its way into the page, and then its browser. */
export function OpenDocument({ opening, name, route, actions }: OpenDocumentProps) {
  const { t } = useI18n();
  const { state, counts, cancel, again } = opening;
  const reading = state.phase === 'reading' && (
    <Reading name={name} progress={state.progress} onCancel={cancel} />
  );
  // What a document was made from need not wait for its text; a file has only its text.
  const isEarly = state.phase === 'reading' && route[0] === 'documents';
  if ((state.phase === 'open' || isEarly) && state.client !== null) {
    return (
      <Browser
        key={state.client.number}
        client={state.client}
        summary={state.phase === 'open' ? state.summary : null}
        reading={reading}
        counts={counts}
        name={name}
        route={route}
        actions={actions}
        onStuck={again}
      />
    );
  }
  return (
    <Page title={t('annotated.title')} aside={<span>{name}</span>} actions={actions}>
      {reading}
      {state.phase === 'cancelled' && (
        <Empty
          title={t('annotated.cancelled')}
          action={<Button onClick={again}>{t('common.tryAgain')}</Button>}
        >
          {t('annotated.cancelledText')}
        </Empty>
      )}
      {state.phase === 'failed' && <Failed failure={state.failure} onRetry={again} />}
    </Page>
  );
}

interface ReadingProps {
  readonly name: string;
  readonly progress: LoadProgress;
  readonly onCancel: () => void;
}

function Reading({ name, progress, onCancel }: ReadingProps) {
  const { t, format } = useI18n();
  const { received, total } = progress;
  const share = total === null || total === 0 ? null : Math.min(100, (received / total) * 100);
  const words = t('annotated.reading', { name });
  return (
    <div className={classes.reading}>
      <p className={classes.readingName}>{words}</p>
      <Progress value={share ?? 100} animated={share === null} size="md" aria-label={words} />
      <p className={classes.readingBytes}>
        {total === null
          ? t('annotated.readSome', { received: format.size(received) })
          : t('annotated.readOf', { received: format.size(received), total: format.size(total) })}
        <Button variant="default" size="compact-xs" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </p>
    </div>
  );
}

function Failed({ failure, onRetry }: { readonly failure: OpenFailure; readonly onRetry: () => void }) {
  const { t } = useI18n();
  const text =
    failure.kind === 'json'
      ? t('annotated.failedJson', {
          line: failure.line,
          column: failure.column,
          reason: t(`problem.${failure.problem}`),
        })
      : failure.kind === 'memory'
        ? t('annotated.failedMemory')
        : t('annotated.failedRead', { detail: failure.detail });
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle size={16} />} title={t('annotated.failed')}>
      <p className={classes.why}>{text}</p>
      {failure.kind === 'json' && failure.excerpt.trim() !== '' && (
        <>
          <p className={classes.why}>{t('annotated.failedHint')}</p>
          <code className={classes.excerpt}>{failure.excerpt}</code>
        </>
      )}
      <Button variant="default" size="compact-xs" onClick={onRetry}>
        {t('common.tryAgain')}
      </Button>
    </Alert>
  );
}

import { Alert, Button } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useMemo, useRef } from 'react';
import type { OperationResult } from '#shared/bridge/operations.ts';
import type { OperationDescription } from '#shared/operations/description.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useRemark } from '../../lib/i18n/use-spoken.ts';
import { explorerLink } from '../../lib/addresses/explorer.ts';
import { copyText } from '../../lib/copy-text.ts';
import { failureCode } from '../../lib/queries.ts';
import { Empty } from '../../ui/empty.tsx';
import { ExplainedFailure } from '../../ui/explained-failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { notify, notifyFailure } from '../../ui/notify.tsx';
import { Section } from '../../ui/section.tsx';
import { AnswerView } from './answer/answer-view.tsx';
import { StreamView } from './answer/stream-view.tsx';
import classes from './explorer.module.css';
import { nextPage } from './next-page.ts';
import { notWaited, type OperationRequest, type Run } from './use-operation-run.ts';

interface RunViewProps {
  readonly operation: OperationDescription;
  readonly run: Run;
  readonly onStart: (request: OperationRequest) => void;
  /** The same request once more, with the question before it where there is one. */
  readonly onAgain: () => void;
}

/** What came of a request: nothing yet, pieces, an answer, or why there is none. */
export function RunView({ operation, run, onStart, onAgain }: RunViewProps) {
  const { t } = useI18n();
  const place = useRef<HTMLDivElement>(null);
  // The answer comes to the person, not the person to the answer; as little as is needed.
  useEffect(() => {
    if (run.kind === 'answered' || run.kind === 'failed') place.current?.scrollIntoView({ block: 'nearest' });
  }, [run.kind]);
  if (run.kind === 'idle')
    return (
      <Section title={t('explorer.answer')}>
        <Empty title={t('explorer.noAnswer')}>{t('explorer.noAnswerText')}</Empty>
      </Section>
    );
  const next = run.kind === 'answered' ? nextPage(operation, run.request, run.result.value) : undefined;
  const actions = run.kind === 'answered' && next !== undefined && (
    <>
      <Button variant="default" onClick={() => onStart(next)}>
        {t('explorer.nextPage')}
      </Button>
      {operation.kind === 'paged' && (
        <Button variant="default" onClick={() => onStart({ ...run.request, all: true })}>
          {t('explorer.allPages')}
        </Button>
      )}
    </>
  );
  return (
    <div ref={place}>
      <Section title={t('explorer.answer')} flush actions={actions || undefined}>
        {run.kind === 'answered' && <AnswerFacts result={run.result} />}
        <StreamView pieces={run.pieces} isRunning={run.kind === 'running'} />
        {run.kind === 'running' && <Loading>{t('explorer.waiting')}</Loading>}
        {run.kind === 'failed' && <RunFailure error={run.error} onAgain={onAgain} />}
        {run.kind === 'answered' && (
          <>
            <Notes notes={run.result.notes} />
            <AnswerView answer={operation.answer} value={run.result.value} fileName={operation.name} />
          </>
        )}
      </Section>
    </div>
  );
}

function AnswerFacts({ result }: { readonly result: OperationResult }) {
  const { t, format } = useI18n();
  const { status, tookMs, requestId, value } = result;
  const bytes = useMemo(() => new TextEncoder().encode(JSON.stringify(value) ?? '').byteLength, [value]);
  return (
    <dl className={classes.answerFacts} aria-live="polite">
      <div>
        <dt>{t('explorer.status')}</dt>
        <dd data-good={status < 400}>{status}</dd>
      </div>
      <div>
        <dt>{t('explorer.took')}</dt>
        <dd>{format.number(tookMs)} ms</dd>
      </div>
      <div>
        <dt>{t('explorer.size')}</dt>
        <dd>{format.size(bytes)}</dd>
      </div>
      {requestId !== null && <RequestId id={requestId} />}
    </dl>
  );
}

function RequestId({ id }: { readonly id: string }) {
  const { t } = useI18n();
  return (
    <div>
      <dt>{t('explorer.requestId')}</dt>
      <dd className={classes.mono}>
        {id}{' '}
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          aria-label={t('explorer.copyRequestId')}
          onClick={() =>
            void copyText(id).then((copied) =>
              copied ? notify(t('explorer.copiedShort')) : notifyFailure(new Error(t('explorer.notCopied'))),
            )
          }
        >
          {t('explorer.copy')}
        </Button>
      </dd>
    </div>
  );
}

/** What core says about an answer: what may be missing, what it cost. */
function Notes({ notes }: { readonly notes: OperationResult['notes'] }) {
  const { t } = useI18n();
  const remark = useRemark();
  if (notes.length === 0) return null;
  return (
    <div className={classes.notes}>
      <Alert variant="light" icon={<IconInfoCircle size={16} />} title={t('explorer.notes')}>
        <ul className={classes.problems}>
          {notes.map((note) => (
            <li key={JSON.stringify(note)}>{remark(note)}</li>
          ))}
        </ul>
      </Alert>
    </div>
  );
}

function RunFailure({ error, onAgain }: { readonly error: unknown; readonly onAgain: () => void }) {
  const { t } = useI18n();
  const requestId =
    error instanceof Error && 'requestId' in error ? (error.requestId as string | undefined) : undefined;
  const detail = error instanceof Error && 'detail' in error ? error.detail : undefined;
  const code = failureCode(error);
  // What began a run would begin another one.
  const isBegun = code === 'STREAM_CUT' || code === 'RUN_FAILED';
  if (code === 'CALL_CANCELLED')
    return (
      <p className={classes.stopped}>{t(detail === notWaited ? 'explorer.notWaited' : 'explorer.stopped')}</p>
    );
  return (
    <div className={classes.failure}>
      <ExplainedFailure error={error} {...(isBegun ? {} : { onRetry: onAgain })} />
      {code === 'STREAM_CUT' && (
        <Button variant="default" mt="sm" component="a" href={explorerLink('workflow.executions')}>
          {t('operation.workflow.executions')}
        </Button>
      )}
      <dl className={classes.answerFacts}>
        <div>
          <dt>{t('explorer.code')}</dt>
          <dd className={classes.mono}>{code}</dd>
        </div>
        {requestId !== undefined && <RequestId id={requestId} />}
      </dl>
    </div>
  );
}

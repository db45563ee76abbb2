import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import { useRemark } from '../../../lib/i18n/use-spoken.ts';
import { ExplainedFailure } from '../../../ui/explained-failure.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { AnswerView } from '../answer/answer-view.tsx';
import classes from '../explorer.module.css';
import type { Problem } from '../form/error-schema.ts';
import { ProblemList } from '../problem-list.tsx';
import { useDeclaredAnswer } from '../use-declared-answer.ts';
import type { Run } from '../use-operation-run.ts';

interface RunBodyProps {
  readonly run: Run;
  readonly problems: readonly Problem[];
  /** Name of the operation. */
  readonly operation: string;
  readonly onAgain: () => void;
}

/** What came of one request of the page of an entity, without the facts around it. */
export function RunBody({ run, problems, operation, onAgain }: RunBodyProps) {
  const { t } = useI18n();
  const remark = useRemark();
  const answer = useDeclaredAnswer(operation);
  if (run.kind === 'running') return <Loading>{t('explorer.waiting')}</Loading>;
  if (run.kind === 'failed')
    return (
      <div className={classes.failure}>
        <ExplainedFailure error={run.error} onRetry={onAgain} />
      </div>
    );
  if (run.kind === 'idle')
    return (
      <div className={classes.failure}>
        <ProblemList problems={problems} />
      </div>
    );
  return (
    <>
      {run.result.notes.map((note) => (
        <p key={JSON.stringify(note)} className={classes.stopped}>
          {remark(note)}
        </p>
      ))}
      {answer !== undefined && <AnswerView answer={answer} value={run.result.value} fileName={operation} />}
    </>
  );
}

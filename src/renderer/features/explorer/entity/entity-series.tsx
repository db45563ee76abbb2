import { Button } from '@mantine/core';
import { explorerLink } from '../../../lib/addresses/explorer.ts';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import { Section } from '../../../ui/section.tsx';
import classes from '../explorer.module.css';
import { useOperationRun } from '../use-operation-run.ts';
import { RunBody } from './run-body.tsx';

interface EntitySeriesProps {
  readonly title: string;
  readonly operation: string;
  readonly body: unknown;
}

/** Prices or sentiment of an entity as a chart, once a person asks for it. */
export function EntitySeries({ title, operation, body }: EntitySeriesProps) {
  const { t } = useI18n();
  const { run, problems, start } = useOperationRun({ name: operation, kind: 'plain' });
  return (
    <Section
      title={title}
      flush
      actions={
        <>
          <Button variant="subtle" component="a" href={explorerLink(operation, { body })}>
            {t('entity.openOperation')}
          </Button>
          <Button variant="default" loading={run.kind === 'running'} onClick={() => start({ body })}>
            {t(run.kind === 'answered' ? 'entity.askAgain' : 'entity.ask')}
          </Button>
        </>
      }
    >
      {run.kind === 'idle' && problems.length === 0 ? (
        <p className={classes.stopped}>{t('entity.costUnknown')}</p>
      ) : (
        <RunBody run={run} problems={problems} operation={operation} onAgain={() => start({ body })} />
      )}
    </Section>
  );
}

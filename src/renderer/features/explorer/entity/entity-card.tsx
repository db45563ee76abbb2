import { Button } from '@mantine/core';
import { isRecord } from '#shared/operations/is-record.ts';
import { rowsOf } from '#shared/operations/read-answer.ts';
import { explorerLink } from '../../../lib/addresses/explorer.ts';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import { useRemark } from '../../../lib/i18n/use-spoken.ts';
import { Section } from '../../../ui/section.tsx';
import { FieldList } from '../answer/field-list.tsx';
import { cellText } from '../answer/sort-rows.ts';
import classes from '../explorer.module.css';
import { useDeclaredAnswer } from '../use-declared-answer.ts';
import { useOperationRun } from '../use-operation-run.ts';
import { RunBody } from './run-body.tsx';

interface EntityCardProps {
  /** The lookup of the entity's category. */
  readonly operation: string;
  readonly id: string;
  readonly name: string;
}

/** Names under which cards have been seen to carry the id. */
const idFields = ['id', 'rp_entity_id', 'entity_id'];

/** The entity's record in the knowledge graph, looked up by name and recognised by its id. Costs tokens. */
export function EntityCard({ operation, id, name }: EntityCardProps) {
  const { t } = useI18n();
  const remark = useRemark();
  const { run, problems, start } = useOperationRun({ name: operation, kind: 'plain' });
  const body = { query: name === '' ? id : name };
  const answer = useDeclaredAnswer(operation);
  const found =
    run.kind === 'answered' && answer !== undefined ? rowsOf(answer, run.result.value).filter(isRecord) : [];
  const card = found.find((one) => idFields.some((field) => one[field] === id));
  return (
    <Section
      title={t('entity.card')}
      flush={card === undefined}
      actions={
        <>
          <Button variant="subtle" component="a" href={explorerLink(operation, { body })}>
            {t('entity.openOperation')}
          </Button>
          <Button variant="default" loading={run.kind === 'running'} onClick={() => start({ body })}>
            {t(run.kind === 'answered' ? 'entity.askAgain' : 'entity.askTokens')}
          </Button>
        </>
      }
    >
      {card !== undefined ? (
        <>
          <CardFacts card={card} />
          {run.kind === 'answered' && (
            <p className={classes.quiet}>{run.result.notes.map(remark).join(' ')}</p>
          )}
        </>
      ) : run.kind === 'idle' && problems.length === 0 ? (
        <p className={classes.stopped}>{t('entity.costTokens')}</p>
      ) : (
        <>
          {run.kind === 'answered' && (
            <p className={classes.stopped}>
              {t(found.length === 0 ? 'entity.notFound' : 'entity.othersFound', { id })}
            </p>
          )}
          <RunBody run={run} problems={problems} operation={operation} onAgain={() => start({ body })} />
        </>
      )}
    </Section>
  );
}

/** Every field that has something in it, whatever it is called. */
function CardFacts({ card }: { readonly card: Readonly<Record<string, unknown>> }) {
  const fields = Object.entries(card).filter(
    ([, value]) => cellText(value) !== '' && !(Array.isArray(value) && value.length === 0),
  );
  return <FieldList className={classes.card} fields={fields} />;
}

import { isNothing } from '#shared/operations/value-at.ts';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import classes from './answer.module.css';
import { FieldList } from './field-list.tsx';

/** The fields of a record, each with its name; those with nothing in them are named at the end. */
export function FieldsView({ fields }: { readonly fields: Readonly<Record<string, unknown>> }) {
  const { t } = useI18n();
  const all = Object.entries(fields);
  const empty = all.filter(([, value]) => isNothing(value)).map(([name]) => name);
  return (
    <>
      <FieldList className={classes.fields} fields={all.filter(([, value]) => !isNothing(value))} />
      {empty.length > 0 && (
        <p className={classes.quiet}>{t('explorer.emptyFields', { names: empty.join(', ') })}</p>
      )}
    </>
  );
}

import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import { styleOfType } from './mark-style.ts';
import './text-marks.css';
import classes from './text-pane.module.css';
import { useTypeName } from './use-type-name.ts';

/** A type by its name, with the look of its marks. */
export function TypeMark({ type }: { readonly type: string }) {
  const typeName = useTypeName();
  const { t } = useI18n();
  const name = typeName(type);
  return (
    <mark
      className={classes.mark}
      data-style={styleOfType(type)}
      // The document's own word for it.
      title={name === type || type === '' ? undefined : t('text.typeCode', { type })}
    >
      {name}
    </mark>
  );
}

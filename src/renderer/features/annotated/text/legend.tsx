import { memo } from 'react';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import type { DocumentCounts } from '../model/types.ts';
import { styleOfType } from './mark-style.ts';
import classes from './text-pane.module.css';

interface LegendProps {
  readonly counts: DocumentCounts | null;
  readonly hidden: ReadonlySet<string>;
  readonly onToggle: (type: string) => void;
}

/** Types with their look and number; each one shows or hides its marks. */
export const Legend = memo(function Legend({ counts, hidden, onToggle }: LegendProps) {
  const { t, format } = useI18n();
  const types = counts?.types.filter(({ mentions }) => mentions > 0) ?? [];
  if (types.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of buttons, not of fields.
    <div className={classes.legend} role="group" aria-label={t('text.legend')}>
      {types.map(({ type, mentions }) => {
        const name = type === '' ? t('text.untyped') : type;
        return (
          <button
            key={type}
            type="button"
            className={classes.type}
            aria-pressed={!hidden.has(type)}
            aria-label={t('text.typeCount', { type: name, count: mentions })}
            onClick={() => onToggle(type)}
          >
            <mark className={classes.mark} data-style={styleOfType(type)} data-depth={0}>
              {name}
            </mark>{' '}
            {format.number(mentions)}
          </button>
        );
      })}
    </div>
  );
});

import { memo } from 'react';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import type { DocumentCounts } from '../model/types.ts';
import classes from './text-pane.module.css';
import { TypeMark } from './type-mark.tsx';
import { useTypeName } from './use-type-name.ts';

interface LegendProps {
  readonly counts: DocumentCounts | null;
  /** Of the document, counted or not. */
  readonly blocks: number;
  readonly hidden: ReadonlySet<string>;
  readonly onToggle: (type: string) => void;
}

/**
 * Types with their look and number; each one shows or hides its marks. Has its place from the beginning, so
 * that the text does not move when they are counted.
 */
export const Legend = memo(function Legend({ counts, blocks, hidden, onToggle }: LegendProps) {
  const { t, format } = useI18n();
  const typeName = useTypeName();
  const types = counts?.types.filter(({ mentions }) => mentions > 0) ?? [];
  return (
    <div className={classes.legend}>
      {types.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a group of buttons, not of fields.
        <div className={classes.types} role="group" aria-label={t('text.legend')}>
          {types.map(({ type, mentions }) => {
            return (
              <button
                key={type}
                type="button"
                className={classes.type}
                aria-pressed={!hidden.has(type)}
                aria-label={t('text.typeCount', { type: typeName(type), count: mentions })}
                onClick={() => onToggle(type)}
              >
                <TypeMark type={type} /> {format.number(mentions)}
              </button>
            );
          })}
        </div>
      )}
      {counts !== null && !counts.isDone && (
        <output className={classes.counting}>
          {t('text.counting', { done: counts.readBlocks, total: blocks })}
        </output>
      )}
    </div>
  );
});

import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import { toneOf } from '../../../lib/tone.ts';
import type { Sentence } from '../model/types.ts';
import classes from './text-pane.module.css';

interface SentenceStripProps {
  readonly sentences: readonly Sentence[];
  readonly length: number;
  readonly active: { readonly start: number; readonly end: number } | null;
  readonly onNode: (node: number) => void;
}

/** More sentences in one block are too small to see, and are in the tree. */
const mostShown = 60;

/** The sentences of a block as a strip: as long as they are, by tone; each one leads to its place. */
export function SentenceStrip({ sentences, length, active, onNode }: SentenceStripProps) {
  const { t, format } = useI18n();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of buttons, not of fields.
    <div className={classes.strip} role="group" aria-label={t('text.strip')}>
      {sentences.slice(0, mostShown).map(({ start, end, sentiment, node }) => {
        const value = sentiment === null ? '–' : format.decimal(sentiment);
        const label = t('text.sentence', { value });
        return (
          <button
            key={node}
            type="button"
            className={classes.tone}
            style={{ flexGrow: Math.max(1, Math.min(end, length) - start) }}
            data-tone={toneOf(sentiment)}
            data-chosen={(active?.start === start && active.end === end) || undefined}
            tabIndex={-1}
            title={label}
            aria-label={label}
            onClick={() => onNode(node)}
          />
        );
      })}
    </div>
  );
}

import { Button } from '@mantine/core';
import { memo } from 'react';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import { toneOf } from '../../../lib/tone.ts';
import type { BlockView } from '../model/types.ts';
import { TextTable } from './table/text-table.tsx';
import classes from './text-pane.module.css';

export interface TextBlockProps {
  readonly view: BlockView;
  readonly onUnfold: (block: number) => void;
}

/** More sentences in one block are too small to see, and are in the tree. */
const mostTones = 60;
const tags: ReadonlyMap<string, 'h2' | 'pre' | 'p'> = new Map([
  ['HEADING', 'h2'],
  ['TABLE', 'pre'],
  ['LIST_ORDERED', 'pre'],
  ['LIST_UNORDERED', 'pre'],
]);

/**
 * One block: its sentences' tones at the side, its text, folded when it is long. Its marks are drawn over it
 * (`TextMarks`), so the text is in one piece.
 */
export const TextBlock = memo(function TextBlock({ view, onUnfold }: TextBlockProps) {
  const { t } = useI18n();
  const { text, kind, block, length, mayUnfold, table } = view;
  const Tag = tags.get(kind) ?? 'p';
  const isTable = kind === 'TABLE';
  const label = isTable ? t('text.block', { number: block + 1, kind }) : undefined;
  return (
    <div className={classes.block} data-kind={kind} data-block={block}>
      <div className={classes.strip} aria-hidden>
        {view.sentences.slice(0, mostTones).map(({ start, end, sentiment, node }) => (
          <span
            key={node}
            className={classes.tone}
            style={{ flexGrow: Math.max(1, Math.min(end, text.length) - start) }}
            data-tone={toneOf(sentiment)}
            data-node={node}
            data-value={sentiment ?? undefined}
          />
        ))}
      </div>
      <div className={classes.words}>
        {table !== null ? (
          <TextTable text={text} shape={table} isWhole={text.length === length} label={label ?? ''} />
        ) : (
          <Tag
            className={classes.text}
            data-text
            data-wide={isTable || undefined}
            tabIndex={isTable ? 0 : undefined}
            aria-label={label}
            role={isTable ? 'group' : undefined}
            title={isTable ? t('text.asExtracted') : undefined}
          >
            {text.length < length ? `${text}…` : text}
          </Tag>
        )}
        {text.length < length && mayUnfold && (
          <Button variant="default" size="compact-xs" onClick={() => onUnfold(block)}>
            {t('text.more', { shown: text.length, whole: length })}
          </Button>
        )}
      </div>
    </div>
  );
});

import { Button } from '@mantine/core';
import { memo } from 'react';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import type { BlockView, EntityRow, Mention } from '../model/types.ts';
import { type Segment, segmentText } from '../model/segment.ts';
import { SentenceStrip } from './sentence-strip.tsx';
import { styleOfType } from './mark-style.ts';
import classes from './text-pane.module.css';

interface Range {
  readonly start: number;
  readonly end: number;
}

export interface TextBlockProps {
  readonly view: BlockView;
  readonly entity: (entity: number) => EntityRow | undefined;
  readonly hidden: ReadonlySet<string>;
  /** The entity that is shown everywhere; its marks stand out. */
  readonly chosen: number;
  /** The place that is shown, in this block. */
  readonly active: Range | null;
  readonly found: Range | null;
  readonly mayUnfold: boolean;
  readonly onUnfold: (block: number) => void;
  readonly onNode: (node: number) => void;
}

interface Over extends Range {
  readonly mention: Mention | null;
  readonly kind: 'mark' | 'active' | 'found';
}

const tags: Readonly<Record<string, 'h2' | 'pre' | 'p'>> = {
  HEADING: 'h2',
  TABLE: 'pre',
  LIST_ORDERED: 'pre',
  LIST_UNORDERED: 'pre',
};

/** One block: its sentences' tones at the side, its text with marks, folded when it is long. */
export const TextBlock = memo(function TextBlock(props: TextBlockProps) {
  const { view, entity, hidden, chosen, active, found, mayUnfold, onUnfold, onNode } = props;
  const { t } = useI18n();
  const { text, kind, block, length } = view;
  const overs: Over[] = view.mentions
    .filter((one) => !hidden.has(entity(one.entity)?.type ?? ''))
    .map((mention) => ({ start: mention.start, end: mention.end, mention, kind: 'mark' }));
  if (active !== null) overs.push({ ...active, mention: null, kind: 'active' });
  if (found !== null) overs.push({ ...found, mention: null, kind: 'found' });
  const Tag = tags[kind] ?? 'p';
  return (
    <div className={classes.block} data-kind={kind}>
      <SentenceStrip sentences={view.sentences} length={text.length} active={active} onNode={onNode} />
      <div className={classes.words}>
        <Tag
          className={classes.text}
          tabIndex={kind === 'TABLE' ? 0 : undefined}
          aria-label={kind === 'TABLE' ? t('text.block', { number: block + 1, kind }) : undefined}
          role={kind === 'TABLE' ? 'group' : undefined}
        >
          {segmentText(text.length, overs).map((segment) => (
            <Piece
              key={segment.start}
              text={text}
              segment={segment}
              entity={entity}
              chosen={chosen}
              block={block}
            />
          ))}
          {text.length < length ? '…' : ''}
        </Tag>
        {text.length < length && mayUnfold && (
          <Button variant="default" size="compact-xs" onClick={() => onUnfold(block)}>
            {t('text.more', { shown: text.length, whole: length })}
          </Button>
        )}
      </div>
    </div>
  );
});

interface PieceProps {
  readonly text: string;
  readonly segment: Segment<Over>;
  readonly entity: (entity: number) => EntityRow | undefined;
  readonly chosen: number;
  readonly block: number;
}

function Piece({ text, segment, entity, chosen, block }: PieceProps) {
  const words = text.slice(segment.start, segment.end);
  if (segment.over.length === 0) return words;
  // The longest is outermost; each one inside draws its line a little lower.
  return segment.over.reduceRight<React.ReactNode>((inside, { mention, kind, start, end }, depth) => {
    if (mention === null) {
      return (
        <span key={kind} className={kind === 'found' ? classes.found : classes.active} data-active={kind}>
          {inside}
        </span>
      );
    }
    const row = entity(mention.entity);
    const type = row?.type ?? '';
    return (
      <mark
        key={`${mention.node} ${mention.entity} ${start}`}
        className={classes.mark}
        data-style={styleOfType(type)}
        data-depth={Math.min(3, segment.over.length - 1 - depth)}
        data-chosen={mention.entity === chosen || undefined}
        data-entity={mention.entity}
        data-node={mention.node}
        data-block={block}
        data-start={start}
        data-end={end}
      >
        {inside}
      </mark>
    );
  }, words);
}

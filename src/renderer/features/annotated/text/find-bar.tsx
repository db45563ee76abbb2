import { ActionIcon, TextInput, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconLetterW, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, memo, type RefObject } from 'react';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import type { FoundInText } from '../worker/document-api.ts';
import classes from './text-pane.module.css';

interface FindBarProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly text: string;
  readonly isWholeWords: boolean;
  readonly found: FoundInText | null;
  /** The hit that is shown, from 0; -1 before the first. */
  readonly at: number;
  readonly onText: (text: string) => void;
  readonly onWholeWords: (isWholeWords: boolean) => void;
  /** To the next or previous hit. */
  readonly onStep: (by: 1 | -1) => void;
  /** To the next or previous mark. */
  readonly onMark: (by: 1 | -1) => void;
  /** Escape: back to the text. */
  readonly onLeave: () => void;
}

/**
 * Find in the text, and the way from mark to mark. Not drawn again while the text scrolls: its controls cost
 * more than the blocks.
 */
export const FindBar = memo(function FindBar(props: FindBarProps) {
  const { input, text, isWholeWords, found, at, onText, onWholeWords, onStep, onMark, onLeave } = props;
  const { t } = useI18n();
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') onLeave();
    else return;
    event.preventDefault();
  }
  return (
    <div className={classes.bar}>
      <TextInput
        ref={input}
        className={classes.find}
        leftSection={<IconSearch size={14} aria-hidden />}
        aria-label={t('text.find')}
        placeholder={t('text.find')}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Tooltip label={t('text.wholeWords')}>
        <ActionIcon
          aria-label={t('text.wholeWords')}
          aria-pressed={isWholeWords}
          variant={isWholeWords ? 'filled' : 'default'}
          onClick={() => onWholeWords(!isWholeWords)}
        >
          <IconLetterW size={15} />
        </ActionIcon>
      </Tooltip>
      <output className={classes.findCount}>{findWords()}</output>
      <Tooltip label={t('text.previous')}>
        <ActionIcon aria-label={t('text.previous')} onClick={() => onMark(-1)}>
          <IconArrowUp size={15} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('text.next')}>
        <ActionIcon aria-label={t('text.next')} onClick={() => onMark(1)}>
          <IconArrowDown size={15} />
        </ActionIcon>
      </Tooltip>
    </div>
  );

  function findWords(): string {
    if (found === null) return '';
    if (found.count === 0) return t(found.isDone ? 'tree.foundNone' : 'tree.searching');
    return t(found.isCut ? 'tree.foundMore' : 'tree.found', { at: Math.max(0, at) + 1, count: found.count });
  }
});

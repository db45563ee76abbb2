import { ActionIcon, NativeSelect, TextInput, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, memo, type RefObject, useEffect, useRef, useState } from 'react';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import classes from './json-tree.module.css';
import type { TreeQuery } from './tree-model.ts';
import type { TreeSearch } from './use-tree-search.ts';

interface TreeSearchBarProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly search: TreeSearch;
  /** Told the text to mark in the lines. */
  readonly onNeedle: (needle: string) => void;
  /** Escape: back to the tree. */
  readonly onLeave: () => void;
}

/** Milliseconds after the last key. */
const typingPause = 150;
type Mode = 'all' | 'keys' | 'values' | 'path';

/**
 * Search in keys and values, or by JSONPath, with the way through what was found. Not drawn again while the
 * tree scrolls: its controls cost more than the lines.
 */
export const TreeSearchBar = memo(function TreeSearchBar(props: TreeSearchBarProps) {
  const { input, search, onNeedle, onLeave } = props;
  const { t } = useI18n();
  const [text, setText] = useState('');
  const [mode, setMode] = useState<Mode>('all');
  const [run, setRun] = useState('');
  const { start, step, found, at, isRunning } = search;
  const last = useRef('');

  const begin = (now: string, how: Mode) => {
    const key = `${how} ${now}`;
    if (last.current === key) return;
    last.current = key;
    const isEmpty = now.trim() === '';
    const query: TreeQuery =
      how === 'path' ? { kind: 'path', path: now.trim() } : { kind: 'text', text: now, within: how };
    setRun(now);
    onNeedle(how === 'path' || isEmpty ? '' : now);
    start(isEmpty ? null : query);
  };
  const beginLatest = useRef(begin);
  useEffect(() => {
    beginLatest.current = begin;
  });
  useEffect(() => {
    // A path is run when it is complete, which only the person knows.
    if (mode === 'path' && text !== '') return;
    const timer = setTimeout(() => beginLatest.current(text, mode), typingPause);
    return () => clearTimeout(timer);
  }, [text, mode]);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') onLeave();
    else if (event.key === 'Enter') {
      if (run === text && (found?.count ?? 0) > 0) step(event.shiftKey ? -1 : 1);
      else begin(text, mode);
    } else return;
    event.preventDefault();
  }

  const isWaiting = mode === 'path' && text !== '' && run !== text;
  return (
    <search className={classes.search}>
      <TextInput
        ref={input}
        className={classes.searchText}
        leftSection={<IconSearch size={14} aria-hidden />}
        aria-label={t(mode === 'path' ? 'tree.modePath' : 'tree.searchText')}
        placeholder={t(mode === 'path' ? 'tree.searchPath' : 'tree.searchHint')}
        value={text}
        error={found?.problem !== null && found?.problem !== undefined}
        spellCheck={false}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <NativeSelect
        className={classes.searchMode}
        size="xs"
        aria-label={t('tree.mode')}
        value={mode}
        onChange={(event) => setMode(event.currentTarget.value as Mode)}
        data={[
          { value: 'all', label: t('tree.withinAll') },
          { value: 'keys', label: t('tree.withinKeys') },
          { value: 'values', label: t('tree.withinValues') },
          { value: 'path', label: t('tree.modePath') },
        ]}
      />
      <Tooltip label={t('tree.previous')}>
        <ActionIcon aria-label={t('tree.previous')} disabled={!found?.count} onClick={() => step(-1)}>
          <IconArrowUp size={15} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('tree.next')}>
        <ActionIcon aria-label={t('tree.next')} disabled={!found?.count} onClick={() => step(1)}>
          <IconArrowDown size={15} />
        </ActionIcon>
      </Tooltip>
      <output className={classes.outcome}>
        {isWaiting ? t('tree.runPath') : words(found, at, isRunning, t)}
        {mode === 'path' && found?.isCut && ` ${t('tree.pathCut')}`}
      </output>
    </search>
  );
});

function words(
  found: TreeSearch['found'],
  at: number,
  isRunning: boolean,
  t: ReturnType<typeof useI18n>['t'],
): string {
  if (found === null) return isRunning ? t('tree.searching') : '';
  if (found.problem !== null) return t('tree.noPath', { reason: found.problem });
  if (found.count === 0) return t(isRunning ? 'tree.searching' : 'tree.foundNone');
  if (at < 0) return t('tree.foundCount', { count: found.count });
  return t(found.isCut ? 'tree.foundMore' : 'tree.found', { at: at + 1, count: found.count });
}

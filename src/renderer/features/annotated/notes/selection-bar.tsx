import { Button } from '@mantine/core';
import { IconHighlight, IconNote, IconQuote } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import classes from './notes.module.css';
import type { PassageAct } from './use-passage-acts.ts';
import type { SelectionBox } from './use-selection-box.ts';

interface SelectionBarProps {
  readonly box: SelectionBox;
  readonly onAct: (act: PassageAct) => void;
}

/** CSS pixels between it and the window's edges; and its height. */
const edge = 8;
const height = 38;
const buttons = [
  { act: 'copy', key: 'c', Icon: IconQuote },
  { act: 'highlight', key: 'h', Icon: IconHighlight },
  { act: 'note', key: 'a', Icon: IconNote },
] as const;

/** What can be done with the selected words, beside their end. Its keys work without it. */
export function SelectionBar({ box, onAct }: SelectionBarProps) {
  const { t } = useI18n();
  const bar = useRef<HTMLDivElement>(null);
  const isBelow = box.bottom + height + edge < innerHeight;
  // As wide as its words are in the language, and known only once it is there.
  useLayoutEffect(() => {
    if (bar.current === null) return;
    const { offsetWidth, style } = bar.current;
    const most = innerWidth - offsetWidth - edge;
    style.left = `${Math.max(edge, Math.min(box.left - offsetWidth / 2, most))}px`;
  });
  return (
    <div
      ref={bar}
      className={classes.bar}
      role="toolbar"
      aria-label={t('notes.selection')}
      data-selection-bar
      style={{ top: isBelow ? box.bottom + 6 : box.top - height - 6 }}
      // The words stay selected.
      onMouseDown={(event) => event.preventDefault()}
    >
      {buttons.map(({ act, key, Icon }) => (
        <Button
          key={act}
          variant="subtle"
          size="compact-sm"
          leftSection={<Icon size={14} aria-hidden />}
          aria-keyshortcuts={key}
          title={t('panes.withKeys', { name: t(`notes.${act}`), keys: key })}
          onClick={() => onAct(act)}
        >
          {t(`notes.${act}`)}
        </Button>
      ))}
    </div>
  );
}

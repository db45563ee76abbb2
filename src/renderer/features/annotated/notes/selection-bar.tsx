import { Button } from '@mantine/core';
import { IconHighlight, IconNote, IconQuote } from '@tabler/icons-react';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import classes from './notes.module.css';
import type { PassageAct } from './use-passage-acts.ts';
import type { SelectionBox } from './use-selection-box.ts';

interface SelectionBarProps {
  readonly box: SelectionBox;
  readonly onAct: (act: PassageAct) => void;
}

/** CSS pixels. */
const size = { width: 330, height: 38 };
const buttons = [
  { act: 'copy', key: 'c', Icon: IconQuote },
  { act: 'highlight', key: 'h', Icon: IconHighlight },
  { act: 'note', key: 'a', Icon: IconNote },
] as const;

/** What can be done with the selected words, beside their end. Its keys work without it. */
export function SelectionBar({ box, onAct }: SelectionBarProps) {
  const { t } = useI18n();
  const isBelow = box.bottom + size.height + 8 < innerHeight;
  return (
    <div
      className={classes.bar}
      role="toolbar"
      aria-label={t('notes.selection')}
      data-selection-bar
      style={{
        left: Math.max(8, Math.min(box.left - size.width / 2, innerWidth - size.width - 8)),
        top: isBelow ? box.bottom + 6 : box.top - size.height - 6,
      }}
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

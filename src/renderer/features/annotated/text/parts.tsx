import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import { blocksPerSection } from '../model/sections.ts';
import classes from './text-pane.module.css';

/** CSS pixels. Chromium draws nothing below 33,554,428. */
const tallest = 25_000_000;
/** Of a usual pane: pixels around a block, bytes and pixels of a line, and what is shown of a long block. */
const around = 30;
const bytesPerLine = 45;
const lineHeight = 24.5;
const foldedBytes = 6_000;

/**
 * So many blocks, of whole sections, can be scrolled through at once. Only documents of several hundred
 * megabytes have more.
 */
export function blocksPerPart(bytesPerBlock: number): number {
  const lines = Math.min(foldedBytes, bytesPerBlock) / bytesPerLine;
  const most = Math.max(1_000, Math.floor(tallest / (around + lines * lineHeight)));
  return most - (most % blocksPerSection);
}

interface PartsProps {
  readonly part: number;
  readonly parts: number;
  readonly from: number;
  readonly to: number;
  readonly total: number;
  readonly onPart: (part: number) => void;
}

/** The way from one part of a very long text to the next. Marks and hits lead across by themselves. */
export function Parts({ part, parts, from, to, total, onPart }: PartsProps) {
  const { t } = useI18n();
  return (
    <div className={classes.line}>
      <ActionIcon aria-label={t('text.previousPart')} disabled={part === 0} onClick={() => onPart(part - 1)}>
        <IconChevronLeft size={15} />
      </ActionIcon>
      <span>{t('text.part', { from, to, total })}</span>
      <ActionIcon
        aria-label={t('text.nextPart')}
        disabled={part === parts - 1}
        onClick={() => onPart(part + 1)}
      >
        <IconChevronRight size={15} />
      </ActionIcon>
    </div>
  );
}

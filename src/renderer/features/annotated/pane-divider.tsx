// biome-ignore-all lint/a11y/useSemanticElements: a line that moves is a separator with a value.

import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import classes from './annotated.module.css';
import type { PaneName } from './pane-names.ts';
import { narrowest } from './use-panes.ts';

interface PaneDividerProps {
  readonly left: PaneName;
  readonly right: PaneName;
  /** Per cent of the width of the left pane. */
  readonly value: number;
  readonly onMove: (by: number) => void;
}

/** Per cent a key moves it. */
const step = 3;

/** The line between two panes: dragged, or moved by the arrow keys. */
export function PaneDivider({ left, right, value, onMove }: PaneDividerProps) {
  const { t } = useI18n();
  const last = useRef<number | null>(null);
  function onPointerMove(event: PointerEvent<HTMLDivElement>): void {
    if (last.current === null) return;
    const width = event.currentTarget.parentElement?.clientWidth ?? 1;
    onMove(((event.clientX - last.current) / width) * 100);
    last.current = event.clientX;
  }
  function onKeyDown(event: KeyboardEvent): void {
    const by = { ArrowLeft: -step, ArrowRight: step }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onMove(by);
  }
  return (
    <div
      className={classes.divider}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('panes.resize', { left: t(`panes.${left}`), right: t(`panes.${right}`) })}
      aria-valuenow={Math.round(value)}
      aria-valuemin={narrowest}
      aria-valuemax={100 - narrowest}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        last.current = event.clientX;
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        last.current = null;
      }}
      onKeyDown={onKeyDown}
    />
  );
}

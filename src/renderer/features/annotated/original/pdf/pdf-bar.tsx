import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconMinus, IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, memo, type ReactNode, useEffect, useState } from 'react';
import { useI18n } from '../../../../lib/i18n/i18n-context.tsx';
import classes from './pdf.module.css';

interface PdfBarProps {
  /** The page that is read, from 0. */
  readonly page: number;
  readonly pages: number;
  readonly zoom: number;
  readonly onPage: (page: number) => void;
  readonly onZoom: (by: 1 | 0 | -1) => void;
  /** What there is to say about the document. */
  readonly children?: ReactNode;
}

/** Which page is read, and how large. */
export const PdfBar = memo(function PdfBar({ page, pages, zoom, onPage, onZoom, children }: PdfBarProps) {
  const { t, format } = useI18n();
  const [typed, setTyped] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed is done with on another page.
  useEffect(() => setTyped(undefined), [page]);
  function take(): void {
    const wanted = Math.round(Number(typed));
    setTyped(undefined);
    if (typed?.trim() && Number.isFinite(wanted)) onPage(Math.max(0, Math.min(pages - 1, wanted - 1)));
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter') take();
    else if (event.key === 'Escape') setTyped(undefined);
    else return;
    event.preventDefault();
  }
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('pdf.bar')}>
      <Step label={t('pdf.previous')} isOff={page <= 0} onStep={() => onPage(page - 1)}>
        <IconArrowUp size={15} />
      </Step>
      <Step label={t('pdf.next')} isOff={page >= pages - 1} onStep={() => onPage(page + 1)}>
        <IconArrowDown size={15} />
      </Step>
      <TextInput
        className={classes.page}
        inputMode="numeric"
        aria-label={t('pdf.pageField')}
        value={typed ?? String(page + 1)}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => setTyped(undefined)}
        onKeyDown={onKeyDown}
      />
      <span className={classes.count}>{t('pdf.ofPages', { pages })}</span>
      <Step label={t('pdf.smaller')} isOff={false} onStep={() => onZoom(-1)}>
        <IconMinus size={15} />
      </Step>
      <Tooltip label={t('pdf.fit')}>
        <Button className={classes.zoom} variant="default" size="compact-xs" onClick={() => onZoom(0)}>
          {format.percent(zoom)}
        </Button>
      </Tooltip>
      <Step label={t('pdf.larger')} isOff={false} onStep={() => onZoom(1)}>
        <IconPlus size={15} />
      </Step>
      {children}
    </div>
  );
});

interface StepProps {
  readonly label: string;
  readonly isOff: boolean;
  readonly onStep: () => void;
  readonly children: ReactNode;
}

function Step({ label, isOff, onStep, children }: StepProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" aria-label={label} disabled={isOff} onClick={onStep}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

import { Loader } from '@mantine/core';
import { type KeyboardEvent, useCallback, useRef } from 'react';
import { useI18n } from '../../../../lib/i18n/i18n-context.tsx';
import type { ViewerProps } from '../original-view.ts';
import classes from './pdf.module.css';
import { PdfBar } from './pdf-bar.tsx';
import { usePdf } from './use-pdf.ts';
import { nextZoom } from './zoom.ts';

const zoomKeys: Readonly<Record<string, 1 | 0 | -1>> = { '+': 1, '=': 1, '-': -1, '0': 0 };
const pageKeys: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowLeft: -1 };

/** The pages of a PDF, as they would be printed, with their text over them. */
export function PdfViewer(props: ViewerProps) {
  const { t, format } = useI18n();
  const scroller = useRef<HTMLDivElement>(null);
  const { progress, opened, state, hasText, isFailed, givenUp } = usePdf(props, scroller);
  const { page, zoom } = state;
  const sheet = opened?.sheet;
  const pages = opened?.shown ?? 0;
  const goTo = useCallback((to: number) => sheet?.goTo(to), [sheet]);
  const onZoom = useCallback((by: 1 | 0 | -1) => sheet?.zoomTo(nextZoom(zoom, by)), [sheet, zoom]);
  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const larger = zoomKeys[event.key];
    // What is wider than the pane is pushed sideways.
    const turned = zoom > 1 ? undefined : pageKeys[event.key];
    if (larger !== undefined) onZoom(larger);
    else if (turned !== undefined) goTo(Math.max(0, Math.min(pages - 1, page + turned)));
    else return;
    event.preventDefault();
  }
  return (
    <div className={classes.viewer}>
      {opened && (
        <PdfBar page={page} pages={pages} zoom={zoom} onPage={goTo} onZoom={onZoom}>
          <output className={classes.told}>{note()}</output>
        </PdfBar>
      )}
      {!opened && !isFailed && (
        <output className={classes.opening}>
          <Loader size={14} aria-hidden />
          {received()}
        </output>
      )}
      <div className={classes.pages}>
        <div
          ref={scroller}
          className={classes.scroller}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys.
          tabIndex={0}
          role="document"
          aria-label={t('pdf.label')}
          onKeyDown={onKeyDown}
        />
      </div>
    </div>
  );

  function note(): string {
    if (opened && opened.all > opened.shown) return t('pdf.firstPages', { pages, all: opened.all });
    const [first] = givenUp;
    if (first !== undefined) return t('pdf.givenUp', { page: first + 1, count: givenUp.length });
    if (hasText === undefined) return t('pdf.readingText');
    return hasText ? '' : t('pdf.noText');
  }

  function received(): string {
    const { total } = progress;
    if (progress.received === 0) return t('pdf.opening');
    const now = format.size(progress.received);
    return total === null
      ? t('annotated.readSome', { received: now })
      : t('annotated.readOf', { received: now, total: format.size(total) });
  }
}

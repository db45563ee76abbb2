import { type RefObject, useEffect, useRef, useState } from 'react';
import { useI18n } from '../../../../lib/i18n/i18n-context.tsx';
import type { ViewerProps } from '../original-view.ts';
import { mostBytes } from './fetch-bytes.ts';
import type { PdfFailure } from './pdf-failure.ts';
import type { PdfSheet, SheetState } from './pdf-sheet.ts';
import type { PdfProgress } from './start-pdf.ts';

export interface OpenedPdf {
  readonly sheet: PdfSheet;
  /** Pages shown, and pages there are. */
  readonly shown: number;
  readonly all: number;
}

/** A PDF on its way into its scroller, and then there. What shows it is loaded only now. */
export function usePdf(props: ViewerProps, scroller: RefObject<HTMLDivElement | null>) {
  const { t, format } = useI18n();
  const [progress, setProgress] = useState<PdfProgress>({ received: 0, total: null });
  const [opened, setOpened] = useState<OpenedPdf>();
  const [state, setState] = useState<SheetState>({ page: 0, zoom: 1 });
  const [hasText, setHasText] = useState<boolean>();
  const [isFailed, setFailed] = useState(false);
  const [givenUp, setGivenUp] = useState<readonly number[]>([]);
  // The latest of each, without opening the document anew.
  const latest = useRef({ ...props, t, format });
  latest.current = { ...props, t, format };
  const { url } = props;

  useEffect(() => {
    const ending = new AbortController();
    const element = scroller.current;
    setOpened(undefined);
    setHasText(undefined);
    setFailed(false);
    setGivenUp([]);
    setProgress({ received: 0, total: null });
    if (element === null) return undefined;
    const options = {
      url,
      headers: latest.current.headers,
      scroller: element,
      signal: ending.signal,
      words: {
        page: (number: number) => latest.current.t('pdf.page', { page: number }),
        broken: latest.current.t('pdf.pageBroken'),
        slow: latest.current.t('pdf.pageSlow'),
        toPage: latest.current.t('pdf.withinDocument'),
        open: (address: string) => latest.current.onLink(address),
      },
      onProgress: setProgress,
      onPages: (sheet: PdfSheet, counts: { readonly shown: number; readonly all: number }) =>
        setOpened({ sheet, ...counts }),
      onState: (now: SheetState) =>
        setState((before) => (before.page === now.page && before.zoom === now.zoom ? before : now)),
      onGivenUp: (page: number) => setGivenUp((before) => [...before, page]),
      onChoose: (offset: number) => latest.current.onChoose(offset),
      onReady: (view: Parameters<ViewerProps['onReady']>[0], isText: boolean) => {
        setHasText(isText);
        latest.current.onReady(view);
      },
      onFailed: (failure: PdfFailure) => fail(inWords(failure)),
    };
    import('./start-pdf.ts').then(
      ({ startPdf }) => (ending.signal.aborted ? undefined : startPdf(options)),
      (error: unknown) => fail(latest.current.t('pdf.failed.read', { detail: String(error) })),
    );
    return () => ending.abort();

    function fail(reason: string): void {
      if (ending.signal.aborted) return;
      setFailed(true);
      latest.current.onFailed(reason);
    }

    function inWords({ kind, bytes, message }: PdfFailure): string {
      const { t: say, format: as } = latest.current;
      if (kind === 'read') return say('pdf.failed.read', { detail: message });
      if (kind === 'broken') return say('pdf.failed.broken', { detail: message });
      if (kind !== 'tooLarge') return say(`pdf.failed.${kind}`);
      return say('pdf.failed.tooLarge', { size: as.size(bytes), most: as.size(mostBytes) });
    }
  }, [url, scroller]);

  return { progress, opened, state, hasText, isFailed, givenUp };
}

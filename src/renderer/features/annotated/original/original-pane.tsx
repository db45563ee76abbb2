import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { memo, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { ContentId } from '#shared/ids/ids.ts';
import { useHost } from '../../../lib/bridge/host-context.tsx';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Failure } from '../../../ui/failure.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { useSaveFile } from '../../../ui/use-save-file.ts';
import type { PaneProps } from '../pane-props.ts';
import { FrameViewer } from './frame/frame-viewer.tsx';
import classes from './original.module.css';
import { OriginalLink } from './original-link.tsx';
import type { OriginalView } from './original-view.ts';
import { PdfViewer } from './pdf/pdf-viewer.tsx';
import { useOpenedOriginal } from './use-opened-original.ts';
import { type OriginalWord, type PageOf, useShownOriginal } from './use-shown-original.ts';

interface OriginalPaneProps extends Pick<PaneProps, 'remote' | 'place' | 'begin' | 'showPlace'> {
  readonly contentId: string;
  /** Whether its text is there, in which sentences are looked for. */
  readonly isOpen: boolean;
  /** Given while the original is there. */
  readonly pages: RefObject<PageOf | null>;
  /** It is on this machine. */
  readonly onThere: () => void;
}

const noHeaders = {};

/** What a document was made from, beside its text: what is shown in one is shown in the other. */
export const OriginalPane = memo(function OriginalPane(props: OriginalPaneProps) {
  const { contentId, isOpen, onThere } = props;
  const { t } = useI18n();
  const { headers = noHeaders } = useHost();
  const pane = useRef<HTMLDivElement>(null);
  const { opened, again } = useOpenedOriginal(contentId);
  const isThere = opened.phase === 'open';
  useEffect(() => {
    if (isThere) onThere();
  }, [isThere, onThere]);
  const [view, setView] = useState<OriginalView | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [link, setLink] = useState<string | null>(null);
  const Viewer = opened.phase === 'open' && opened.original.kind === 'pdf' ? PdfViewer : FrameViewer;
  const { word, choose } = useShownOriginal(props, view, pane, props.pages);
  const { save, isPending } = useSaveFile();
  const onChoose = useCallback((offset: number) => void choose(offset), [choose]);
  const onFailed = useCallback((reason: string) => {
    setView(null);
    setFailed(reason);
  }, []);
  const retry = useCallback(() => {
    setView(null);
    setFailed(null);
    again();
  }, [again]);
  return (
    <div ref={pane} className={classes.pane}>
      <div className={classes.bar}>
        <p
          className={classes.words}
          data-kind={view === null ? undefined : word.kind}
          aria-live="polite"
          title={t('original.choose')}
        >
          {view !== null && isOpen && <Words word={word} />}
        </p>
        <Button
          variant="default"
          size="compact-xs"
          leftSection={<IconDownload size={13} aria-hidden />}
          loading={isPending}
          onClick={() => save({ what: 'original', contentId: contentId as ContentId })}
        >
          {t('original.save')}
        </Button>
      </div>
      {opened.phase === 'asked' && (
        <div className={classes.aside}>
          <Loading>{t('original.loading')}</Loading>
        </div>
      )}
      {opened.phase === 'failed' && (
        <div className={classes.aside}>
          <Failure error={opened.error} onRetry={retry} />
        </div>
      )}
      {failed !== null && (
        <Empty
          title={failed}
          action={
            <Button variant="default" onClick={retry}>
              {t('common.tryAgain')}
            </Button>
          }
        >
          {null}
        </Empty>
      )}
      {opened.phase === 'open' && failed === null && (
        <Viewer
          key={opened.original.address}
          url={opened.original.address}
          headers={headers}
          onReady={setView}
          onFailed={onFailed}
          onChoose={onChoose}
          onLink={setLink}
        />
      )}
      <OriginalLink address={link} onClose={() => setLink(null)} />
    </div>
  );
});

/** Whether what is marked is the place, in words. */
function Words({ word }: { readonly word: OriginalWord }) {
  const { t } = useI18n();
  if (word.kind !== 'placed') return t(`original.${word.kind}`);
  const { exact, total } = word.counts;
  return t('original.placed', { exact, total });
}

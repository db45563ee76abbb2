import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useI18n } from '../../../../lib/i18n/i18n-context.tsx';
import { Loading } from '../../../../ui/loading.tsx';
import classes from '../original.module.css';
import type { ViewerProps } from '../original-view.ts';
import { attendFrame } from './attend-frame.ts';
import { FrameView } from './frame-view.ts';

/**
 * Milliseconds after which what has come of a page is shown, although more comes. A browser lays out anew
 * what it shows whenever some of it came, which is a good part of what a filing takes.
 */
const soon = 1_000;

/** An original as the page that was written of it, in a frame. */
export function FrameViewer({ url, onReady, onFailed, onChoose, onLink }: ViewerProps) {
  const { t } = useI18n();
  const frame = useRef<HTMLIFrameElement>(null);
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), soon);
    return () => clearTimeout(timer);
  }, []);
  const end = useRef<() => void>(() => undefined);
  useEffect(() => () => end.current(), []);

  function onLoad(): void {
    end.current();
    // What is not shown has no places.
    flushSync(() => setShown(true));
    const element = frame.current;
    const { contentDocument: document, contentWindow } = element ?? {};
    if (!element || !document || !contentWindow || document.body?.dataset.original === undefined) {
      onFailed(t('original.unread'));
      return;
    }
    const view = new FrameView(element, document, contentWindow as Window & typeof globalThis);
    const stopAttending = attendFrame(element, document, {
      onLink,
      onPlace: (name) => view.goTo(name),
      onChoose: (left, top) => onChoose(view.offsetIn(left, top)),
    });
    end.current = () => {
      stopAttending();
      view.end();
    };
    onReady(view);
  }

  return (
    <>
      {!isShown && (
        <div className={classes.aside}>
          <Loading>{t('original.loading')}</Loading>
        </div>
      )}
      <iframe
        ref={frame}
        className={classes.frame}
        src={url}
        title={t('original.frame')}
        sandbox="allow-same-origin"
        referrerPolicy="no-referrer"
        hidden={!isShown}
        onLoad={onLoad}
      />
    </>
  );
}

import { Button } from '@mantine/core';
import { memo, useEffect, useState } from 'react';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import type { JsonSource } from './json-source.ts';
import classes from './json-tree.module.css';
import type { NodeDetails } from './tree-model.ts';

interface TreeDetailsProps {
  readonly source: JsonSource;
  /** Null until it is known; what was shown stays meanwhile. */
  readonly node: number | null;
  readonly onCopy: (what: 'path' | 'value', node: number) => void;
}

/** Bytes shown first, and after each "Show more" so many times as many. */
const firstPart = 2_000;
const step = 10;
/** More text than this in one element slows the page down. */
const mostShown = 200_000;

/** The chosen value: its path, its whole text in parts, and both to copy. */
export const TreeDetails = memo(function TreeDetails({ source, node, onCopy }: TreeDetailsProps) {
  const { t, format } = useI18n();
  const [shown, setShown] = useState<{ node: number | null; most: number }>({ node, most: firstPart });
  const [details, setDetails] = useState<NodeDetails | null>(null);
  const most = shown.node === node ? shown.most : firstPart;
  useEffect(() => {
    if (node === null) return undefined;
    let isOld = false;
    void source.details(node, most).then((answer) => {
      if (!isOld) setDetails(answer);
    });
    return () => {
      isOld = true;
    };
  }, [source, node, most]);
  if (details === null) return <div className={classes.details} />;
  const { text, isCut, bytes } = details;
  return (
    <div className={classes.details}>
      <div className={classes.detailsHead}>
        <code className={classes.path}>{details.path}</code>
        <Button variant="default" size="compact-xs" onClick={() => node !== null && onCopy('path', node)}>
          {t('tree.copyPath')}
        </Button>
        <Button variant="default" size="compact-xs" onClick={() => node !== null && onCopy('value', node)}>
          {t('tree.copyValue')}
        </Button>
      </div>
      {text !== '' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
        <section className={classes.whole} tabIndex={0} aria-label={t('tree.details')}>
          {text}
          {isCut ? '…' : ''}
        </section>
      )}
      {isCut && (
        <p className={classes.cut}>
          {t('tree.cut', { shown: format.size(most), whole: format.size(bytes) })}{' '}
          {most < mostShown && (
            <Button
              variant="subtle"
              size="compact-xs"
              onClick={() => setShown({ node, most: Math.min(mostShown, most * step) })}
            >
              {t('tree.more')}
            </Button>
          )}
        </p>
      )}
    </div>
  );
});

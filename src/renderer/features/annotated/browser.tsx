import { Button, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconBraces, IconChartDots, IconFile, IconFileText } from '@tabler/icons-react';
import { Fragment, type ReactNode, useCallback, useMemo } from 'react';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { href } from '../../lib/route.ts';
import { notifyFailure } from '../../ui/notify.tsx';
import { Page } from '../../ui/page.tsx';
import { JsonTree } from '../json-tree/json-tree.tsx';
import { AnalyticsPane } from './analytics/analytics-pane.tsx';
import classes from './annotated.module.css';
import { ExportMenu } from './export-menu.tsx';
import { guarded } from './guarded-tree.ts';
import type { DocumentCounts } from './model/types.ts';
import { OriginalPane } from './original/original-pane.tsx';
import { passKeys } from './original/pass-keys.ts';
import { PaneDivider } from './pane-divider.tsx';
import { TextPane } from './text/text-pane.tsx';
import type { OpenDocument } from './use-document.ts';
import { type PaneName, paneNames, usePanes } from './use-panes.ts';
import { usePlace } from './use-place.ts';

interface BrowserProps {
  readonly document: OpenDocument;
  readonly counts: DocumentCounts | null;
  readonly name: string;
  readonly route: readonly string[];
  readonly actions?: ReactNode;
  /** A query that does not end: the document is opened anew. */
  readonly onStuck: () => void;
}

const hasKey = (name: PaneName) => name === 'tree' || name === 'original';
const icons = { text: IconFileText, original: IconFile, analytics: IconChartDots, tree: IconBraces };

/**
 * Panes over one document: its text, what it was made from, what was found in it, and its JSON. What is
 * chosen in one shows in all.
 */
export function Browser({ document, counts, name, route, actions, onStuck }: BrowserProps) {
  const { t } = useI18n();
  const { client, summary } = document;
  const { remote } = client;
  const { place, show, showPlace } = usePlace(remote, route);
  const { panes, toggle, resize } = usePanes();
  // A file of this machine has no document at the service, and none no original.
  const contentId = route[0] === 'documents' ? route[1] : undefined;
  const there = paneNames.filter((one) => one !== 'original' || contentId !== undefined);
  useHotkeys([
    ['t', () => summary.isAnnotated && toggle('tree', there)],
    ['o', () => summary.isAnnotated && contentId !== undefined && toggle('original', there)],
  ]);
  const wanted = there.filter((one) => !panes.hidden.includes(one));
  const shown = !summary.isAnnotated ? ['tree' as const] : wanted.length > 0 ? wanted : ['text' as const];
  const whole = shown.reduce((sum, one) => sum + panes.widths[one], 0);
  const showNode = useCallback((node: number) => void show({ kind: 'node', node }), [show]);
  const tree = useMemo(
    () =>
      guarded(client.tree, () => {
        notifyFailure(new Error(t('annotated.stuck')));
        onStuck();
      }),
    [client, onStuck, t],
  );

  const content: Readonly<Record<PaneName, () => ReactNode>> = {
    text: () => (
      <TextPane
        remote={remote}
        summary={summary}
        counts={counts}
        place={place}
        show={show}
        showPlace={showPlace}
      />
    ),
    original: () =>
      contentId !== undefined && (
        <OriginalPane contentId={contentId} remote={remote} place={place} showPlace={showPlace} />
      ),
    analytics: () => (
      <AnalyticsPane
        remote={remote}
        summary={summary}
        counts={counts}
        place={place}
        show={show}
        showPlace={showPlace}
      />
    ),
    tree: () => (
      <JsonTree
        source={tree}
        label={t('panes.tree')}
        selected={place === null || place.node < 0 ? null : place.node}
        turn={place?.turn ?? 0}
        onSelect={showNode}
      />
    ),
  };
  return (
    <Page
      title={summary.title ?? name}
      aside={
        route[0] === 'documents' ? (
          <a className={classes.crumb} href={href(route.slice(0, 2))}>
            {name}
          </a>
        ) : (
          <span className={classes.crumb}>{name}</span>
        )
      }
      fixed
      actions={
        <>
          {summary.isAnnotated && (
            <div className={classes.toggles} role="toolbar" aria-label={t('panes.show')}>
              {there.map((one) => {
                const Icon = icons[one];
                const isShown = !panes.hidden.includes(one);
                return (
                  <Tooltip key={one} label={hasKey(one) ? t(`panes.${one}Key`) : t(`panes.${one}`)}>
                    <Button
                      variant={isShown ? 'light' : 'default'}
                      aria-pressed={isShown}
                      leftSection={<Icon size={14} aria-hidden />}
                      onClick={() => toggle(one, there)}
                    >
                      {t(`panes.${one}`)}
                    </Button>
                  </Tooltip>
                );
              })}
            </div>
          )}
          <ExportMenu remote={remote} name={name} />
          {actions}
        </>
      }
    >
      {!summary.isAnnotated && <p className={classes.plain}>{t('text.plain')}</p>}
      <div className={classes.panes}>
        {shown.map((one, index) => {
          const next = shown[index + 1];
          const share = (panes.widths[one] / whole) * 100;
          return (
            <Fragment key={one}>
              <section
                className={classes.pane}
                data-pane={one}
                style={{ flexGrow: share }}
                aria-label={t(`panes.${one}`)}
                onKeyDown={one === 'original' ? passKeys : undefined}
              >
                {content[one]()}
              </section>
              {next !== undefined && (
                <PaneDivider
                  left={one}
                  right={next}
                  value={share}
                  onMove={(by) => resize(one, next, (by * whole) / 100)}
                />
              )}
            </Fragment>
          );
        })}
      </div>
    </Page>
  );
}

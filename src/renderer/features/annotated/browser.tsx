import { useCallbackRef } from '@mantine/hooks';
import { Fragment, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { href } from '../../lib/route.ts';
import { notifyFailure } from '../../ui/notify.tsx';
import { Page } from '../../ui/page.tsx';
import { JsonTree } from '../json-tree/json-tree.tsx';
import { AnalyticsPane } from './analytics/analytics-pane.tsx';
import classes from './annotated.module.css';
import { ExportMenu } from './export-menu.tsx';
import { guarded } from './guarded-tree.ts';
import type { DocumentCounts, DocumentSummary, Target } from './model/types.ts';
import { useCitedDocument } from './notes/use-cited-document.ts';
import { useNotes } from './notes/use-notes.ts';
import { usePassageActs } from './notes/use-passage-acts.ts';
import { OriginalPane } from './original/original-pane.tsx';
import { passKeys } from './original/pass-keys.ts';
import type { PageOf } from './original/use-shown-original.ts';
import { PaneContent } from './pane-content.tsx';
import { PaneDivider } from './pane-divider.tsx';
import { type PaneName, paneNames, paneNamesOfFiles } from './pane-names.ts';
import { PaneSwitch } from './pane-switch.tsx';
import { TextPane } from './text/text-pane.tsx';
import { useFindKey } from './use-find-key.ts';
import { useOriginalTables } from './use-original-tables.ts';
import { usePaneKeys } from './use-pane-keys.ts';
import { usePanes } from './use-panes.ts';
import { usePlace } from './use-place.ts';
import { useWidth } from '../../lib/use-width.ts';
import type { DocumentClient } from './worker/document-client.ts';

interface BrowserProps {
  readonly client: DocumentClient;
  /** Null until the document is there; what it was made from is shown before. */
  readonly summary: DocumentSummary | null;
  /** Stands where the document will, until it is there. */
  readonly reading: ReactNode;
  readonly counts: DocumentCounts | null;
  readonly name: string;
  readonly route: readonly string[];
  readonly actions?: ReactNode;
  /** A query that does not end: the document is opened anew. */
  readonly onStuck: () => void;
}

/**
 * Panes over one document: its text, what it was made from, what was found in it, and its JSON. What is
 * chosen in one shows in all.
 */
export function Browser(props: BrowserProps) {
  const { client, summary, reading, counts, name, route, actions, onStuck } = props;
  const { t } = useI18n();
  const { remote } = client;
  const isAnnotated = summary?.isAnnotated === true;
  const frame = useRef<HTMLDivElement>(null);
  // A file of this machine has no document at the service, and none no original.
  const contentId = route[0] === 'documents' ? route[1] : undefined;
  const width = useWidth(frame);
  const panes = usePanes(width ?? 0, contentId === undefined ? paneNamesOfFiles : paneNames);
  const { isSingle } = panes;
  const { place, position, text, begin, show, showPlace } = usePlace(remote, route, panes.follow);
  usePaneKeys(frame, panes, isAnnotated);
  useFindKey(frame, panes.bring, isAnnotated);
  const fitting = summary === null || isAnnotated ? panes.inSight : ['tree' as const];
  // None is drawn before it is known whether there is room for it.
  const inSight = width === undefined ? [] : fitting;
  const whole = inSight.reduce((sum, one) => sum + panes.widths[one], 0);
  /** Panes that were in sight, and not only waiting, stay as they are behind the one that is. */
  const visited = useRef<readonly PaneName[]>([]);
  useEffect(() => {
    const shown = summary === null ? [] : inSight;
    visited.current = isSingle ? [...visited.current, ...shown] : shown;
  });
  const inPage = isSingle
    ? panes.there.filter((one) => inSight.includes(one) || visited.current.includes(one))
    : inSight;
  const notes = useNotes(contentId, remote);
  const [originals, setOriginals] = useState(0);
  const onOriginal = useCallback(() => setOriginals((old) => old + 1), []);
  const tables = useOriginalTables(contentId, remote, originals);
  const pages = useRef<PageOf>(null);
  const passage = useCallbackRef(async () => {
    const selected = text.selected();
    const isShown = place !== null && place.block >= 0;
    const found = await (selected ? remote.passage(selected) : isShown ? remote.sentencesAt(place) : null);
    if (found === null) return null;
    const [[first] = []] = pages.current === null ? [] : await remote.rangesOf([found]);
    const page = first === undefined ? null : ((await pages.current?.(first)) ?? null);
    return { ...found, page };
  });
  const cited = useCitedDocument(contentId, summary?.title ?? null, name);
  const act = usePassageActs({ cited, notes, passage });
  const noted = useMemo(
    () => (notes === null || contentId === undefined ? null : { notes, contentId, passage }),
    [notes, contentId, passage],
  );
  const edited = notes?.edited ?? null;
  const bringList = useCallbackRef(() => panes.bring('analytics'));
  useEffect(() => {
    if (edited !== null) bringList();
  }, [edited, bringList]);
  const showNode = useCallback((node: number) => void show({ kind: 'node', node }), [show]);
  /** From the list of what was found: to the pane that shows it. */
  const showListed = useCallbackRef(async (target: Target) => {
    const found = await show(target, 'jump');
    if (found === null) return null;
    if (found.block >= 0) panes.follow();
    else if (target.kind === 'node') panes.bring('tree');
    return found;
  });
  const tree = useMemo(
    () =>
      guarded(client.tree, () => {
        notifyFailure(new Error(t('annotated.stuck')));
        onStuck();
      }),
    [client, onStuck, t],
  );

  const original = contentId !== undefined && (
    <OriginalPane
      contentId={contentId}
      remote={remote}
      isOpen={summary !== null}
      place={place}
      begin={begin}
      showPlace={showPlace}
      pages={pages}
      onThere={onOriginal}
    />
  );
  // Where only the original is in sight, above it.
  const waiting = inSight.find((one) => one !== 'original') ?? 'original';
  const content: Readonly<Record<PaneName, (summary: DocumentSummary) => ReactNode>> = {
    text: (summary) => (
      <TextPane
        remote={remote}
        summary={summary}
        counts={counts}
        place={place}
        begin={begin}
        show={show}
        showPlace={showPlace}
        position={position}
        text={text}
        tables={tables}
        notes={notes}
        onAct={act}
      />
    ),
    original: () => original,
    analytics: (summary) => (
      <AnalyticsPane
        remote={remote}
        summary={summary}
        counts={counts}
        place={place}
        begin={begin}
        show={showListed}
        showPlace={showPlace}
        noted={noted}
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
      title={summary?.title ?? name}
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
          {isAnnotated && <PaneSwitch panes={panes} />}
          {summary !== null && <ExportMenu remote={remote} name={name} />}
          {actions}
        </>
      }
    >
      {summary !== null && !isAnnotated && <p className={classes.plain}>{t('text.plain')}</p>}
      <div ref={frame} className={classes.panes} data-single={isSingle || undefined}>
        {inPage.map((one, index) => {
          const next = isSingle ? undefined : inPage[index + 1];
          const share = (panes.widths[one] / whole) * 100;
          return (
            <Fragment key={one}>
              <section
                id={`pane-${one}`}
                className={classes.pane}
                data-pane={one}
                tabIndex={-1}
                data-behind={!inSight.includes(one) || undefined}
                style={{ flexGrow: share }}
                role={isSingle && isAnnotated ? 'tabpanel' : undefined}
                aria-label={t(`panes.${one}`)}
                onKeyDown={one === 'original' ? passKeys : undefined}
              >
                <PaneContent isBehind={!inSight.includes(one)}>
                  {summary === null && one === waiting && reading}
                  {summary !== null ? content[one](summary) : one === 'original' && original}
                </PaneContent>
              </section>
              {next !== undefined && (
                <PaneDivider
                  left={one}
                  right={next}
                  value={share}
                  onMove={(by) => panes.resize(one, next, (by * whole) / 100)}
                />
              )}
            </Fragment>
          );
        })}
      </div>
    </Page>
  );
}

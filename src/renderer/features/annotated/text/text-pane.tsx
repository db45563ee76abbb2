import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import { Empty } from '../../../ui/empty.tsx';
import type { PaneProps } from '../pane-props.ts';
import { FindBar } from './find-bar.tsx';
import { keepsPlace, usualHeight } from './keep-place.ts';
import { Legend } from './legend.tsx';
import { MarkCard, type PointedMark } from './mark-card.tsx';
import { MentionLine } from './mention-line.tsx';
import { blocksPerPart, Parts } from './parts.tsx';
import { TextBlock } from './text-block.tsx';
import classes from './text-pane.module.css';
import { useBlocks } from './use-blocks.ts';
import { type FoundPlace, useFind } from './use-find.ts';

/** The text with its marks. Only what is in sight is drawn. */
export function TextPane({ remote, summary, counts, place, show, showPlace }: PaneProps) {
  const { t } = useI18n();
  const cardId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [pointed, setPointed] = useState<PointedMark | null>(null);
  const perPart = blocksPerPart(summary.bytesPerBlock);
  const parts = Math.max(1, Math.ceil(summary.blocks / perPart));
  const [part, setPart] = useState(0);
  const base = part * perPart;
  const virtual = useVirtualizer({
    count: Math.min(perPart, summary.blocks - base),
    getScrollElement: () => scroller.current,
    estimateSize: () => usualHeight,
    overscan: 4,
  });
  virtual.shouldAdjustScrollPositionOnItemSizeChange = keepsPlace;
  const items = virtual.getVirtualItems();
  const first = base + (items[0]?.index ?? 0);
  const last = base + (items.at(-1)?.index ?? 0);
  const blocks = useBlocks(remote, first, last + 1);
  const { unfold } = blocks;

  const goTo = useCallback(
    (block: number, end: number) => {
      unfold(block, end);
      const wantedPart = Math.floor(block / perPart);
      setPart(wantedPart);
      // A part that is not drawn yet is scrolled when it is.
      requestAnimationFrame(() => virtual.scrollToIndex(block - wantedPart * perPart, { align: 'center' }));
    },
    [virtual, unfold, perPart],
  );
  const onFound = useCallback((at: FoundPlace) => goTo(at.block, at.end), [goTo]);
  const find = useFind(remote, onFound);

  const wanted = useRef<number | null>(null);
  useEffect(() => {
    if (place === null || place.block < 0) return;
    wanted.current = place.turn;
    goTo(place.block, place.end);
  }, [place, goTo]);
  // Blocks come a moment after the place is asked for; then the words themselves are brought into sight.
  const shownText = place === null ? undefined : blocks.view(place.block)?.text.length;
  useEffect(() => {
    if (wanted.current === null || shownText === undefined) return;
    const element = scroller.current?.querySelector('[data-active]');
    if (!element) return;
    wanted.current = null;
    element.scrollIntoView({ block: 'nearest' });
  });
  const foundAt = find.place;
  useEffect(() => {
    if (foundAt === null) return;
    scroller.current?.querySelector('[data-active="found"]')?.scrollIntoView({ block: 'nearest' });
  }, [foundAt]);

  const onNode = useCallback((node: number) => void show({ kind: 'node', node }), [show]);
  const onUnfold = useCallback((block: number) => unfold(block), [unfold]);

  async function step(by: 1 | -1): Promise<void> {
    const from = place !== null && place.block >= 0 ? place : { block: first, start: -1, entity: -1 };
    const next = await remote.step(from.block, from.start, by, from.entity, [...hidden]);
    if (next === null) return;
    const isItem = next.path !== '' && !next.path.startsWith('$.analytics');
    showPlace(next, isItem ? { path: next.path } : { entity: next.entityKey ?? '' });
  }
  // The same functions while the text scrolls, so that bar and legend are not drawn again.
  const stepNow = useRef(step);
  useEffect(() => {
    stepNow.current = step;
  });
  const onMark = useCallback((by: 1 | -1) => void stepNow.current(by), []);
  const onLeave = useCallback(() => scroller.current?.focus(), []);
  const onToggle = useCallback((type: string) => {
    setHidden((old) => {
      const next = new Set(old);
      if (!next.delete(type)) next.add(type);
      return next;
    });
  }, []);
  function choose(mark: HTMLElement): void {
    const { node, entity } = mark.dataset;
    if (Number(node) >= 0) onNode(Number(node));
    else {
      void remote.entityRow(Number(entity)).then((row) => show({ kind: 'entity', key: row.id ?? row.name }));
    }
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'n') void step(1);
    else if (event.key === 'p') void step(-1);
    else if (event.key === '/') input.current?.select();
    else if (event.key === 'Escape') setPointed(null);
    else return;
    event.preventDefault();
  }
  const pointAt = (target: EventTarget | null) => {
    const mark = target instanceof Element ? target.closest<HTMLElement>('mark[data-entity]') : null;
    if (mark === null) return setPointed(null);
    const { left, top, bottom } = mark.getBoundingClientRect();
    const { entity, block, start } = mark.dataset;
    setPointed({ entity: Number(entity), block: Number(block), start: Number(start), left, top, bottom });
  };

  if (summary.blocks === 0) return <Empty title={t('text.none')}>{t('text.noneText')}</Empty>;
  return (
    <div className={classes.pane}>
      <FindBar
        input={input}
        text={find.text}
        found={find.found}
        at={find.at}
        onText={find.setText}
        onStep={find.step}
        onMark={onMark}
        onLeave={onLeave}
      />
      <Legend counts={counts} hidden={hidden} onToggle={onToggle} />
      {counts !== null && !counts.isDone && (
        <output className={classes.counting}>
          {t('text.counting', { done: counts.readBlocks, total: summary.blocks })}
        </output>
      )}
      <section
        ref={scroller}
        className={classes.scroller}
        aria-label={t('text.label')}
        aria-description={t('text.keys')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
        tabIndex={0}
        onKeyDown={onKeyDown}
        onMouseOver={(event) => pointAt(event.target)}
        onMouseLeave={() => setPointed(null)}
        onScroll={() => pointed && setPointed(null)}
        onFocus={() => setPointed(null)}
        onClick={(event) => {
          const mark = (event.target as Element).closest<HTMLElement>('mark[data-entity]');
          if (mark !== null) choose(mark);
        }}
      >
        <div className={classes.tall} style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index: row, start }) => {
            const index = base + row;
            const view = blocks.view(index);
            const isHere = place !== null && place.block === index && place.end > place.start;
            return (
              <div
                key={index}
                ref={virtual.measureElement}
                data-index={row}
                className={classes.placed}
                style={{ transform: `translateY(${start}px)` }}
                data-current={place?.block === index || undefined}
              >
                {view === undefined ? (
                  <div className={classes.missing} />
                ) : (
                  <TextBlock
                    view={view}
                    entity={blocks.entity}
                    hidden={hidden}
                    chosen={place?.entity ?? -1}
                    active={isHere ? place : null}
                    found={foundAt?.block === index ? foundAt : null}
                    mayUnfold={blocks.mayUnfold(index)}
                    onUnfold={onUnfold}
                    onNode={onNode}
                  />
                )}
              </div>
            );
          })}
        </div>
      </section>
      {parts > 1 && (
        <Parts
          part={part}
          parts={parts}
          from={base + 1}
          to={Math.min(summary.blocks, base + perPart)}
          total={summary.blocks}
          onPart={(next) => {
            setPart(next);
            scroller.current?.scrollTo({ top: 0 });
          }}
        />
      )}
      {place !== null && place.entity >= 0 && (
        <MentionLine remote={remote} place={place} isCounted={counts?.isDone === true} />
      )}
      {pointed !== null && (
        <MarkCard id={cardId} mark={pointed} remote={remote} isCounted={counts?.isDone === true} />
      )}
    </div>
  );
}

import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { shownRange } from '../model/shown-range.ts';
import type { BlockRange, Place } from '../model/types.ts';
import { drawNotes } from '../notes/draw-notes.ts';
import { SelectionBar } from '../notes/selection-bar.tsx';
import type { DocumentNotes, PlacedNote } from '../notes/use-notes.ts';
import { type PassageAct, passageKeys } from '../notes/use-passage-acts.ts';
import { useSelectionBox } from '../notes/use-selection-box.ts';
import type { PaneProps } from '../pane-props.ts';
import type { TextPosition } from '../use-text-position.ts';
import { FindBar } from './find-bar.tsx';
import { Legend } from './legend.tsx';
import { MarkCard } from './mark-card.tsx';
import { MentionLine } from './mention-line.tsx';
import { Minimap } from './minimap.tsx';
import { blocksPerPart, Parts } from './parts.tsx';
import type { KeptPlace } from './sheet/place-keeper.ts';
import { TextStretch } from './sheet/text-stretch.tsx';
import { useSheet } from './sheet/use-sheet.ts';
import classes from './text-pane.module.css';
import { useFind } from './use-find.ts';
import { useDrawn, useMarks } from './use-marks.ts';
import { usePointedMark } from './use-pointed-mark.ts';

interface TextPaneProps extends PaneProps {
  /** Where it stood when a person was here before. */
  readonly position: KeptPlace | undefined;
  readonly text: TextPosition;
  /** Blocks whose columns their original tells. */
  readonly tables: readonly number[];
  /** Null for a file, which has none. */
  readonly notes: DocumentNotes | null;
  readonly onAct: (act: PassageAct) => void;
}

const noNotes: readonly PlacedNote[] = [];

/** The note that stands on a character. */
function notedAt(notes: readonly PlacedNote[], { block, start }: BlockRange): string | undefined {
  const holds = (one: BlockRange) => one.block === block && one.start <= start && start < one.end;
  return notes.find(({ ranges }) => ranges.some(holds))?.note.id;
}

/** The text with its marks. */
export const TextPane = memo(function TextPane(props: TextPaneProps) {
  const { remote, summary, counts, place, begin, show, showPlace, position, text } = props;
  const { notes, onAct, tables } = props;
  const { t, format } = useI18n();
  const cardId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const perPart = blocksPerPart(summary.bytesPerBlock);
  const parts = Math.max(1, Math.ceil(summary.blocks / perPart));
  const [part, setPart] = useState(0);
  const from = part * perPart;
  const to = Math.min(summary.blocks, from + perPart);
  const sheet = useSheet(remote, summary, { from, to }, scroller);
  const onFound = useCallback(
    (found: Place) => showPlace(found, { path: found.path, from: found.start, to: found.end }, 'walk'),
    [showPlace],
  );
  const find = useFind(remote, begin, onFound);
  // A place that names no range is all of its block.
  const active = useMemo(() => {
    if (place === null || place.block < 0) return null;
    return { ...place, ...shownRange(place) };
  }, [place]);
  const { found } = find;
  const search = found === null ? '' : `${found.search} ${found.count} ${found.isDone}`;
  const placed = notes?.all ?? noNotes;
  useDrawn(
    sheet,
    useCallback(() => drawNotes(sheet, placed), [sheet, placed]),
  );
  const noteBlocks = useMemo(() => placed.flatMap(({ ranges }) => ranges[0]?.block ?? []), [placed]);
  const selection = useSelectionBox(sheet);
  useMarks(sheet, remote, { hidden, chosen: place?.entity ?? -1, active, search });
  const { pointed, pointAt, leave, markUnder } = usePointedMark(sheet, hidden);

  useEffect(() => {
    const pane = scroller.current;
    const wanted = position ?? place;
    if (wanted === null || wanted.block < 0 || pane === null) return;
    if (wanted.block < from || wanted.block >= to) return setPart(Math.floor(wanted.block / perPart));
    void sheet.show(wanted, position?.top).then((isThere) => {
      if (isThere && place !== null) pane.dataset.shown = String(place.turn);
    });
  }, [place, position, sheet, from, to, perPart]);
  useEffect(() => {
    const isScrolled = () => (scroller.current?.scrollTop ?? 0) > 0;
    const stops = [
      text.use({ position: () => sheet.position(), isScrolled, selected: () => sheet.selected() }),
      sheet.onChange('kept', text.note),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [sheet, text]);

  useEffect(() => void sheet.renew(tables), [sheet, tables]);
  const onNode = useCallback((node: number) => void show({ kind: 'node', node }), [show]);
  const onUnfold = useCallback((block: number) => void sheet.unfold(block), [sheet]);

  async function step(by: 1 | -1): Promise<void> {
    const isPlaced = place !== null && place.block >= 0;
    const here = isPlaced ? place : { block: sheet.firstInSight(), start: -1, entity: -1 };
    const isLatest = begin();
    const next = await remote.step(here.block, here.start, by, here.entity, [...hidden]);
    if (next === null || !isLatest()) return;
    const isItem = next.path !== '' && !next.path.startsWith('$.analytics');
    showPlace(next, isItem ? { path: next.path } : { entity: next.entityKey ?? '' }, 'walk');
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
  function onClick({ target, clientX, clientY }: MouseEvent): void {
    const { node } = (target as HTMLElement).dataset;
    if (node !== undefined) onNode(Number(node));
    // Who selects text with the mouse does not ask for another place.
    if (node !== undefined || document.getSelection()?.isCollapsed === false) return;
    const at = sheet.characterAt(clientX, clientY);
    const noted = at && notedAt(placed, at);
    if (noted !== undefined) notes?.edit(noted);
    const mark = markUnder(clientX, clientY);
    if (mark === undefined || noted !== undefined) return;
    if (mark.node >= 0) {
      onNode(mark.node);
      return;
    }
    const isLatest = begin();
    void remote.entityRow(mark.entity).then(({ id, name }) => {
      if (isLatest()) void show({ kind: 'entity', key: id ?? name });
    });
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'n') void step(1);
    else if (event.key === 'p') void step(-1);
    else if (event.key === '/') input.current?.select();
    else if (event.key === 'Escape' && pointed !== null) leave();
    else if (notes !== null && passageKeys[event.key]) onAct(passageKeys[event.key] as PassageAct);
    else return;
    event.preventDefault();
  }
  /** The tone of a sentence, said when its strip is pointed at. */
  function onMouseOver({ target }: MouseEvent): void {
    const strip = target as HTMLElement;
    const { node, value } = strip.dataset;
    if (node === undefined || strip.title !== '') return;
    const tone = value === undefined ? '–' : format.decimal(Number(value));
    strip.title = t('text.sentence', { value: tone });
  }

  const stretches = useMemo(
    () =>
      sheet.allStretches.map((stretch) => (
        <TextStretch key={stretch} sheet={sheet} stretch={stretch} onUnfold={onUnfold} />
      )),
    [sheet, onUnfold],
  );
  if (summary.blocks === 0) return <Empty title={t('text.none')}>{t('text.noneText')}</Empty>;
  return (
    <div className={classes.pane}>
      <FindBar
        input={input}
        text={find.text}
        isWholeWords={find.isWholeWords}
        found={found}
        at={find.at}
        onText={find.onText}
        onWholeWords={find.onWholeWords}
        onStep={find.step}
        onMark={onMark}
        onLeave={onLeave}
      />
      <Legend counts={counts} blocks={summary.blocks} hidden={hidden} onToggle={onToggle} />
      <div className={classes.sheet}>
        <section
          ref={scroller}
          className={classes.scroller}
          data-marked={place?.turn}
          aria-label={t('text.label')}
          aria-description={t('text.keys')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
          tabIndex={0}
          onKeyDown={onKeyDown}
          onMouseMove={(event) => pointAt(event.clientX, event.clientY)}
          onMouseOver={onMouseOver}
          onMouseLeave={leave}
          onScroll={() => pointed && leave()}
          onFocus={leave}
          onClick={onClick}
        >
          {stretches}
        </section>
        <Minimap
          remote={remote}
          sheet={sheet}
          counts={counts}
          search={search}
          from={from}
          to={to}
          shown={active}
          noted={noteBlocks}
          onBlock={(block) => void sheet.show({ block, start: 0, end: 0 })}
        />
      </div>
      {parts > 1 && (
        <Parts part={part} parts={parts} from={from + 1} to={to} total={summary.blocks} onPart={setPart} />
      )}
      {place !== null && place.entity >= 0 && (
        <MentionLine remote={remote} place={place} isCounted={counts?.isDone === true} />
      )}
      {selection !== null && notes !== null && <SelectionBar box={selection} onAct={onAct} />}
      {pointed !== null && selection === null && (
        <MarkCard id={cardId} mark={pointed} remote={remote} isCounted={counts?.isDone === true} />
      )}
    </div>
  );
});

// biome-ignore-all lint/a11y/useSemanticElements: no element is a tree.

import { type KeyboardEvent, memo, useCallback, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { copyText } from '../../lib/copy-text.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { notify, notifyFailure } from '../../ui/notify.tsx';
import type { JsonSource } from './json-source.ts';
import classes from './json-tree.module.css';
import { TreeDetails } from './tree-details.tsx';
import { commandOf } from './tree-keys.ts';
import { TreeLine } from './tree-line.tsx';
import type { TreePlace, TreeRow } from './tree-model.ts';
import { TreeSearchBar } from './tree-search-bar.tsx';
import { useHeldRow } from './use-held-row.ts';
import { type RowPlace, useTallRows } from './use-tall-rows.ts';
import { type KnownLines, useTreeRows } from './use-tree-rows.ts';
import { useTreeSearch } from './use-tree-search.ts';

export interface JsonTreeProps {
  /**
   * Where the document is: `localSource(text)`, or one that asks a worker. Keep it the same while the
   * document is.
   */
  readonly source: JsonSource;
  /** The tree's name for screen readers. */
  readonly label: string;
  /** A node another part of the page shows: it is opened and scrolled to when it changes. */
  readonly selected?: number | null;
  /** Changes when the same node is to be shown once more. */
  readonly turn?: number;
  /** The person chose a line, by click or Enter. */
  readonly onSelect?: (node: number) => void;
  /** Without the path and value of the active line below the tree. */
  readonly withoutDetails?: boolean;
}

/** Where to scroll to, in the lines from which version on. */
interface ScrollWanted {
  readonly row: number;
  readonly where: RowPlace;
  readonly version: number;
}

interface Cursor {
  readonly row: number;
  /** What stands in that line; null until it is known. */
  readonly node: number | null;
}

const rowHeight = 22;
/** Lines that come with a place that is shown: more than two panes full of them. */
const linesAround = 120;
/** Bytes the clipboard is given at most. */
const mostCopied = 20_000_000;

/**
 * Any JSON as a tree: only the lines in sight are drawn and asked for. Fills the height it is given. Search
 * in keys and values, JSONPath, copy, and the keys of fx and jless are built in.
 */
export const JsonTree = memo(function JsonTree(props: JsonTreeProps) {
  const { source, label, selected = null, turn = 0, onSelect, withoutDetails = false } = props;
  const { t } = useI18n();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  /** Changes whenever lines were opened or closed, or hits changed. */
  const [version, setVersion] = useState(0);
  const lastVersion = useRef(0);
  /** In one state: with the number from elsewhere, a place was scrolled to in fewer lines than it has. */
  const [known, setKnown] = useState<KnownLines>({ from: 0, total: 1, rows: [] });
  const { total } = known;
  const rowAt = (index: number): TreeRow | undefined => known.rows[index - known.from];
  const [cursor, setCursor] = useState<Cursor>({ row: 0, node: 0 });
  const cursorNow = useRef(cursor);
  const [needle, setNeedle] = useState('');
  const rows = useTallRows(scroller, { count: total, rowHeight });

  const scrollWanted = useRef<ScrollWanted | null>(null);
  const isMoving = useCallback(() => scrollWanted.current !== null, []);
  const { from, to, scrollTo } = rows;
  const heldRow = useHeldRow(scroller, rows);
  const renew = useCallback(() => {
    lastVersion.current += 1;
    setVersion(lastVersion.current);
    return lastVersion.current;
  }, []);
  /** Counts what a person asked for: a slow answer never replaces a later choice. */
  const moves = useRef(0);
  const begin = useCallback(() => {
    moves.current += 1;
    const mine = moves.current;
    return () => mine === moves.current;
  }, []);
  const moveCursor = useCallback((next: Cursor) => {
    cursorNow.current = next;
    setCursor(next);
  }, []);

  /** Lines there are, as far as this page was told. */
  const told = useRef(1);
  /** Lines changed; the active one is now there. Null leaves what is in sight as it is. */
  const goTo = useCallback(
    (place: TreePlace, where: RowPlace | null = 'center') => {
      told.current = place.total;
      setKnown((old) => ({ ...old, total: place.total }));
      moveCursor({ row: place.row, node: place.node });
      heldRow.current = where === 'middle' ? place.row : undefined;
      const drawn = renew();
      scrollWanted.current = where === null ? null : { row: place.row, where, version: drawn };
      return drawn;
    },
    [renew, heldRow, moveCursor],
  );
  const shownNow = useRef({ known, from, to });
  useEffect(() => {
    shownNow.current = { known, from, to };
  });
  /** Lines changed around the active one: it stands elsewhere now, or is closed into another one. */
  const settle = useCallback(async (): Promise<void> => {
    const asked = cursorNow.current;
    const place = await source.lineOf(asked.node ?? 0);
    if (cursorNow.current !== asked) return settle();
    const { row } = asked;
    const isInSight = row >= shownNow.current.from && row < shownNow.current.to;
    const where = heldRow.current === row ? 'middle' : isInSight ? 'nearest' : null;
    goTo(asked.node === null ? { ...asked, node: 0, total: place.total } : place, where);
    if (asked.node === null) moveCursor(asked);
  }, [source, goTo, heldRow, moveCursor]);
  /** Opens or closes lines. Where a person is by the time of the answer, the cursor stays. */
  const follow = useCallback(
    async (answer: Promise<TreePlace>) => {
      const isLatest = begin();
      const place = await answer;
      if (isLatest()) goTo(place);
      else await settle();
    },
    [begin, goTo, settle],
  );
  const onKnown = useCallback(
    (lines: KnownLines) => {
      const { node } = cursorNow.current;
      // A place that came with another answer, and was not shown in the end, opened lines all the same.
      const isGrown = lines.total > told.current && node !== 0;
      told.current = lines.total;
      setKnown(lines);
      if (isGrown) void settle();
    },
    [settle],
  );
  const put = useTreeRows(source, { from, to, version, isMoving, onKnown });
  const jumpTo = useCallback((place: TreePlace) => goTo(place, 'middle'), [goTo]);
  // After the new height is in the page, not before: what is left to do of the lines before comes first.
  useEffect(() => {
    if (scrollWanted.current === null || version < scrollWanted.current.version) return;
    scrollTo(scrollWanted.current.row, scrollWanted.current.where);
    scrollWanted.current = null;
  });

  const search = useTreeSearch(source, { begin, onPlace: jumpTo, onLate: settle, onChange: renew });

  /** Chosen here: it is in sight, and stays where it is. */
  const ownNode = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn shows the same node anew.
  useEffect(() => {
    const isOwn = ownNode.current === selected;
    ownNode.current = null;
    if (selected === null || isOwn) return undefined;
    let isOld = false;
    const isLatest = begin();
    void source.show(selected, linesAround).then((lines) => {
      if (isLatest() && !isOld) flushSync(() => put(jumpTo(lines), lines));
      else if (!isOld) void settle();
    });
    return () => {
      isOld = true;
    };
  }, [source, selected, turn, begin, settle, jumpTo, put]);

  const choose = useCallback(
    (node: number) => {
      ownNode.current = node;
      onSelect?.(node);
    },
    [onSelect],
  );
  const copy = useCallback(
    async (what: 'path' | 'value', node: number) => {
      const text =
        what === 'path' ? (await source.details(node, 0)).path : await source.copyText(node, mostCopied);
      if (text === null) notifyFailure(new Error(t('tree.copyTooLong')));
      else if (!(await copyText(text))) notifyFailure(new Error(t('tree.copyFailed')));
      else notify(t(what === 'path' ? 'tree.copiedPath' : 'tree.copiedValue'));
    },
    [source, t],
  );

  const onLeave = useCallback(() => scroller.current?.focus(), []);
  const toggle = useCallback(
    (row: TreeRow) => void follow(source.expand(row.node, !row.isExpanded)),
    [source, follow],
  );
  const onChoose = useCallback(
    ({ node }: TreeRow) => {
      scroller.current?.focus({ preventScroll: true });
      const { known: lines } = shownNow.current;
      begin();
      moveCursor({ row: lines.from + lines.rows.findIndex((one) => one.node === node), node });
      choose(node);
    },
    [choose, begin, moveCursor],
  );

  // Lines come a moment after the place is known; until then another node stands in that line.
  const line = rowAt(cursor.row);
  const node = cursor.node ?? line?.node ?? null;
  const active = line?.node === node ? line : undefined;
  useEffect(() => {
    if (cursor.node === null && node !== null) moveCursor({ row: cursor.row, node });
  }, [cursor, node, moveCursor]);
  const { step } = search;
  function onKeyDown(event: KeyboardEvent): void {
    const command = commandOf(event, active, cursor.row, total, rows.page);
    if (command === null) return;
    event.preventDefault();
    if (command.kind === 'move') moveTo(command.to);
    else if (command.kind === 'search') input.current?.select();
    else if (command.kind === 'next') step(1);
    else if (command.kind === 'previous') step(-1);
    else if (command.kind === 'choose' && node !== null) choose(node);
    // What opens, closes or copies a line waits until it is there.
    else if (active === undefined) return;
    else if (command.kind === 'expand') void follow(source.expand(active.node, command.isExpanded));
    else if (command.kind === 'expandAll') void follow(source.expandAll(active.node, command.isExpanded));
    else if (command.kind === 'parent') void follow(source.parent(active.node));
    else void copy(command.kind === 'copyPath' ? 'path' : 'value', active.node);
  }
  function moveTo(row: number): void {
    begin();
    scrollTo(row, 'nearest');
    moveCursor({ row, node: rowAt(row)?.node ?? null });
  }

  const drawn = [];
  for (let index = rows.from; index < rows.to; index++) {
    const row = rowAt(index);
    if (row === undefined) continue;
    drawn.push(
      <TreeLine
        key={row.node}
        id={`${id}${row.node}`}
        row={row}
        top={rows.topOf(index)}
        isCursor={row.node === node}
        isSelected={row.node === (selected ?? node)}
        needle={needle}
        onToggle={toggle}
        onChoose={onChoose}
      />,
    );
  }
  const hasActive = active !== undefined && cursor.row >= rows.from && cursor.row < rows.to;
  return (
    <div className={classes.frame}>
      <TreeSearchBar input={input} search={search} onNeedle={setNeedle} onLeave={onLeave} />
      <div
        ref={scroller}
        className={classes.tree}
        role="tree"
        aria-label={label}
        aria-description={t('tree.keys')}
        aria-activedescendant={hasActive ? `${id}${active.node}` : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <div className={classes.tall} role="presentation" style={{ height: rows.height }}>
          {drawn}
        </div>
      </div>
      {!withoutDetails && <TreeDetails source={source} node={node} onCopy={copy} />}
    </div>
  );
});

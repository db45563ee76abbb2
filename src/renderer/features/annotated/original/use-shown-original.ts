import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { TextPlace } from '#shared/anchor/anchor-text.ts';
import { longestOriginal, type PlacedCounts } from '../model/original-places.ts';
import { shownRange } from '../model/shown-range.ts';
import type { BlockRange } from '../model/types.ts';
import type { PaneProps } from '../pane-props.ts';
import type { OriginalView } from './original-view.ts';

/** What the pane says of what it shows. */
export type OriginalWord =
  | { readonly kind: 'placing' }
  | { readonly kind: 'placed'; readonly counts: PlacedCounts }
  | { readonly kind: TextPlace['kind'] }
  | { readonly kind: 'unplaced' }
  /** Nobody looks for its sentences: it has too much text, or who looks for them broke or is gone. */
  | { readonly kind: 'tooLong' | 'unlooked' };

/** The page of the original that a place stands on, from 1; null where there are none, or nobody can tell. */
export type PageOf = (range: BlockRange) => Promise<number | null>;

interface ShownIn extends Pick<PaneProps, 'remote' | 'place' | 'begin' | 'showPlace'> {
  /** Whether the document is there: what it shows first comes before its sentences are looked for. */
  readonly isOpen: boolean;
}

/**
 * Keeps an original and the other panes at the same place: what is shown in them is looked for in it, and
 * what is chosen in it is shown in them.
 */
export function useShownOriginal(
  { remote, isOpen, place, begin, showPlace }: ShownIn,
  view: OriginalView | null,
  pane: RefObject<HTMLElement | null>,
  pages: RefObject<PageOf | null>,
) {
  const [placed, setPlaced] = useState<{ view: OriginalView; counts: PlacedCounts } | null>(null);
  const [word, setWord] = useState<OriginalWord>({ kind: 'placing' });
  const latest = useRef(0);
  /** Resolves when places can be asked for; who chose one before waits for it. */
  const placing = useRef(Promise.withResolvers<void>());

  useEffect(() => {
    // While it comes; what is not read by then is read with the sentences themselves.
    if (view === null && isOpen) void remote.prepareOriginal().catch(() => undefined);
  }, [remote, view, isOpen]);

  useEffect(() => {
    if (view === null || !isOpen) return;
    let isOver = false;
    if (view.text.length > longestOriginal) return setWord({ kind: 'tooLong' });
    setWord({ kind: 'placing' });
    remote.placeInOriginal(view.text).then(
      (counts) => {
        if (isOver) return;
        setPlaced({ view, counts });
        setWord({ kind: 'placed', counts });
        placing.current.resolve();
      },
      () => isOver || setWord({ kind: 'unlooked' }),
    );
    return () => {
      isOver = true;
      latest.current += 1;
      placing.current = Promise.withResolvers();
    };
  }, [remote, view, isOpen]);

  useEffect(() => {
    if (placed === null || placed.view !== view) return;
    latest.current += 1;
    const mine = latest.current;
    if (place === null || place.block < 0) {
      view.clear();
      setWord({ kind: 'placed', counts: placed.counts });
      return;
    }
    const range = shownRange(place);
    const showFound = async () => {
      const found = await remote.inOriginal(range);
      if (mine !== latest.current) return;
      setWord({ kind: found.kind });
      const showing = found.kind === 'none' ? view.clear() : view.show(found);
      if (pane.current !== null) pane.current.dataset.marked = String(place.turn);
      if ((await showing) === false) return;
      if (pane.current !== null) pane.current.dataset.shown = String(place.turn);
    };
    showFound().catch(() => mine === latest.current && setWord({ kind: 'unlooked' }));
  }, [remote, view, placed, place, pane]);

  useEffect(() => {
    if (placed === null || placed.view !== view) return undefined;
    pages.current = async (range) => {
      const found = await remote.inOriginal(range);
      return found.kind === 'none' ? null : view.pageOf(found.from);
    };
    return () => {
      pages.current = null;
    };
  }, [remote, view, placed, pages]);

  const choose = useCallback(
    async (offset: number) => {
      const isLatest = begin();
      try {
        await placing.current.promise;
        const found = offset < 0 || !isLatest() ? null : await remote.atOriginal(offset);
        if (!isLatest()) return;
        if (found === null) return setWord({ kind: 'unplaced' });
        const { path, start, end } = found.place;
        showPlace(found.place, { path, from: start, to: end }, 'jump');
      } catch {
        if (isLatest()) setWord({ kind: 'unlooked' });
      }
    },
    [remote, begin, showPlace],
  );
  return { word, choose };
}

import { useCallbackRef } from '@mantine/hooks';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { annotatedHref } from '../../lib/addresses/annotated.ts';
import { useAmendedStep } from '../../lib/history-memory.tsx';
import { linkTo, type PagePlaceKept, pagePlaceName } from '../../lib/page-place.ts';
import { useCall } from '../../lib/queries.ts';
import { placeInList, type ReadingEntry, type ReadingPlace, readOn } from '../../lib/reading-list.ts';
import { goTo, href, stepNumber, useRoute } from '../../lib/route.ts';
import { type GridPlace, gridPlaceName } from '../../ui/grid/use-grid-place.ts';

/** Rows are asked for by stretches of so many: that of the one that is read, and the two beside it. */
const stretch = 50;

interface Neighbour extends ReadingEntry {
  readonly at: number;
}

type Way = 'previous' | 'next';

export interface Reading {
  /** From 1. */
  readonly number: number;
  readonly total: number;
  readonly previous: Neighbour | undefined;
  readonly next: Neighbour | undefined;
  readonly go: (to: Neighbour | undefined) => void;
  /** The same by key: one that is pressed before the neighbours are known waits for them. */
  readonly step: (way: Way) => void;
  /** To the list, at the row where one is now. */
  readonly leave: () => void;
}

/**
 * The list a document was opened from, and its neighbours there; null where it was opened from none.
 *
 * @param isText whether documents are opened as their text, which only those that are done have
 */
export function useReading(contentId: string, isText: boolean): Reading | null {
  const route = useRoute();
  const [place, setPlace] = useState<ReadingPlace>();
  // Before the page is seen with the name of the document and without its neighbours.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step of the history may be of another list.
  useLayoutEffect(() => setPlace(placeInList(contentId)), [contentId, route]);
  const amend = useAmendedStep<unknown>();
  const source = place?.list.source;
  const asked = source?.kind === 'documents' ? source : undefined;
  // The same for all that are read in a stretch, so that the next page need not ask again.
  const offset = Math.max(0, (Math.floor((place?.at ?? 0) / stretch) - 1) * stretch);
  const page = useCall(
    'documents.query',
    { filter: asked?.filter ?? {}, ...(asked && { sort: asked.sort }), offset, limit: 3 * stretch },
    { enabled: asked !== undefined },
  );
  const go = useCallbackRef((to: Neighbour | undefined) => {
    if (place === undefined || to === undefined) return;
    const { grid, step } = place.list;
    readOn(place, to.at, to.contentId);
    if (grid === null)
      amend(step, pagePlaceName, (kept) => ({
        ...(kept as PagePlaceKept),
        focus: linkTo(to.address),
        wasMoved: true,
      }));
    else
      amend(step, gridPlaceName(grid.name), (kept) => ({
        ...(kept as GridPlace),
        current: grid.line + to.at,
        wasOpened: true,
        wasMoved: true,
      }));
    goTo(to.address);
  });
  const leave = useCallbackRef(() => {
    const way = (place?.list.number ?? 0) - stepNumber();
    if (place !== undefined && way < 0) history.go(way);
  });
  const pressed = useRef<{ readonly contentId: string; readonly way: Way }>(undefined);
  const isKnown = asked === undefined || page.data !== undefined;
  const step = useCallbackRef((way: Way) => {
    if (isKnown || page.isError) go(reading?.[way]);
    else pressed.current = { contentId, way };
  });
  const reading = useMemo(() => {
    if (place === undefined || place.contentId !== contentId) return null;
    if (place.list.source.kind === 'known') {
      const { entries } = place.list.source;
      const at = (index: number) => {
        const entry = entries[index];
        return entry && { ...entry, at: index };
      };
      const { at: here } = place;
      return {
        number: here + 1,
        total: entries.length,
        previous: at(here - 1),
        next: at(here + 1),
        go,
        step,
        leave,
      };
    }
    const { rows = [], total = 0 } = page.data ?? {};
    // What came into the list meanwhile moved it.
    const found = rows.findIndex((row) => row.contentId === contentId);
    const here = found < 0 ? place.at - offset : found;
    const neighbours = rows.map(
      ({ contentId: id, fileName, status }, index): Neighbour & { readonly isReadable: boolean } => ({
        contentId: id,
        name: fileName,
        address: isText ? annotatedHref(id) : href(['documents', id]),
        at: offset + index,
        isReadable: !isText || status === 'completed',
      }),
    );
    return {
      number: offset + here + 1,
      total,
      previous: neighbours.slice(0, Math.max(0, here)).findLast(({ isReadable }) => isReadable),
      next: neighbours.slice(here + 1).find(({ isReadable }) => isReadable),
      go,
      step,
      leave,
    };
  }, [place, contentId, page.data, offset, isText, go, step, leave]);
  useEffect(() => {
    // What failed may be there minutes later, when nobody expects a step.
    if (page.isError) pressed.current = undefined;
    if (!isKnown || pressed.current === undefined) return;
    const { contentId: pressedAt, way } = pressed.current;
    pressed.current = undefined;
    if (pressedAt === contentId) step(way);
  }, [isKnown, page.isError, contentId, step]);
  return reading;
}

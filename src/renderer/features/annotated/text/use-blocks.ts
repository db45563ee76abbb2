import { useCallback, useEffect, useRef, useState } from 'react';
import type { BlockView, EntityRow } from '../model/types.ts';
import type { RemoteDocument } from '../worker/document-client.ts';

interface Shown {
  readonly from: number;
  readonly views: readonly BlockView[];
}

/** Blocks asked for beyond what is drawn. */
const margin = 24;
/** Characters of one block in the page at most. */
const mostCharacters = 400_000;
const step = 6;
const folded = 6_000;

/** The blocks in sight; longer texts are folded and unfold a part at a time. */
export function useBlocks(remote: RemoteDocument, from: number, to: number) {
  const [shown, setShown] = useState<Shown>({ from: 0, views: [] });
  const [most, setMost] = useState<Readonly<Record<number, number>>>({});
  /** Names and types of every entity seen so far; they never change. */
  const known = useRef(new Map<number, EntityRow>());
  const asked = useRef({ remote, most, from: 0, to: 0 });
  useEffect(() => {
    const last = asked.current;
    const isKnown = last.remote === remote && last.most === most && from >= last.from && to <= last.to;
    if (isKnown) return;
    const request = { remote, most, from: Math.max(0, from - margin), to: to + margin };
    asked.current = request;
    void remote.blocks(request.from, request.to, most).then(({ views, entities }) => {
      if (asked.current !== request) return;
      for (const row of entities) known.current.set(row.entity, row);
      setShown((old) => ({
        from: request.from,
        // A block that was there already stays the same object, and so is not drawn again.
        views: views.map((view) => {
          const before = old.views[view.block - old.from];
          return before?.block === view.block && before.text.length === view.text.length ? before : view;
        }),
      }));
    });
  }, [remote, most, from, to]);

  /** Shows more of a block, at least up to a character. */
  const unfold = useCallback((block: number, upTo = 0) => {
    setMost((old) => {
      const now = old[block] ?? folded;
      if (upTo > 0 && upTo <= now) return old;
      const wanted = upTo > 0 ? upTo + folded : now * step;
      return { ...old, [block]: Math.min(mostCharacters, wanted) };
    });
  }, []);
  const entity = useCallback((one: number): EntityRow | undefined => known.current.get(one), []);
  return {
    view: (block: number): BlockView | undefined => shown.views[block - shown.from],
    entity,
    unfold,
    mayUnfold: (block: number) => (most[block] ?? folded) < mostCharacters,
  };
}

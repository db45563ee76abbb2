import { useCallback, useEffect, useRef, useState } from 'react';
import type { BlockView, EntityRow } from '../model/types.ts';
import type { RemoteDocument } from '../worker/document-client.ts';

interface Shown {
  readonly from: number;
  readonly views: readonly BlockView[];
  readonly entities: ReadonlyMap<number, EntityRow>;
}

/** Blocks asked for beyond what is drawn. */
const margin = 24;
/** Characters of one block in the page at most. */
const mostCharacters = 400_000;
const step = 6;
const folded = 6_000;

/** The blocks in sight; longer texts are folded and unfold a part at a time. */
export function useBlocks(remote: RemoteDocument, from: number, to: number) {
  const [shown, setShown] = useState<Shown>({ from: 0, views: [], entities: new Map() });
  const [most, setMost] = useState<Readonly<Record<number, number>>>({});
  const asked = useRef({ remote, most, from: 0, to: 0 });
  useEffect(() => {
    const last = asked.current;
    const isKnown = last.remote === remote && last.most === most && from >= last.from && to <= last.to;
    if (isKnown) return;
    const request = { remote, most, from: Math.max(0, from - margin), to: to + margin };
    asked.current = request;
    void remote.blocks(request.from, request.to, most).then(({ views, entities }) => {
      if (asked.current !== request) return;
      setShown({
        from: request.from,
        views,
        entities: new Map(entities.map((row) => [row.entity, row])),
      });
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
  return {
    view: (block: number): BlockView | undefined => shown.views[block - shown.from],
    entity: (entity: number): EntityRow | undefined => shown.entities.get(entity),
    unfold,
    mayUnfold: (block: number) => (most[block] ?? folded) < mostCharacters,
  };
}

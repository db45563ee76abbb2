import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { JsonSource } from './json-source.ts';
import type { TreeFound, TreePlace, TreeQuery } from './tree-model.ts';

/** Milliseconds of one part of a search, after which the source may answer others. */
const part = 120;

export interface TreeSearch {
  readonly found: TreeFound | null;
  /** The hit that is shown, from 0; -1 before the first. */
  readonly at: number;
  readonly isRunning: boolean;
  readonly start: (query: TreeQuery | null) => void;
  readonly step: (by: 1 | -1) => void;
}

interface SearchHandlers {
  /** A person asks for a place: tells later whether it is the last one asked for. */
  readonly begin: () => () => boolean;
  readonly onPlace: (place: TreePlace) => void;
  /** A place was opened that is not shown any more. */
  readonly onLate: () => void;
  readonly onChange: () => void;
}

/** Runs searches in a source, one at a time; the last one counts. */
export function useTreeSearch(
  source: JsonSource,
  { begin, onPlace, onLate, onChange }: SearchHandlers,
): TreeSearch {
  const [found, setFound] = useState<TreeFound | null>(null);
  const [at, setAt] = useState(-1);
  const [isRunning, setRunning] = useState(false);
  const turn = useRef(0);
  /** The hit that is shown, and the one that was asked for last: two keys may come before an answer. */
  const hits = useRef({ shown: -1, asked: -1 });
  const handlers = useRef({ begin, onPlace, onLate, onChange });
  useEffect(() => {
    handlers.current = { begin, onPlace, onLate, onChange };
  });
  const setShown = useCallback((index: number) => {
    hits.current = { shown: index, asked: index };
    setAt(index);
  }, []);

  const goTo = useCallback(
    async (index: number) => {
      const isLatest = handlers.current.begin();
      hits.current.asked = index;
      const place = await source.hit(index);
      if (place === null) return;
      if (isLatest()) {
        setShown(index);
        handlers.current.onPlace(place);
        return;
      }
      if (hits.current.asked === index) hits.current.asked = hits.current.shown;
      handlers.current.onLate();
    },
    [source, setShown],
  );

  const start = useCallback(
    (query: TreeQuery | null) => {
      turn.current += 1;
      const mine = turn.current;
      const isOld = () => mine !== turn.current;
      // A search that ends, or never began, is no wish to go anywhere.
      const isLatest = query === null ? () => false : handlers.current.begin();
      setShown(-1);
      setRunning(query !== null);
      const run = async () => {
        let answer = await source.find(query, part);
        let isShown = false;
        for (;;) {
          if (isOld()) return;
          setFound(query === null ? null : answer);
          if (!isShown && answer.first !== null) {
            isShown = true;
            if (isLatest()) {
              setShown(0);
              handlers.current.onPlace(answer.first);
            } else handlers.current.onLate();
          }
          if (answer.isDone) break;
          answer = await source.findOn(part);
        }
        setRunning(false);
        handlers.current.onChange();
      };
      void run();
    },
    [source, setShown],
  );

  const count = found?.count ?? 0;
  const step = useCallback(
    (by: 1 | -1) => {
      if (count > 0) void goTo((hits.current.asked + by + count) % count);
    },
    [count, goTo],
  );
  return useMemo(() => ({ found, at, isRunning, start, step }), [found, at, isRunning, start, step]);
}

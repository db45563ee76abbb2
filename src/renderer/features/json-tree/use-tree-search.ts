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

/** Runs searches in a source, one at a time; the last one counts. */
export function useTreeSearch(
  source: JsonSource,
  { onPlace, onChange }: { onPlace: (place: TreePlace) => void; onChange: () => void },
): TreeSearch {
  const [found, setFound] = useState<TreeFound | null>(null);
  const [at, setAt] = useState(-1);
  const [isRunning, setRunning] = useState(false);
  const turn = useRef(0);
  const handlers = useRef({ onPlace, onChange });
  useEffect(() => {
    handlers.current = { onPlace, onChange };
  });

  const goTo = useCallback(
    async (index: number) => {
      const place = await source.hit(index);
      if (place === null) return;
      setAt(index);
      handlers.current.onPlace(place);
    },
    [source],
  );

  const start = useCallback(
    (query: TreeQuery | null) => {
      turn.current += 1;
      const mine = turn.current;
      const isOld = () => mine !== turn.current;
      setAt(-1);
      setRunning(query !== null);
      const run = async () => {
        let answer = await source.find(query, part);
        let isShown = false;
        for (;;) {
          if (isOld()) return;
          setFound(query === null ? null : answer);
          if (!isShown && answer.first !== null) {
            isShown = true;
            setAt(0);
            handlers.current.onPlace(answer.first);
          }
          if (answer.isDone) break;
          answer = await source.findOn(part);
        }
        setRunning(false);
        handlers.current.onChange();
      };
      void run();
    },
    [source],
  );

  const count = found?.count ?? 0;
  const step = useCallback(
    (by: 1 | -1) => {
      if (count > 0) void goTo((at + by + count) % count);
    },
    [at, count, goTo],
  );
  return useMemo(() => ({ found, at, isRunning, start, step }), [found, at, isRunning, start, step]);
}

import { useCallback, useEffect, useRef, useState } from 'react';
import type { JsonSource } from './json-source.ts';
import type { TreeRow, TreeRows } from './tree-model.ts';

interface Shown extends TreeRows {
  readonly from: number;
}

/** Rows asked for beyond what is drawn, so that a little scrolling asks for nothing. */
const margin = 60;

/**
 * The lines in sight. What was shown stays until the new lines are there, so nothing flickers.
 *
 * @param version changes whenever lines were opened or closed, or hits changed
 * @param isMoving whether other lines are about to be scrolled to
 */
export function useTreeRows(
  source: JsonSource,
  from: number,
  to: number,
  version: number,
  isMoving: () => boolean,
) {
  const [shown, setShown] = useState<Shown>({ from: 0, total: 0, rows: [] });
  const asked = useRef({ source, version: -1, from: 0, to: 0 });
  useEffect(() => {
    const last = asked.current;
    const isKnown = last.source === source && last.version === version && from >= last.from && to <= last.to;
    // Lines that were put here are for the place that is scrolled to in a moment.
    if (isKnown || (last.version === version && isMoving())) return;
    const request = { source, version, from: Math.max(0, from - margin), to: to + margin };
    asked.current = request;
    void source.rows(request.from, request.to).then((answer) => {
      if (asked.current === request) setShown({ from: request.from, ...answer });
    });
  }, [source, version, from, to, isMoving]);
  /** Takes lines that were asked for elsewhere, for what is drawn with this version. */
  const put = useCallback(
    (forVersion: number, lines: Shown) => {
      asked.current = { source, version: forVersion, from: lines.from, to: lines.from + lines.rows.length };
      setShown(lines);
    },
    [source],
  );
  return {
    put,
    total: shown.total,
    row: (index: number): TreeRow | undefined => shown.rows[index - shown.from],
  };
}

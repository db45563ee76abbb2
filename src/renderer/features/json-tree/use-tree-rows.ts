import { useCallback, useEffect, useRef } from 'react';
import type { JsonSource } from './json-source.ts';
import type { TreeRows } from './tree-model.ts';

/** How many lines there are, and those of them that are known. */
export interface KnownLines extends TreeRows {
  /** The line the first of them is. */
  readonly from: number;
}

interface WantedLines {
  readonly from: number;
  readonly to: number;
  /** Changes whenever lines were opened or closed, or hits changed. */
  readonly version: number;
  /** Whether other lines are about to be scrolled to. */
  readonly isMoving: () => boolean;
  readonly onKnown: (lines: KnownLines) => void;
}

/** Rows asked for beyond what is drawn, so that a little scrolling asks for nothing. */
const margin = 60;

/**
 * Asks for the lines in sight. What was known stays until the new lines are there, so nothing flickers.
 *
 * @returns takes lines that were asked for elsewhere, for what is drawn with this version
 */
export function useTreeRows(
  source: JsonSource,
  { from, to, version, isMoving, onKnown }: WantedLines,
): (forVersion: number, lines: KnownLines) => void {
  const asked = useRef({ source, version: -1, from: 0, to: 0 });
  useEffect(() => {
    const last = asked.current;
    // Lines of a newer version were put here before React came to what follows on the one before.
    if (version < last.version) return;
    const isKnown = last.source === source && last.version === version && from >= last.from && to <= last.to;
    // Lines that were put here are for the place that is scrolled to in a moment.
    if (isKnown || (last.version === version && isMoving())) return;
    const request = { source, version, from: Math.max(0, from - margin), to: to + margin };
    asked.current = request;
    void source.rows(request.from, request.to).then((answer) => {
      if (asked.current === request) onKnown({ from: request.from, ...answer });
    });
  }, [source, version, from, to, isMoving, onKnown]);
  return useCallback(
    (forVersion, lines) => {
      asked.current = { source, version: forVersion, from: lines.from, to: lines.from + lines.rows.length };
      onKnown(lines);
    },
    [source, onKnown],
  );
}

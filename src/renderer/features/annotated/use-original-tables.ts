import { useEffect, useRef, useState } from 'react';
import { useCallFunction } from '../../lib/bridge/host-context.tsx';
import type { RemoteDocument } from './worker/document-client.ts';

const none: readonly number[] = [];

/**
 * The blocks whose columns are known from the original of a document, where that is on this machine. Nothing
 * waits for them: until they are there, and where they are not, tables stand as they were extracted.
 *
 * @param turn another one where the original may have come to this machine since
 */
export function useOriginalTables(
  contentId: string | undefined,
  remote: RemoteDocument,
  turn: number,
): readonly number[] {
  const call = useCallFunction();
  const [blocks, setBlocks] = useState(none);
  const known = useRef<RemoteDocument>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn asks once more.
  useEffect(() => {
    if (contentId === undefined || known.current === remote) return undefined;
    let isOver = false;
    call('documents.originalTables', { contentId })
      .then(async ({ tables }) => {
        const found = tables.length === 0 || isOver ? none : await remote.takeTables(tables);
        if (isOver) return;
        if (tables.length > 0) known.current = remote;
        setBlocks(found);
      })
      .catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [call, contentId, remote, turn]);
  return blocks;
}

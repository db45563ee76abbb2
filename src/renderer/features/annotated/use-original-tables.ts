import { useEffect, useState } from 'react';
import { useCallFunction } from '../../lib/bridge/host-context.tsx';
import type { RemoteDocument } from './worker/document-client.ts';

const none: readonly number[] = [];

/**
 * The blocks whose columns are known from the original of a document, where that is on this machine. Nothing
 * waits for them: until they are there, and where they are not, tables stand as they were extracted.
 */
export function useOriginalTables(contentId: string | undefined, remote: RemoteDocument): readonly number[] {
  const call = useCallFunction();
  const [blocks, setBlocks] = useState(none);
  useEffect(() => {
    if (contentId === undefined) return undefined;
    let isOver = false;
    call('documents.originalTables', { contentId })
      .then(({ tables }) => (tables.length === 0 || isOver ? none : remote.takeTables(tables)))
      .then(
        (found) => !isOver && setBlocks(found),
        () => undefined,
      );
    return () => {
      isOver = true;
    };
  }, [call, contentId, remote]);
  return blocks;
}

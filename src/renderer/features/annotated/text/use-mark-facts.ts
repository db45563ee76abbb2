import { useEffect, useState } from 'react';
import type { EntityRow } from '../model/types.ts';
import type { RemoteDocument } from '../worker/document-client.ts';

export interface MarkFacts extends EntityRow {
  /** Which of the entity's marks it is, from 1; 0 while that is not known. */
  readonly number: number;
}

/**
 * What is known of a mark: its entity, and which of the entity's marks it is. Asked anew once all are
 * counted.
 */
export function useMarkFacts(
  remote: RemoteDocument,
  { block, start, entity }: { readonly block: number; readonly start: number; readonly entity: number },
  isCounted: boolean,
): MarkFacts | null {
  const [facts, setFacts] = useState<MarkFacts | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: numbers change when all marks are counted.
  useEffect(() => {
    let isOld = false;
    void remote.numberOf(block, start, entity).then((answer) => {
      if (!isOld) setFacts(answer);
    });
    return () => {
      isOld = true;
    };
  }, [remote, block, start, entity, isCounted]);
  return facts?.entity === entity ? facts : null;
}

import { useCallback, useEffect, useState } from 'react';
import type { DocumentCounts, DocumentSummary } from './model/types.ts';
import { DocumentClient, OpenRefusal } from './worker/document-client.ts';
import type { DocumentSource, LoadProgress, OpenFailure } from './worker/messages.ts';

export type DocumentState =
  /** Its client may be asked before the document is there, and answers then. */
  | { readonly phase: 'reading'; readonly progress: LoadProgress; readonly client: DocumentClient | null }
  | { readonly phase: 'cancelled' }
  | { readonly phase: 'failed'; readonly failure: OpenFailure }
  | { readonly phase: 'open'; readonly summary: DocumentSummary; readonly client: DocumentClient };

const begun = {
  phase: 'reading',
  progress: { received: 0, total: null },
  client: null,
} satisfies DocumentState;

export type Opening = ReturnType<typeof useDocument>;

/**
 * Opens a document in a worker of its own, which ends with the page.
 *
 * @param source keep it the same while the document is; null for none yet
 */
export function useDocument(source: DocumentSource | null) {
  const [state, setState] = useState<DocumentState>(begun);
  const [counts, setCounts] = useState<DocumentCounts | null>(null);
  const [turn, setTurn] = useState(0);
  const [cancel, setCancel] = useState<() => void>(() => () => undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn opens the same source anew.
  useEffect(() => {
    if (source === null) return undefined;
    let isOver = false;
    const client = new DocumentClient({
      onProgress: (progress) => !isOver && setState({ phase: 'reading', progress, client }),
      onCounts: (next) => !isOver && setCounts(next),
    });
    const end = () => {
      isOver = true;
      client.end();
    };
    setState({ ...begun, client });
    setCounts(null);
    setCancel(() => () => {
      end();
      setState({ phase: 'cancelled' });
    });
    client.open(source).then(
      (summary) => !isOver && setState({ phase: 'open', client, summary }),
      (error: unknown) => {
        if (isOver) return;
        const failure: OpenFailure =
          error instanceof OpenRefusal ? error.failure : { kind: 'read', detail: String(error) };
        setState({ phase: 'failed', failure });
      },
    );
    return end;
  }, [source, turn]);
  const again = useCallback(() => setTurn((old) => old + 1), []);
  return { state, counts, cancel, again };
}

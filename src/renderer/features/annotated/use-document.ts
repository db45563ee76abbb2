import { useCallback, useEffect, useState } from 'react';
import type { DocumentCounts, DocumentSummary } from './model/types.ts';
import { DocumentClient, OpenRefusal } from './worker/document-client.ts';
import type { DocumentSource, LoadProgress, OpenFailure } from './worker/messages.ts';

export interface OpenDocument {
  readonly client: DocumentClient;
  readonly summary: DocumentSummary;
}

export type DocumentState =
  | { readonly phase: 'reading'; readonly progress: LoadProgress }
  | { readonly phase: 'cancelled' }
  | { readonly phase: 'failed'; readonly failure: OpenFailure }
  | { readonly phase: 'open'; readonly document: OpenDocument };

const begun: DocumentState = { phase: 'reading', progress: { received: 0, total: null } };

/** Opens a document in a worker of its own, which ends with the page. */
export function useDocument(source: DocumentSource) {
  const [state, setState] = useState<DocumentState>(begun);
  const [counts, setCounts] = useState<DocumentCounts | null>(null);
  const [turn, setTurn] = useState(0);
  const [cancel, setCancel] = useState<() => void>(() => () => undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn opens the same source anew.
  useEffect(() => {
    let isOver = false;
    const client = new DocumentClient({
      onProgress: (progress) => !isOver && setState({ phase: 'reading', progress }),
      onCounts: (next) => !isOver && setCounts(next),
    });
    const end = () => {
      isOver = true;
      client.end();
    };
    setState(begun);
    setCounts(null);
    setCancel(() => () => {
      end();
      setState({ phase: 'cancelled' });
    });
    client.open(source).then(
      (summary) => !isOver && setState({ phase: 'open', document: { client, summary } }),
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

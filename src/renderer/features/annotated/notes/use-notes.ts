import { useCallbackRef } from '@mantine/hooks';
import { useEffect, useMemo, useState } from 'react';
import type { Note } from '#shared/bridge/notes.ts';
import { useAction, useCall } from '../../../lib/queries.ts';
import type { PagedPassage } from '../model/passages.ts';
import type { BlockRange } from '../model/types.ts';
import type { RemoteDocument } from '../worker/document-client.ts';

/** A note, and what of the text it stands on; nothing where that is not known. */
export interface PlacedNote {
  readonly note: Note;
  readonly ranges: readonly BlockRange[];
}

export interface DocumentNotes {
  /** In the order of the document. */
  readonly all: readonly PlacedNote[];
  /** The one that is written at. */
  readonly edited: string | null;
  readonly edit: (id: string | null) => void;
  /** Keeps a passage; answers with its note. */
  readonly add: (passage: PagedPassage) => Promise<Note>;
}

/** As many as the host gives at once. */
const most = 1_000;
const none: readonly Note[] = [];

/** The notes of a document, placed in its text; null for a file, which has none. */
export function useNotes(contentId: string | undefined, remote: RemoteDocument): DocumentNotes | null {
  const isOn = contentId !== undefined;
  const list = useCall(
    'notes.list',
    { filter: { contentId: contentId ?? '' }, limit: most },
    { enabled: isOn, keepPrevious: true },
  );
  const adding = useAction('notes.add');
  const [edited, edit] = useState<string | null>(null);
  const notes = list.data?.rows ?? none;
  const [ranges, setRanges] = useState<ReadonlyMap<string, readonly BlockRange[]>>(new Map());
  useEffect(() => {
    let isOld = false;
    const placed = notes.flatMap(({ id, place, state }) =>
      place === null || state === 'orphan' ? [] : [{ id, place }],
    );
    void remote
      .rangesOf(placed.map(({ place }) => place))
      .then((found) => {
        if (!isOld) setRanges(new Map(placed.map(({ id }, index) => [id, found[index] ?? []])));
      })
      .catch(() => undefined);
    return () => {
      isOld = true;
    };
  }, [remote, notes]);
  const add = useCallbackRef(({ path, from, to, endPath, quote, page }: PagedPassage) =>
    adding.mutateAsync({ contentId: contentId ?? '', path, from, to, endPath, quote, page }),
  );
  return useMemo(() => {
    const all = notes.map((note) => ({ note, ranges: ranges.get(note.id) ?? [] }));
    return isOn ? { all, edited, edit, add } : null;
  }, [isOn, notes, ranges, edited, add]);
}

import { useCallback, useEffect, useRef, useState } from 'react';
import type { FoundInText } from '../worker/document-api.ts';
import type { RemoteDocument } from '../worker/document-client.ts';

export interface FoundPlace {
  readonly block: number;
  readonly start: number;
  readonly end: number;
}

/** Milliseconds of a part of the search, and after the last key. */
const part = 120;
const typingPause = 150;

/** Find in the text: the number of hits, and the way from one to the next. */
export function useFind(remote: RemoteDocument, onPlace: (place: FoundPlace) => void) {
  const [text, setText] = useState('');
  const [found, setFound] = useState<FoundInText | null>(null);
  const [at, setAt] = useState(-1);
  const [place, setPlace] = useState<FoundPlace | null>(null);
  const turn = useRef(0);
  const onPlaceNow = useRef(onPlace);
  useEffect(() => {
    onPlaceNow.current = onPlace;
  });
  const goTo = useCallback(
    async (index: number) => {
      const next = await remote.found(index);
      if (next === null) return;
      setAt(index);
      setPlace(next);
      onPlaceNow.current(next);
    },
    [remote],
  );
  useEffect(() => {
    turn.current += 1;
    const mine = turn.current;
    const isOld = () => mine !== turn.current;
    if (text.trim() === '') {
      setFound(null);
      setPlace(null);
      return;
    }
    const run = async () => {
      let answer = await remote.find(text, part);
      let isFirst = true;
      for (;;) {
        if (isOld()) return;
        setFound(answer);
        if (isFirst && answer.count > 0) {
          isFirst = false;
          await goTo(0);
        }
        if (answer.isDone) return;
        answer = await remote.findOn(part);
      }
    };
    const timer = setTimeout(() => void run(), typingPause);
    return () => clearTimeout(timer);
  }, [remote, text, goTo]);
  const count = found?.count ?? 0;
  const step = useCallback(
    (by: 1 | -1): void => {
      if (count > 0) void goTo((at + by + count) % count);
    },
    [at, count, goTo],
  );
  return {
    text,
    setText,
    found,
    at,
    place,
    step,
  };
}

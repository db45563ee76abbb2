import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Place } from '../model/types.ts';
import type { FoundInText } from '../worker/document-api.ts';
import type { RemoteDocument } from '../worker/document-client.ts';

/** Milliseconds of a part of the search, and after the last key. */
const part = 120;
const typingPause = 150;

interface FoundHits extends FoundInText {
  /** Which search found them: what is written may be another one by now. */
  readonly search: number;
}

/** Find in the text: the number of hits, and the way from one to the next. */
export function useFind(remote: RemoteDocument, onPlace: (place: Place) => void) {
  const [text, setText] = useState('');
  const [isWholeWords, setWholeWords] = useState(false);
  const [found, setFound] = useState<FoundHits | null>(null);
  /** The hit that is shown, from 0; -1 before the first. */
  const [at, setAt] = useState(-1);
  /** The hit that was asked for last: keys come faster than answers. */
  const wanted = useRef(-1);
  const turn = useRef(0);
  const onPlaceNow = useRef(onPlace);
  useEffect(() => {
    onPlaceNow.current = onPlace;
  });
  const goTo = useCallback(
    async (index: number) => {
      wanted.current = index;
      const next = await remote.found(index);
      if (next === null || wanted.current !== index) return;
      // With the place, and not a frame after it: counter and view say the same.
      flushSync(() => setAt(index));
      onPlaceNow.current(next);
    },
    [remote],
  );
  useEffect(() => {
    turn.current += 1;
    const mine = turn.current;
    const isOld = () => mine !== turn.current;
    wanted.current = -1;
    if (text.trim() === '') {
      setFound(null);
      setAt(-1);
      return;
    }
    const run = async () => {
      let answer = await remote.find(text, isWholeWords, part);
      let isFirst = true;
      for (;;) {
        if (isOld()) return;
        setFound({ ...answer, search: mine });
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
  }, [remote, text, isWholeWords, goTo]);
  const count = found?.count ?? 0;
  const step = useCallback(
    (by: 1 | -1): void => {
      if (count > 0) void goTo((Math.max(wanted.current, by === 1 ? -1 : 0) + by + count) % count);
    },
    [count, goTo],
  );
  return { text, setText, isWholeWords, setWholeWords, found, at, step };
}

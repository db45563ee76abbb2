import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useRemembered } from '../../../lib/history-memory.tsx';
import type { Place } from '../model/types.ts';
import type { Begin } from '../use-place.ts';
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
export function useFind(remote: RemoteDocument, begin: Begin, onPlace: (place: Place) => void) {
  const [text, setText] = useRemembered('annotated find', '');
  const [isWholeWords, setWholeWords] = useRemembered('annotated whole words', false);
  const [found, setFound] = useState<FoundHits | null>(null);
  /** The hit that is shown, from 0; -1 before the first. */
  const [at, setAt] = useRemembered('annotated hit', -1);
  /** The hit that was asked for last: keys come faster than answers. */
  const wanted = useRef(at);
  const turn = useRef(0);
  /** A search that "back" brought again leads nowhere by itself. */
  const isTyped = useRef(false);
  const onPlaceNow = useRef(onPlace);
  useEffect(() => {
    onPlaceNow.current = onPlace;
  });
  const goTo = useCallback(
    async (index: number) => {
      wanted.current = index;
      const isLatest = begin();
      const next = await remote.found(index);
      if (next === null || wanted.current !== index || !isLatest()) return;
      // With the place, and not a frame after it: counter and view say the same.
      flushSync(() => setAt(index));
      onPlaceNow.current(next);
    },
    [remote, begin, setAt],
  );
  useEffect(() => {
    turn.current += 1;
    const mine = turn.current;
    const isOld = () => mine !== turn.current;
    const mayJump = isTyped.current;
    isTyped.current = false;
    if (mayJump) wanted.current = -1;
    if (text.trim() === '') {
      setFound(null);
      setAt(-1);
      return;
    }
    const run = async () => {
      let answer = await remote.find(text, isWholeWords, part);
      let isFirst = mayJump;
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
  }, [remote, text, isWholeWords, goTo, setAt]);
  const count = found?.count ?? 0;
  const step = useCallback(
    (by: 1 | -1): void => {
      if (count > 0) void goTo((Math.max(wanted.current, by === 1 ? -1 : 0) + by + count) % count);
    },
    [count, goTo],
  );
  const onText = useCallback(
    (typed: string) => {
      isTyped.current = true;
      setText(typed);
    },
    [setText],
  );
  const onWholeWords = useCallback(
    (isOn: boolean) => {
      isTyped.current = true;
      setWholeWords(isOn);
    },
    [setWholeWords],
  );
  return { text, onText, isWholeWords, onWholeWords, found, at, step };
}

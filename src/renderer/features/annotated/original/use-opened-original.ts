import { useCallback, useEffect, useState } from 'react';
import type { PageCallOutput } from '#shared/bridge/contract.ts';
import { useCallFunction } from '../../../lib/bridge/host-context.tsx';

export type OpenedOriginal =
  | { readonly phase: 'asked' }
  | { readonly phase: 'open'; readonly original: PageCallOutput<'host.openOriginal'> }
  | { readonly phase: 'failed'; readonly error: unknown };

/** Asks the host for an original, once for each time it is shown: the address of its page works once. */
export function useOpenedOriginal(contentId: string) {
  const call = useCallFunction();
  const [opened, setOpened] = useState<OpenedOriginal>({ phase: 'asked' });
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn asks for the same original anew.
  useEffect(() => {
    let isOver = false;
    setOpened({ phase: 'asked' });
    call('host.openOriginal', { contentId }).then(
      (original) => !isOver && setOpened({ phase: 'open', original }),
      (error: unknown) => !isOver && setOpened({ phase: 'failed', error }),
    );
    return () => {
      isOver = true;
    };
  }, [call, contentId, turn]);
  const again = useCallback(() => setTurn((old) => old + 1), []);
  return { opened, again };
}

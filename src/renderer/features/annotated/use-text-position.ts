import { useMemo } from 'react';
import { currentStep, useHistoryMemory } from '../../lib/history-memory.tsx';
import type { Stretch } from './model/passages.ts';
import type { KeptPlace } from './text/sheet/place-keeper.ts';

interface KeptPosition {
  /** A step that was put in the place of another document begins anew. */
  readonly route: string;
  /** None while another place is shown of which it is not known yet where it stands. */
  readonly place?: KeptPlace;
}

export interface ShownText {
  readonly position: () => KeptPlace | undefined;
  readonly isScrolled: () => boolean;
  readonly selected: () => Stretch | undefined;
}

export type TextPosition = ReturnType<typeof useTextPosition>;

/** Where the text stood at each step of the history, to the pixel, so that "back" finds it again (R9). */
export function useTextPosition(route: string) {
  const { recall, keep } = useHistoryMemory<KeptPosition>('annotated text');
  return useMemo(() => {
    let shown = '';
    let text: ShownText | undefined;
    /** Between going elsewhere and showing it, what happens is of no step. */
    const note = (): void => {
      const place = text?.position();
      if (place !== undefined && shown === currentStep()) keep({ route, place });
    };
    return {
      /** Given by the text while it is in the page; returns what ends that. */
      use(given: ShownText): () => void {
        text = given;
        return () => {
          text = undefined;
        };
      },
      /** Keeps where the text stands for the step that is shown. */
      note,
      /** The step that the history is at is shown from now on; answers where the text stood at it. */
      arrive(): KeptPlace | undefined {
        shown = currentStep();
        const kept = recall();
        return kept?.route === route ? kept.place : undefined;
      },
      /** Another place is shown at this step: where the text stood for the one before leads not to it. */
      forget: (): void => keep({ route }),
      /** Whether a person would miss the place if it were gone. */
      isWorth: () => text?.isScrolled() === true,
      /** What is selected of the text. */
      selected: () => text?.selected(),
    };
  }, [recall, keep, route]);
}

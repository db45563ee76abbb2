import { shownRange } from '../model/shown-range.ts';
import type { Place } from '../model/types.ts';
import type { AnswerAhead } from './messages.ts';

/** What panes ask where a place is to be shown, by it and by what they gave besides when they asked last. */
const questions: Readonly<
  Record<string, (place: Place, last: readonly unknown[]) => readonly unknown[] | null>
> = {
  inOriginal: (place) => (place.block < 0 ? null : [shownRange(place)]),
  'tree.show': ({ node }, [, around]) => (node < 0 ? null : [node, around]),
  'tree.details': ({ node }, [, most]) => (node < 0 ? null : [node, most]),
};

/** Whose answers are a place, or hold one. */
const leading = new Set(['locate', 'found', 'step', 'atOriginal']);

/**
 * What a page asks next, once it knows a place: answered with the place, all panes show it in one frame, and
 * not each a way to the worker and back later. Only what a pane has asked before, so that nothing is done for
 * panes that are not there.
 */
export class AnswersAhead {
  readonly #asked = new Map<string, readonly unknown[]>();
  readonly #answer: (method: string, input: readonly unknown[]) => unknown;

  constructor(answer: (method: string, input: readonly unknown[]) => unknown) {
    this.#answer = answer;
  }

  /** A pane asked for this by itself. */
  note(method: string, input: readonly unknown[]): void {
    if (method in questions) this.#asked.set(method, input);
  }

  /** Nobody asked for these. */
  forget(methods: readonly string[]): void {
    for (const method of methods) this.#asked.delete(method);
  }

  /** What follows on an answer. */
  after(method: string, value: unknown): readonly AnswerAhead[] {
    const place = leading.has(method) ? placeIn(value) : null;
    if (place === null) return [];
    return [...this.#asked].flatMap(([name, last]) => {
      const input = questions[name]?.(place, last) ?? null;
      try {
        return input === null ? [] : [{ method: name, input, value: this.#answer(name, input) }];
      } catch {
        // Who asks for it by itself is told why.
        return [];
      }
    });
  }
}

function placeIn(value: unknown): Place | null {
  if (typeof value !== 'object' || value === null) return null;
  return 'place' in value ? (value.place as Place) : (value as Place);
}

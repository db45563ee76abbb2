import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { HistoryMemory } from '../../lib/history-memory.tsx';
import type { Place } from './model/types.ts';
import { usePlace } from './use-place.ts';
import type { RemoteDocument } from './worker/document-client.ts';

const placeAt = (block: number): Place => ({
  node: block,
  path: `$.content.body[${block}].text`,
  block,
  start: 0,
  end: 4,
  entity: -1,
  entityKey: null,
  event: -1,
});

/** A document whose text stands where the test says. */
function open() {
  const remote = {
    locate: async ({ path = '' }: { path?: string }) => placeAt(Number(/\d+/.exec(path)?.[0])),
  } as unknown as RemoteDocument;
  const { result } = renderHook(() => usePlace(remote, ['documents', 'one', 'annotated'], () => undefined), {
    wrapper: HistoryMemory,
  });
  const stands = {
    position: (): { block: number; start: number; end: number; top: number } | undefined => undefined,
  };
  result.current.text.use({
    position: () => stands.position(),
    isScrolled: () => true,
    selected: () => undefined,
  });
  /** What the text tells once a place has landed. */
  const land = (block: number) => {
    stands.position = () => ({ block, start: 0, end: 4, top: 100 });
    result.current.text.note();
  };
  const walkTo = (block: number) =>
    act(async () => {
      const place = placeAt(block);
      result.current.showPlace(place, { path: place.path }, 'walk');
    });
  const go = async (way: 'back' | 'forward') => {
    await act(
      () =>
        new Promise<void>((resolve) => {
          addEventListener('hashchange', () => resolve(), { once: true });
          history[way]();
        }),
    );
  };
  return { result, land, walkTo, go };
}

test('who left before the last place of a walk had landed comes back to that place, and not to the one before', async () => {
  location.hash = '#/documents/one/annotated';
  const { result, land, walkTo, go } = open();
  land(0);
  await walkTo(10);
  land(10);
  await walkTo(50);
  await go('back');
  await waitFor(() => expect(result.current.place).toBeNull());
  await go('forward');
  await waitFor(() => expect(result.current.place?.block).toBe(50));
  expect(result.current.position).toBeUndefined();

  // Once it has landed it is found where it stood.
  land(50);
  await go('back');
  await go('forward');
  await waitFor(() => expect(result.current.position?.block).toBe(50));
});

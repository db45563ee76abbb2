import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { TextPlace } from '#shared/anchor/anchor-text.ts';
import { longestOriginal } from '../model/original-places.ts';
import type { Place } from '../model/types.ts';
import type { RemoteDocument } from '../worker/document-client.ts';
import type { OriginalView } from './original-view.ts';
import { useShownOriginal } from './use-shown-original.ts';

const counts = { total: 2, exact: 2, approximate: 0 };
const placeOf = (block: number): Place => ({
  block,
  start: 0,
  end: 4,
  node: -1,
  entity: -1,
  entityKey: null,
  event: -1,
  path: `$.content.body[${block}].text`,
});

const viewOf = (text: string): OriginalView => ({
  text,
  show: async () => true,
  clear: () => undefined,
  pageOf: () => null,
});

/** The hook over a document whose answers are given by hand, in any order. */
function open(view: OriginalView | null = viewOf('One. Two.')) {
  const placing = Promise.withResolvers<typeof counts>();
  const asked = new Map<number, PromiseWithResolvers<{ place: Place; kind: TextPlace['kind'] } | null>>();
  const remote = {
    prepareOriginal: vi.fn(async () => undefined),
    placeInOriginal: vi.fn(() => placing.promise),
    inOriginal: vi.fn(async (): Promise<TextPlace> => ({ kind: 'exact', from: 0, to: 4 })),
    atOriginal: vi.fn((offset: number) => {
      const answer = Promise.withResolvers<{ place: Place; kind: TextPlace['kind'] } | null>();
      asked.set(offset, answer);
      return answer.promise;
    }),
  };
  let turn = 0;
  const begin = () => {
    turn += 1;
    const mine = turn;
    return () => mine === turn;
  };
  const showPlace = vi.fn();
  const props = { remote: remote as unknown as RemoteDocument, place: null, begin, showPlace };
  /** Whether the document is there. */
  const text = { isOpen: true };
  const pane = { current: null };
  const pages = { current: null };
  const hook = renderHook(({ now }) => useShownOriginal({ ...props, ...text }, now, pane, pages), {
    initialProps: { now: view },
  });
  const settle = () => act(async () => undefined);
  return { hook, remote, text, placing, asked, begin, showPlace, settle };
}

test('a slow answer to a click ends no newer choice', async () => {
  const { hook, placing, asked, begin, showPlace, settle } = open();
  placing.resolve(counts);
  await settle();
  void hook.result.current.choose(1);
  await settle();
  void hook.result.current.choose(6);
  await settle();
  asked.get(6)?.resolve({ place: placeOf(2), kind: 'exact' });
  asked.get(1)?.resolve({ place: placeOf(1), kind: 'exact' });
  await settle();
  expect(showPlace.mock.calls.map(([place]) => (place as Place).block)).toEqual([2]);

  // Nor one that was made elsewhere.
  void hook.result.current.choose(3);
  await settle();
  begin();
  asked.get(3)?.resolve(null);
  await settle();
  expect(hook.result.current.word).toEqual({ kind: 'placed', counts });
  expect(showPlace).toHaveBeenCalledTimes(1);
});

test('a click that comes before the sentences are placed is answered when they are', async () => {
  const { hook, remote, placing, asked, showPlace, settle } = open();
  void hook.result.current.choose(1);
  await settle();
  expect(remote.atOriginal).not.toHaveBeenCalled();
  placing.resolve(counts);
  await settle();
  asked.get(1)?.resolve({ place: placeOf(1), kind: 'exact' });
  await settle();
  expect(showPlace).toHaveBeenCalledTimes(1);
});

test.each(['placeInOriginal', 'atOriginal'] as const)('%s that breaks is said', async (name) => {
  const { hook, remote, placing, settle } = open(name === 'placeInOriginal' ? null : undefined);
  remote[name].mockRejectedValueOnce(new Error('gone'));
  if (name === 'placeInOriginal') hook.rerender({ now: viewOf('One.') });
  else placing.resolve(counts);
  await settle();
  if (name === 'atOriginal') await act(() => hook.result.current.choose(1));
  expect(hook.result.current.word).toEqual({ kind: 'unlooked' });
});

test('an original of more text than is searched says so, and asks nobody', async () => {
  const { hook, remote, settle } = open(viewOf('x'.repeat(longestOriginal + 1)));
  await settle();
  expect(hook.result.current.word).toEqual({ kind: 'tooLong' });
  expect(remote.placeInOriginal).not.toHaveBeenCalled();
});

test('an original that is there before its document is searched when that has come', async () => {
  const { hook, remote, text, placing, settle } = open(null);
  text.isOpen = false;
  hook.rerender({ now: viewOf('One. Two.') });
  await settle();
  expect(remote.placeInOriginal).not.toHaveBeenCalled();
  expect(hook.result.current.word).toEqual({ kind: 'placing' });
  text.isOpen = true;
  placing.resolve(counts);
  hook.rerender({ now: viewOf('One. Two.') });
  await settle();
  expect(remote.placeInOriginal).toHaveBeenCalledOnce();
  expect(hook.result.current.word).toEqual({ kind: 'placed', counts });
});

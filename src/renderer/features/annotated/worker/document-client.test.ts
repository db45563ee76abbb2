import { waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { DocumentClient } from './document-client.ts';
import type { Answer, Request } from './messages.ts';
import { prepareWorker } from './prepared-worker.ts';

afterEach(() => vi.unstubAllGlobals());

function open() {
  const posted: Request[] = [];
  let answer: (answer: Answer) => void = () => undefined;
  class FakeWorker {
    postMessage = (request: Request) => posted.push(request);
    terminate = () => undefined;
    addEventListener(name: string, listener: (event: { data: Answer }) => void): void {
      if (name === 'message') answer = (data) => listener({ data });
    }
  }
  vi.stubGlobal('Worker', FakeWorker);
  const { remote, tree } = new DocumentClient({ onProgress: vi.fn(), onCounts: vi.fn() });
  return { remote, tree, posted, answer: (one: Answer) => answer(one) };
}

const ahead = [
  { method: 'tree.show', input: [7, 120], value: 'lines' },
  { method: 'tree.details', input: [7, 2_000], value: 'details' },
];

test('what came with a place is not asked for again, and the worker hears what nobody asked for', async () => {
  const { remote, tree, posted, answer } = open();
  const found = remote.locate({ kind: 'node', node: 7 });
  answer({ kind: 'value', id: posted[0]?.id ?? -1, value: 'place', ahead });
  await found;
  expect(await tree.show(7, 120)).toBe('lines');
  expect(posted.map(({ method }) => method)).toEqual(['locate']);
  await waitFor(() => expect(posted.at(-1)).toMatchObject({ method: 'unasked', input: ['tree.details'] }));
  void tree.details(7, 2_000);
  void tree.show(7, 120);
  expect(posted.slice(-2).map(({ method }) => method)).toEqual(['tree.details', 'tree.show']);
});

test('another question is asked, whatever came with a place', async () => {
  const { remote, tree, posted, answer } = open();
  const found = remote.locate({ kind: 'node', node: 7 });
  answer({ kind: 'value', id: posted[0]?.id ?? -1, value: 'place', ahead });
  await found;
  void tree.show(8, 120);
  expect(posted.at(-1)).toMatchObject({ method: 'tree.show', input: [8, 120] });
});

test('a worker that was begun before is the one of the next document, and of no other', () => {
  const begun = vi.fn();
  const broken: (() => void)[] = [];
  class FakeWorker {
    constructor() {
      begun();
    }
    postMessage = vi.fn();
    terminate = vi.fn();
    addEventListener(name: string, listener: () => void): void {
      if (name === 'error') broken.push(listener);
    }
  }
  vi.stubGlobal('Worker', FakeWorker);
  const openOne = () => new DocumentClient({ onProgress: vi.fn(), onCounts: vi.fn() });
  prepareWorker();
  prepareWorker();
  expect(begun).toHaveBeenCalledTimes(1);
  openOne();
  expect(begun).toHaveBeenCalledTimes(1);
  openOne();
  expect(begun).toHaveBeenCalledTimes(2);
  prepareWorker();
  broken.at(-1)?.();
  openOne();
  expect(begun).toHaveBeenCalledTimes(4);
});

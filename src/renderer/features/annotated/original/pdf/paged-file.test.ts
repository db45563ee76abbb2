import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OpenPdf } from './open-pdf.ts';
import { PagedFile } from './paged-file.ts';
import { PdfFailure } from './pdf-failure.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const never = () => new Promise<never>(() => undefined);

/** A file whose workers are numbered, and what became of them. */
function filed(open?: () => Promise<OpenPdf>) {
  const workers: {
    readonly end: ReturnType<typeof vi.fn>;
    readonly breaks: (failure: PdfFailure) => void;
  }[] = [];
  let answers = async () => [] as number[];
  const opened = (): OpenPdf => {
    const worker = workers.length;
    const { promise: broken, resolve: breaks } = Promise.withResolvers<PdfFailure>();
    const end = vi.fn();
    workers.push({ end, breaks });
    const document = {
      getPage: async (number: number) => ({ worker, number }),
      getPermissions: () => answers(),
    };
    return { document: document as never, broken, end };
  };
  const onGivenUp = vi.fn();
  const onBroken = vi.fn();
  const file = new PagedFile({ opened: opened(), open: open ?? (async () => opened()), onGivenUp, onBroken });
  /** Which worker read the page. */
  const read = (page: number, isAhead = false) =>
    file.ofPage(page, async (proxy) => (proxy as unknown as { worker: number }).worker, isAhead);
  const hold = () => {
    answers = never;
  };
  return { file, workers, read, onGivenUp, onBroken, hold };
}

test('a page that leads in circles is given up with its worker, and the others come from another', async () => {
  const { file, workers, read, onGivenUp } = filed();
  const circling = expect(file.ofPage(1, never)).rejects.toMatchObject({ kind: 'slow' });
  const other = read(2);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(workers[0]?.end).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await circling;
  expect(await other).toBe(1);
  expect(workers[0]?.end).toHaveBeenCalledOnce();
  expect(onGivenUp.mock.calls).toEqual([[1]]);
  // And it is not tried again: that would cost as long once more.
  await expect(read(1)).rejects.toMatchObject({ kind: 'slow' });
  expect(await read(0)).toBe(1);
  expect(workers).toHaveLength(2);
});

test('a worker that breaks after it was given up takes nothing from the one that came for it', async () => {
  const { file, workers, read, onBroken } = filed();
  const circling = expect(file.ofPage(1, never)).rejects.toMatchObject({ kind: 'slow' });
  await vi.advanceTimersByTimeAsync(30_000);
  await circling;
  workers[0]?.breaks(new PdfFailure('broken'));
  expect(await read(2)).toBe(1);
  expect(onBroken).not.toHaveBeenCalled();
});

test('one page at a time is asked for, those that are seen first', async () => {
  const { file } = filed();
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const say = (name: string) => async () => void order.push(name);
  const all = [
    file.ofPage(0, () => first.promise),
    file.ofPage(1, say('ahead'), true),
    file.ofPage(2, say('ahead too'), true),
    file.ofPage(3, say('seen')),
    file.ofPage(4, say('seen too')),
  ];
  await vi.advanceTimersByTimeAsync(0);
  expect(order).toEqual([]);
  first.resolve();
  await Promise.all(all);
  expect(order).toEqual(['seen', 'seen too', 'ahead', 'ahead too']);
});

test('a page nobody wants any more is blamed for what it leaves its reader at, and not the next', async () => {
  const { file, read, onGivenUp, hold } = filed();
  hold();
  const left = expect(file.ofPage(1, async () => Promise.reject(new Error('cancelled')))).rejects.toThrow();
  const next = read(2);
  await vi.advanceTimersByTimeAsync(30_000);
  await left;
  expect(await next).toBe(1);
  expect(onGivenUp.mock.calls).toEqual([[1]]);
});

test('a page that fails is only that page', async () => {
  const { file, read, workers } = filed();
  await expect(file.ofPage(1, async () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await read(1)).toBe(0);
  expect(workers).toHaveLength(1);
});

test('where no other worker can be started, that is said, and nobody waits', async () => {
  const gone = new PdfFailure('read', { detail: 'gone' });
  const { file, read, onBroken } = filed(async () => Promise.reject(gone));
  const circling = expect(file.ofPage(0, never)).rejects.toMatchObject({ kind: 'slow' });
  await vi.advanceTimersByTimeAsync(30_000);
  await circling;
  await expect(read(1)).rejects.toBe(gone);
  expect(onBroken.mock.calls).toEqual([[gone]]);
});

test('the worker that is there ends with the file, also one that comes after it, and nothing more is said', async () => {
  const { file, workers, onBroken } = filed();
  const circling = expect(file.ofPage(0, never)).rejects.toThrow();
  await vi.advanceTimersByTimeAsync(30_000);
  await circling;
  file.end();
  await vi.advanceTimersByTimeAsync(0);
  expect(workers.map(({ end }) => end.mock.calls.length > 0)).toEqual([true, true]);
  workers[1]?.breaks(new PdfFailure('broken'));
  await vi.advanceTimersByTimeAsync(0);
  expect(onBroken).not.toHaveBeenCalled();
});

test('a worker that breaks is said, the one from after a page was given up too', async () => {
  const { file, workers, onBroken } = filed();
  const circling = expect(file.ofPage(0, never)).rejects.toThrow();
  await vi.advanceTimersByTimeAsync(30_000);
  await circling;
  const failure = new PdfFailure('broken');
  workers[1]?.breaks(failure);
  await vi.advanceTimersByTimeAsync(0);
  expect(onBroken.mock.calls).toEqual([[failure]]);
});

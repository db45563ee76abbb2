import { EventEmitter } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { ShownNotices } from './shown-notices.ts';

class FakeNotice extends EventEmitter {
  isShown = false;
  show(): void {
    this.isShown = true;
  }
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Shows one that nobody else keeps, as the app does. */
function showOne(notices: ShownNotices, clicked: () => void): WeakRef<FakeNotice> {
  const notice = new FakeNotice();
  notices.show(notice, clicked);
  return new WeakRef(notice);
}

async function isCollected(notice: WeakRef<FakeNotice>): Promise<boolean> {
  await nextTurn();
  collect();
  await nextTurn();
  return notice.deref() === undefined;
}

test('a notification is there for its click, however late that comes, and not any longer', async () => {
  const notices = new ShownNotices();
  let clicks = 0;
  const notice = showOne(notices, () => {
    clicks += 1;
  });
  expect(await isCollected(notice)).toBe(false);
  expect(notice.deref()?.isShown).toBe(true);
  notice.deref()?.emit('click');
  expect(clicks).toBe(1);
  expect(await isCollected(notice)).toBe(true);
});

test.each(['close', 'failed'])('one that is told to be over (%s) is let go', async (event) => {
  const notices = new ShownNotices();
  const notice = showOne(notices, () => undefined);
  expect(await isCollected(notice)).toBe(false);
  notice.deref()?.emit(event);
  expect(await isCollected(notice)).toBe(true);
});

test('where nothing is told of their end, the oldest are let go', async () => {
  const notices = new ShownNotices();
  const all = Array.from({ length: 25 }, () => showOne(notices, () => undefined));
  const collected: boolean[] = [];
  for (const notice of all) collected.push(await isCollected(notice));
  expect(collected).toEqual(all.map((_notice, index) => index < 5));
});

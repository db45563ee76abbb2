import { expect, test } from 'vitest';
import { OrderlyEnd } from './orderly-end.ts';

/** An app that takes a while to end, with all that happened. */
function ending(isRunning = true) {
  const happened: string[] = [];
  let running = isRunning;
  const stopped = Promise.withResolvers<void>();
  const late = Promise.withResolvers<void>();
  const end = new OrderlyEnd({
    stop() {
      if (!running) return undefined;
      running = false;
      happened.push('stopping');
      return stopped.promise;
    },
    quit: () => void happened.push('quit'),
    onFailure: (error) => void happened.push(String(error)),
    patience: () => late.promise,
  });
  const event = (name: string) => ({ preventDefault: () => void happened.push(`${name} prevented`) });
  /** Lets everything that follows follow. */
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { end, happened, stopped, late, event, settled };
}

test('quitting waits for the end of what runs, once', async () => {
  const { end, happened, stopped, event, settled } = ending();
  expect(end.isQuitting).toBe(false);
  end.beforeQuit(event('quit'));
  expect([end.isQuitting, happened]).toEqual([true, ['stopping', 'quit prevented']]);
  stopped.resolve();
  await settled();
  end.beforeQuit(event('quit'));
  expect(happened).toEqual(['stopping', 'quit prevented', 'quit']);
});

test('where nothing runs yet, nothing is waited for', () => {
  const { end, happened, event } = ending(false);
  end.beforeQuit(event('quit'));
  expect(happened).toEqual([]);
});

test('an end that fails is told, and the app ends', async () => {
  const { end, happened, stopped, event, settled } = ending();
  end.beforeQuit(event('quit'));
  stopped.reject(new Error('broken'));
  await settled();
  expect(happened).toEqual(['stopping', 'quit prevented', 'Error: broken', 'quit']);
});

test('signing out is waited for as the system offers it, and never refused', async () => {
  const { end, happened, stopped, event, settled } = ending();
  end.sessionEnds(event('shutdown'));
  end.beforeQuit(event('quit'));
  expect(happened).toEqual(['shutdown prevented', 'stopping']);
  stopped.resolve();
  await settled();
  expect(happened).toEqual(['shutdown prevented', 'stopping', 'quit']);
});

test('signing out is not kept for longer than a few seconds', async () => {
  const { end, happened, late, event, settled } = ending();
  end.sessionEnds(event('shutdown'));
  await settled();
  expect(happened).toEqual(['shutdown prevented', 'stopping']);
  late.resolve();
  await settled();
  expect(happened).toEqual(['shutdown prevented', 'stopping', 'quit']);
});

test('signing out while the app ends by itself waits for the same end', async () => {
  const { end, happened, stopped, event, settled } = ending();
  end.beforeQuit(event('quit'));
  end.sessionEnds(event('shutdown'));
  stopped.resolve();
  await settled();
  expect(happened.filter((one) => one === 'stopping')).toEqual(['stopping']);
  expect(happened.at(-1)).toBe('quit');
});

import { expect, test } from 'vitest';
import { AppError } from '#shared/errors/app-error.ts';
import { createTurnedClock } from './testing/turned-clock.ts';
import { answered, failed } from './answer.ts';
import { askAgain, tryAgain } from './try-again.ts';

/** Work that fails as told, once a try, and then succeeds. */
function failing(...failures: Error[]) {
  const left = [...failures];
  const work = async () => {
    const failure = left.shift();
    if (failure !== undefined) throw failure;
  };
  return { work, tries: () => failures.length - left.length };
}
const passing = new AppError('SERVICE_FAILED', { retryable: true });
const lasting = new AppError('BAD_ANSWER');

/** Waits are over as soon as they begin. */
function hurried() {
  const clock = createTurnedClock();
  const waits: number[] = [];
  const setTimer = (milliseconds: number, callback: () => void) => {
    waits.push(milliseconds);
    queueMicrotask(callback);
    return () => undefined;
  };
  return { clock: { ...clock, setTimer }, waits, signal: new AbortController().signal };
}

test('what may pass is tried again, three times, with longer waits', async () => {
  const { waits, ...options } = hurried();
  expect(await tryAgain(failing(passing, passing, passing).work, options)).toEqual({ outcome: 'done' });
  expect(waits).toEqual([1_000, 4_000, 15_000]);
  const four = failing(passing, passing, passing, passing);
  expect(await tryAgain(four.work, options)).toEqual({ outcome: 'failed', failure: passing });
});

test('what lasts is not, nor what nobody wants any more', async () => {
  const { waits, ...options } = hurried();
  expect(await tryAgain(failing(lasting).work, options)).toEqual({ outcome: 'failed', failure: lasting });
  const unwanted = await tryAgain(failing(passing).work, { ...options, goesOn: () => false });
  expect(unwanted).toEqual({ outcome: 'failed', failure: passing });
  expect(waits).toEqual([]);
});

test('what stops everything says so, and what nobody foresaw is no blame of the document', async () => {
  const { waits: _waits, ...options } = hurried();
  const refused = new AppError('KEY_REJECTED');
  expect(await tryAgain(failing(refused).work, options)).toEqual({ outcome: 'blocked', failure: refused });
  expect(await tryAgain(failing(new TypeError('x')).work, options)).toMatchObject({
    outcome: 'failed',
    failure: { code: 'UNEXPECTED' },
  });
});

test('a wait ends with the signal, and what is cut off is no failure', async () => {
  const clock = createTurnedClock();
  const controller = new AbortController();
  const work = async () => {
    controller.signal.throwIfAborted();
    throw passing;
  };
  const tried = tryAgain(work, { clock, signal: controller.signal });
  await Promise.resolve();
  controller.abort();
  expect(await tried).toEqual({ outcome: 'cut-off' });
});

test('a question that fails is asked again as long as that may help, and its last answer counts', async () => {
  const { clock, signal } = hurried();
  const asked = async (...answers: ReturnType<typeof failed>[]) => {
    let count = 0;
    const answer = await askAgain(async () => answers[count++] ?? answered('told'), { clock, signal });
    return [count, answer.ok ? answer.value : answer.failure.error.code];
  };
  const passing = failed('SERVICE_FAILED', 'retry');
  expect(await asked(passing, passing)).toEqual([3, 'told']);
  expect(await asked(failed('DOCUMENT_NOT_FOUND', 'never'))).toEqual([1, 'DOCUMENT_NOT_FOUND']);
  expect(await asked(passing, passing, passing, passing)).toEqual([4, 'SERVICE_FAILED']);
});

test('a question that is cut off or goes wrong in itself has no answer', async () => {
  const { clock, signal } = hurried();
  const wrong = () => Promise.reject(new TypeError('a bug'));
  await expect(askAgain(wrong, { clock, signal })).rejects.toMatchObject({ code: 'UNEXPECTED' });
  const cut = AbortSignal.abort(new Error('enough'));
  const throws = () => Promise.reject(cut.reason);
  await expect(askAgain(throws, { clock, signal: cut })).rejects.toThrow('enough');
});

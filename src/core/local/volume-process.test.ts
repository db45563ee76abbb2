import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Program, StartProgram } from '#core/ports/programs.ts';
import { VolumeProcess } from './volume-process.ts';

const limitMs = 400;
/** Longer than any program takes to be there, ms. */
const longStart = 20 * limitMs;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A drive whose programs are there, and answer, when the test says so. */
function drive() {
  const programs: { killed: boolean; asked: number[]; say: (message: unknown) => void }[] = [];
  const start: StartProgram = (_program, events): Program => {
    const one = { killed: false, asked: [] as number[], say: events.message };
    programs.push(one);
    return {
      send: (message) => void one.asked.push((message as { id: number }).id),
      keepAlive: () => undefined,
      kill() {
        one.killed = true;
      },
    };
  };
  const onChange = vi.fn();
  const process = new VolumeProcess({ mount: '/mnt/share', start, limitMs, onChange });
  const ask = () => {
    const answer = process.ask('lookAtVolume', ['/mnt/share']);
    answer.catch(() => undefined);
    return answer;
  };
  return { process, programs, onChange, ask };
}

test('the time that its process takes to start is not the silence of a drive', async () => {
  const { process, programs, onChange, ask } = drive();
  const answer = ask();
  await vi.advanceTimersByTimeAsync(longStart);
  programs[0]?.say({ kind: 'ready' });
  await vi.advanceTimersByTimeAsync(limitMs - 1);
  programs[0]?.say({ id: programs[0].asked[0], kind: 'value', value: 'there' });
  expect(await answer).toBe('there');
  expect(programs).toHaveLength(1);
  expect(process.silentSince).toBeUndefined();
  expect(onChange).not.toHaveBeenCalled();
});

test('a drive that is silent from when its process is there hangs after the limit', async () => {
  const { process, programs, onChange, ask } = drive();
  const answer = ask();
  await vi.advanceTimersByTimeAsync(longStart);
  programs[0]?.say({ kind: 'ready' });
  await vi.advanceTimersByTimeAsync(limitMs);
  await expect(answer).rejects.toMatchObject({ code: 'DRIVE_NOT_ANSWERING' });
  expect(programs[0]?.killed).toBe(true);
  expect(process.silentSince).toBeDefined();
  expect(onChange).toHaveBeenCalledOnce();
});

test('a process that never comes to be there is given up after a minute', async () => {
  const { programs, ask } = drive();
  const answer = ask();
  await vi.advanceTimersByTimeAsync(60_000);
  await expect(answer).rejects.toMatchObject({ code: 'DRIVE_NOT_ANSWERING' });
  expect(programs[0]?.killed).toBe(true);
});

test('a drive that hung is tried again by a process that may take as long to start', async () => {
  const { process, programs, onChange, ask } = drive();
  void ask();
  programs[0]?.say({ kind: 'ready' });
  await vi.advanceTimersByTimeAsync(limitMs);
  // The first wait before it is tried again.
  await vi.advanceTimersByTimeAsync(1_000);
  await vi.advanceTimersByTimeAsync(longStart);
  programs[1]?.say({ kind: 'ready' });
  programs[1]?.say({ id: programs[1].asked[0], kind: 'value', value: 'there' });
  await vi.advanceTimersByTimeAsync(0);
  expect(process.silentSince).toBeUndefined();
  expect(onChange).toHaveBeenCalledTimes(2);
});

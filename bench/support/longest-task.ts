import type { Browser, Page } from '@playwright/test';

/** Milliseconds. */
export interface Task {
  readonly processor: number;
  readonly wall: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly args: { readonly name?: string };
  /** Wall and processor time, µs. */
  readonly dur?: number;
  readonly tdur?: number;
}

/**
 * The longest task of the page's main thread while something is done to it, by Chromium's own trace. Counted
 * is the processor time a task took: on a machine that others use, wall time tells of the others.
 *
 * @param fewest tasks there must be, or the trace is not of what was done
 */
export async function longestTask(
  browser: Browser,
  page: Page,
  { fewest, during }: { readonly fewest: number; readonly during: () => Promise<void> },
): Promise<Task> {
  await browser.startTracing(page, {
    categories: ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'],
  });
  await during();
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] };
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid }) => ph === 'X' && name.endsWith('RunTask') && mains.has(`${pid}/${tid}`),
  );
  if (tasks.length < fewest) throw new Error(`the trace tells of ${tasks.length} tasks only`);
  const milliseconds = (values: (number | undefined)[]) =>
    Math.max(...values.map((value) => (value ?? 0) / 1000));
  return {
    processor: milliseconds(tasks.map(({ tdur }) => tdur)),
    wall: milliseconds(tasks.map(({ dur }) => dur)),
  };
}

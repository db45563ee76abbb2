import { expect } from 'vitest';
import { answerSchema, eventSchema, type Failure } from '../../../src/cli/output/frame-schema.ts';

/** Whatever JSON holds, as `JSON.parse` types it. */
type Json = ReturnType<typeof JSON.parse>;

/** The one answer on stdout, which has the shape of all answers. */
export function answerOf(stdout: string): ReturnType<typeof answerSchema.parse> & { readonly data?: Json } {
  expect(stdout.match(/\n/g), stdout).toHaveLength(1);
  const answer = answerSchema.parse(JSON.parse(stdout));
  expect(epochsIn(answer), 'a time is RFC 3339').toEqual([]);
  return answer;
}

/** The data of the one answer on stdout. */
export function dataOf(stdout: string): Json {
  const { data, error } = answerOf(stdout);
  expect(error).toBeUndefined();
  return data;
}

/** The failure of the one answer on stdout. */
export function errorOf(stdout: string): Failure | undefined {
  return answerOf(stdout).error;
}

/** The lines on stdout so far, each of which has the shape of all events. */
export function eventsOf(
  stdout: string,
): { readonly event: string; readonly data?: Json; error?: Failure }[] {
  const lines = stdout
    .slice(0, stdout.lastIndexOf('\n') + 1)
    .split('\n')
    .filter(Boolean);
  return lines.map((line) => {
    const event = eventSchema.parse(JSON.parse(line));
    expect(epochsIn(event), 'a time is RFC 3339').toEqual([]);
    return { ...event, data: event.data as Json } as ReturnType<typeof eventsOf>[number];
  });
}

/** Names of numbers that look like milliseconds since the epoch, from 2014 to 2065. */
function epochsIn(value: unknown, path = ''): string[] {
  if (typeof value === 'number') return value > 1.4e12 && value < 3e12 ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, of]) => epochsIn(of, `${path}.${name}`));
}

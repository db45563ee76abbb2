import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const program = fileURLToPath(new URL('../../bench/index.ts', import.meta.url));

/** Runs a benchmark at a tiny size; its JSON lines. The figures mean nothing, the shape does. */
async function bench(...parameters: string[]): Promise<Record<string, unknown>[]> {
  const child = spawn(process.execPath, [program, ...parameters, '--json'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  expect(code, stderr).toBe(0);
  const lines = stdout.trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}

const machine = { measured: expect.any(String), processor: expect.any(String), load: expect.any(Array) };
const figures = { value: expect.any(Number), unit: expect.any(String), ...machine };
const beside = { ...figures, floor: expect.any(Number), ratio: expect.any(Number) };

test.concurrent.for([
  [
    ['throughput', '--files', '40', '--rounds', '1'],
    ['throughput', 'throughput-processor'],
  ],
  [
    ['rescan', '--files', '60', '--rounds', '1'],
    ['rescan', 'rescan-memory', 'rescan-requests', 'rescan-files-read'],
  ],
  [
    ['large', '--megabytes', '3', '--rounds', '1'],
    ['large', 'large-memory', 'large-sink', 'large-sink-memory'],
  ],
  [['latency', '--files', '3', '--rounds', '1'], ['latency']],
  [
    ['queue', '--files', '50', '--rounds', '1'],
    ['paused-rows', 'paused-folder', 'all-in-backoff'].flatMap((shape) =>
      ['next', 'next-wake', 'counts', 'coverage', 'newest-change'].map((what) => `queue-${what}-${shape}`),
    ),
  ],
  [
    ['idle', '--files', '20', '--speed', '36000'],
    ['idle', 'idle-memory'],
  ],
  [['outage', '--files', '5', '--speed', '3600'], ['outage']],
  [
    ['stop', '--files', '2', '--rounds', '1'],
    ['stop-429', 'stop-503'],
  ],
  [
    ['start', '--rounds', '1'],
    ['start-version', 'start-status'],
  ],
  [['loop-lag', '--files', '20', '--rounds', '1'], ['loop-lag']],
  [
    ['budget', '--files', '12', '--speed', '200'],
    ['', '-no-list', '-naive'].flatMap((kind) =>
      ['', '-requests', '-over-limit'].map((what) => `budget${kind}${what}`),
    ),
  ],
] as const)('%s ends and prints one line a result', async ([parameters, names]) => {
  const results = await bench(...parameters);
  expect(results.map(({ name }) => name)).toEqual(names);
  for (const result of results) {
    expect(result).toMatchObject(result.floor === null ? { ...figures, ratio: null } : beside);
    expect(Object.keys(result).slice(0, 5)).toEqual(['name', 'value', 'floor', 'ratio', 'unit']);
  }
});

test('of a restart, no file is read and nothing is asked', async () => {
  const results = await bench('rescan', '--files', '30', '--rounds', '1');
  const met = Object.fromEntries(results.map(({ name, met: isMet }) => [name, isMet]));
  expect(met).toMatchObject({ 'rescan-requests': true, 'rescan-files-read': true });
});

test('a name that is none is refused with the names there are', async () => {
  const child = spawn(process.execPath, [program, 'speed'], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect(code).not.toBe(0);
  expect(stderr).toContain('there is no benchmark "speed"');
  expect(stderr).toContain('throughput');
});

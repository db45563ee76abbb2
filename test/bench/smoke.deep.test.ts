import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { compiledSources } from '../../bench/support/compiled-sources.ts';

const program = fileURLToPath(new URL('../../bench/index.ts', import.meta.url));
// Compiling what all benchmarks import takes as long as one of them at this size.
const env = { ...process.env, NODE_COMPILE_CACHE: compiledSources };

/** Runs benchmarks at a tiny size; their JSON lines. The figures mean nothing, the shape does. */
async function bench(...parameters: readonly string[]): Promise<Record<string, unknown>[]> {
  const child = spawn(process.execPath, [program, ...parameters, '--rounds', '1', '--json'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
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
  {
    parameters: ['throughput', 'rescan', '--files', '12'],
    names: [
      ...['throughput', 'throughput-processor'],
      ...['rescan', 'rescan-memory', 'rescan-requests', 'rescan-files-read'],
    ],
    // Of a restart, no file is read and nothing is asked.
    met: { 'rescan-requests': true, 'rescan-files-read': true },
  },
  {
    parameters: ['latency', '--files', '3'],
    names: ['latency'],
  },
  {
    parameters: ['queue', '--files', '12'],
    names: ['paused-rows', 'paused-folder', 'all-in-backoff'].flatMap((shape) =>
      ['next', 'next-wake', 'counts', 'coverage', 'newest-change'].map((what) => `queue-${what}-${shape}`),
    ),
  },
  {
    parameters: ['idle', '--files', '5', '--speed', '7200'],
    names: ['idle', 'idle-memory'],
  },
  {
    parameters: ['budget', '--files', '6', '--speed', '400'],
    names: ['', '-no-list', '-naive'].flatMap((kind) =>
      ['', '-requests', '-over-limit'].map((what) => `budget${kind}${what}`),
    ),
  },
])('$parameters end and print one line a result', async ({ parameters, names, met = {} }) => {
  const results = await bench(...parameters);
  expect(results.map(({ name }) => name)).toEqual(names);
  for (const result of results) {
    expect(result).toMatchObject(result.floor === null ? { ...figures, ratio: null } : beside);
    expect(Object.keys(result).slice(0, 5)).toEqual(['name', 'value', 'floor', 'ratio', 'unit']);
  }
  expect(Object.fromEntries(results.map(({ name, met: isMet }) => [name, isMet]))).toMatchObject(met);
});

test('a name that is none is refused with the names there are', async () => {
  const child = spawn(process.execPath, [program, 'speed'], { stdio: ['ignore', 'pipe', 'pipe'], env });
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect(code).not.toBe(0);
  expect(stderr).toContain('there is no benchmark "speed"');
  expect(stderr).toContain('throughput');
});

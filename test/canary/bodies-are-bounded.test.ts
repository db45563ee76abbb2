import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../support/project-copy.ts';

/**
 * Ways to read the body of an answer: a decoder, a client, or a method that reads all of a body however large
 * it is. The renderer asks its own agent only, and the sandbox is a program of its own.
 */
const ways = {
  decoder: {
    looks: /(from|import\() ?['"](node:)?zlib['"]/,
    at: ['core/service/read-body.ts'],
  },
  'client that decodes': {
    looks: /\bdecompress: (?!false\b)/,
    at: [],
  },
  'client of got': {
    looks: /(?<!import type .*)from ['"]got['"]|import\(['"]got['"]\)/,
    at: ['core/service/late-got.ts'],
  },
  'client of Node or undici': {
    looks: /(?<![.\w])fetch\([^)\n]|from ['"]undici['"]|\bnet\.(fetch|request)\(/,
    at: ['cli/demo/count-requests.ts'],
  },
  'whole body': {
    looks: /\.(arrayBuffer|blob|text|json)\(\)/,
    at: [],
  },
} as const;
type Way = keyof typeof ways;

const rooms = ['core', 'cli', 'main'];
const sources = rooms
  .flatMap((room) =>
    readdirSync(join(projectRoot, 'src', room), { recursive: true, encoding: 'utf8' }).map(
      (path) => `${room}/${path.replaceAll('\\', '/')}`,
    ),
  )
  .filter((path) => /\.ts$/.test(path) && !/\.test\.ts$/.test(path) && !path.includes('/testing/'));

test.each(Object.keys(ways) as Way[])('the bodies of answers are read in one place: %s', (way) => {
  const { looks, at } = ways[way];
  const found = sources.filter((path) => looks.test(readFileSync(join(projectRoot, 'src', path), 'utf8')));
  expect(found.sort()).toEqual([...at].sort());
});

test.each<[Way, string]>([
  ['decoder', "import zlib from 'node:zlib';"],
  ['decoder', "const { gunzipSync } = await import('node:zlib');"],
  ['client that decodes', 'got.extend({ decompress: true })'],
  ['client of got', "import got from 'got';"],
  ['client of Node or undici', 'const answer = await fetch(address);'],
  ['client of Node or undici', 'net.fetch(address)'],
  ['whole body', 'return answer.text();'],
])('another one would be noticed: %s, %s', (way, source) => {
  expect(ways[way].looks.test(source)).toBe(true);
});

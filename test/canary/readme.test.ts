import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const pages = ['README.md', ...readdirSync(new URL('docs/', root)).map((name) => `docs/${name}`)].filter(
  (name) => name.endsWith('.md'),
);

/** What a page shows between backticks or in a block of code, a line each. */
function commandsOf(text: string): string[] {
  return [...text.matchAll(/```[^\n]*\n([\s\S]*?)```|`([^`\n]+)`/g)]
    .flatMap(([, block, inline]) => (block ?? inline ?? '').split('\n'))
    .map((line) => line.trim());
}

/**
 * npm writes a line of its own to stdout unless it is told to be silent: what reads the answer would read
 * that first.
 */
const speaks = (command: string) => /^npm run (?!-s )sluice\b/.test(command);

describe('T-21: what a page shows can be piped', () => {
  test.each(pages)('%s', (page) => {
    expect(commandsOf(readFileSync(new URL(page, root), 'utf8')).filter(speaks)).toEqual([]);
  });

  test('a command that would not is found', () => {
    const text =
      'See `npm run sluice -- a` and\n\n```sh\nnpm run -s sluice -- b\nnpm run sluice -- c | jq\n```\n';
    expect(commandsOf(text).filter(speaks)).toEqual(['npm run sluice -- a', 'npm run sluice -- c | jq']);
  });
});

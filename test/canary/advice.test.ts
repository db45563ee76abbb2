import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { processingFailures } from '#shared/advice/processing-failures.ts';
import type { ErrorCode } from '#shared/errors/catalog.ts';

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

/**
 * Words in capitals that the two papers name as codes of refused requests, and the entry of the catalog each
 * stands for.
 */
const ofRequests = {
  INVALID_TAGS_ERROR: 'UNKNOWN_TAG',
  PRIVATE_CONTENT_NOT_FOUND: 'DOCUMENT_NOT_FOUND',
} as const satisfies Readonly<Record<string, ErrorCode>>;

test('each word for a failed document that the sandbox or the papers say has its advice', () => {
  const sandbox = /export type FailureCode =([^;]+);/.exec(read('src/sandbox/enrich/annotate-job.ts'))?.[1];
  const said = [...(sandbox ?? '').matchAll(/'([A-Z_]+)'/g)].map(([, word]) => word ?? '');
  const behaviour = read('docs/service-behaviour.md');
  const told = /seen of the sandbox:([^.]*)\./.exec(behaviour)?.[1];
  const named = [...(told ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, word]) => word ?? '');
  expect(said.length).toBeGreaterThan(3);
  expect(named.sort()).toEqual(said.sort());
  for (const word of said) expect(Object.keys(processingFailures)).toContain(word);
});

test('no paper names an error of a request that nothing reads', () => {
  const papers = read('docs/interface.md') + read('docs/service-behaviour.md');
  const words = new Set(
    [...papers.matchAll(/\b[A-Z]+(?:_[A-Z]+)*_(?:ERROR|NOT_FOUND)\b/g)].map(([word]) => word),
  );
  expect(words.size).toBeGreaterThan(0);
  for (const word of words) expect(Object.keys(ofRequests)).toContain(word);
});

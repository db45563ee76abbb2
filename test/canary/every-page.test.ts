import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../support/project-copy.ts';

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');

const addresses = [
  ...read('src/renderer/app/pages.ts').matchAll(/^ {2}page\(\s*'([^']+)'|= page\('([^']+)'/gm),
].map(([, listed, named]) => listed ?? named ?? '');
/** What the end-to-end tests open, with its parameters called as the pages call them. */
const opened = [...read('e2e/support/pages.ts').matchAll(/[`']#\/([^`'?]+)/g)].map(([, address = '']) =>
  address.replaceAll(/\$\{(\w+)\}/g, ':$1'),
);

/** The page an address means: the one that names most of it. */
const meant = (address: string) =>
  addresses.filter((page) => `${address}/`.startsWith(`${page}/`)).toSorted((a, b) => b.length - a.length)[0];

test('axe and the geometry look at every page there is', () => {
  expect(addresses.length).toBeGreaterThan(20);
  const lookedAt = new Set(opened.map(meant));
  expect(addresses.filter((page) => !lookedAt.has(page))).toEqual([]);
});

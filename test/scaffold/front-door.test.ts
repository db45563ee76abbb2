import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectAddress } from '../../src/shared/project-address.ts';
import { version } from '../../src/shared/version.ts';
import { projectRoot } from '../support/project-copy.ts';

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');
const manifest = JSON.parse(read('package.json')) as Readonly<Record<string, unknown>>;
const lines = (text: string) => text.trimEnd().split('\n');

test('package.json says who, what and since when, and names no address that is not set', () => {
  const { author, license, keywords, repository, bugs, homepage } = manifest;
  expect([manifest.version, author, license]).toEqual([version, 'The Sluice contributors', 'MIT']);
  expect((keywords as string[]).length).toBeGreaterThan(4);
  const address = projectAddress;
  expect([repository, bugs, homepage]).toEqual(
    address === null
      ? [undefined, undefined, undefined]
      : [{ type: 'git', url: `git+${address}.git` }, { url: `${address}/issues` }, `${address}#readme`],
  );
});

test('the documentation has a page that names every other', () => {
  const pages = readdirSync(join(projectRoot, 'docs')).filter(
    (name) => name.endsWith('.md') && name !== 'README.md',
  );
  const index = read('docs/README.md');
  expect(pages.filter((page) => !index.includes(`](${page})`))).toEqual([]);
});

test('README shows a picture in both themes, and leads to the rest', () => {
  const readme = read('README.md');
  expect(readme).toMatch(
    /<source media="\(prefers-color-scheme: dark\)" srcset="docs\/screenshots\/.*-dark\.png">/,
  );
  for (const page of ['docs/README.md', 'docs/commands.md', 'docs/status.md', 'CHANGELOG.md', 'SECURITY.md'])
    expect(readme).toContain(`](${page})`);
});

test('the packages that pages name have the version of this project', () => {
  const pages = ['README.md', ...readdirSync(join(projectRoot, 'docs')).map((name) => `docs/${name}`)];
  const named = pages
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) =>
      [...read(name).matchAll(/sluice-(?:agent_)?(\d+\.\d+\.\d+)(?:\.tgz|-1_)/g)].map(([, one]) => one),
    );
  expect([...new Set(named)]).toEqual([version]);
});

test('the changes begin with the version that this is, and say each thing once', () => {
  const changes = lines(read('CHANGELOG.md'));
  expect(changes.find((line) => line.startsWith('## '))).toMatch(new RegExp(`^## ${version}(?:,|$)`));
  const things = changes.filter((line) => line.startsWith('- '));
  expect(things.length).toBeGreaterThan(100);
  expect(things.filter((line, at) => things.indexOf(line) !== at)).toEqual([]);
});

test('every file and folder of the project that a page of documentation names is there', () => {
  const pages = readdirSync(join(projectRoot, 'docs')).filter((name) => name.endsWith('.md'));
  const named = pages.flatMap((page) =>
    [...read(`docs/${page}`).matchAll(/`((?:src|test|e2e|scripts|resources)\/[\w./-]+)`/g)].map(
      ([, path = '']) => ({ page, path }),
    ),
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ path }) => !existsSync(join(projectRoot, path)))).toEqual([]);
});

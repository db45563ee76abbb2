import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../support/project-copy.ts';

/** What there is one of, so that sizes and keys are solved once: how another would look, and where it is. */
const kinds = {
  toast: { looks: /<Notifications\b|\bnotifications\.show\b/, at: ['ui/notify.tsx', 'ui/toasts.tsx'] },
  drawer: { looks: /<Drawer\b/, at: ['ui/side-drawer.tsx'] },
  'page head': {
    looks: /<h1\b/,
    at: [
      'app/signed-out.tsx',
      // A file of its own, which opens without Sluice.
      'features/annotated/export/html.ts',
      // Steps before there is anything to go to.
      'features/welcome/connect-step.tsx',
      'features/welcome/folder-step.tsx',
      'features/welcome/start-choice.tsx',
      'ui/page.tsx',
    ],
  },
  'filter bar': {
    looks: /<search\b/,
    at: [
      // These find in a text, and narrow no list.
      'features/json-tree/tree-search-bar.tsx',
      'features/search/search-form.tsx',
      'ui/filter-bar.tsx',
    ],
  },
  grid: { looks: /(?<!\[)\brole=(?:"|\{[^}]*')(?:tree)?grid\b/, at: ['ui/grid/grid.tsx'] },
  'address codec': { looks: /\bnew URLSearchParams\(\)/, at: ['lib/addresses/define-query.ts'] },
} as const;
type Kind = keyof typeof kinds;

const root = join(projectRoot, 'src/renderer');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path));

test.each(Object.keys(kinds) as Kind[])('there is one %s', (kind) => {
  const { looks, at } = kinds[kind];
  const makers = sources.filter((path) => looks.test(readFileSync(join(root, path), 'utf8')));
  expect(makers.sort()).toEqual([...at].sort());
});

test.each<[Kind, string]>([
  ['toast', 'notifications.show({ message: text, autoClose: false });'],
  ['drawer', '<Drawer opened onClose={close}>'],
  ['page head', '<h1>Tags</h1>'],
  ['filter bar', '<search className={classes.filters}>'],
  ['grid', '<div role="grid" tabIndex={0}>'],
  ['grid', "role={isTree ? 'treegrid' : 'grid'}"],
  ['address codec', 'const query = new URLSearchParams();'],
])('another %s would be noticed', (kind, source) => {
  expect(kinds[kind].looks.test(source)).toBe(true);
});

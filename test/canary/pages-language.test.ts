import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../support/project-copy.ts';

/** Also what a page is loaded by when somebody goes there. */
const imports = /(?:^(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?|\bimport\()'([#.][^']+)'/gm;

/** Every file that a file imports for more than types, and what those import in turn. */
function reachedFrom(file: string, reached = new Set<string>()): Set<string> {
  reached.add(file);
  for (const [, from = ''] of readFileSync(file, 'utf8').matchAll(imports)) {
    const path = from.startsWith('#') ? join(projectRoot, 'src', from.slice(1)) : join(dirname(file), from);
    if (reached.has(path) || !existsSync(path)) continue;
    if (/\.tsx?$/.test(path)) reachedFrom(path, reached);
    else reached.add(path);
  }
  return reached;
}

function localesFrom(entry: string): string[] {
  const files = [...reachedFrom(join(projectRoot, entry))].map((path) => relative(projectRoot, path));
  return files.filter((path) => path.startsWith(join('resources', 'locales')));
}

test.each(['app', 'agent'])('the pages of the %s carry no language: they load the chosen one', (entry) => {
  expect(reachedFrom(join(projectRoot, `src/renderer/entry/${entry}.tsx`)).size).toBeGreaterThan(200);
  expect(localesFrom(`src/renderer/entry/${entry}.tsx`)).toEqual([]);
});

test('whoever carries one is found', () => {
  expect(localesFrom('src/cli/index.ts')).toEqual([join('resources', 'locales', 'en.json')]);
});

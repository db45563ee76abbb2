import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import english from '../../../resources/locales/en.json';
import { menuKeys } from '#shared/keys/menu-keys.ts';
import { keyGroups, keyName, keyOfMenu } from './keys.ts';

const renderer = join(import.meta.dirname, '..');
const lines = Object.values(keyGroups).flatMap((group) => group.lines);

/** How a handler calls a key that the list writes otherwise; null for what needs no line of its own. */
const inList: Readonly<Record<string, string | null>> = {
  Escape: 'Esc',
  ' ': 'Space',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  // Pages of a list, and the larger size on keyboards where it needs Shift.
  PageUp: null,
  PageDown: null,
  '=': null,
};
const listed = new Set(
  lines
    .flatMap(({ keys }) => keys)
    .flatMap((key) => key.split(' '))
    .flatMap((key) => [key, key.replace(/^(?:(?:Ctrl|Alt|Shift)\+)+/, '')]),
);

/** The keys that a file compares with what was pressed. */
function keysIn(source: string): string[] {
  if (!/KeyboardEvent|event\.key|useHotkeys|Keys: Readonly/.test(source)) return [];
  const compared = [...source.matchAll(/\bkey === '([^']+)'|case '([^']+)':/g)];
  const hot = [...source.matchAll(/^\s*\[?\s*'((?:shift\+)?(?:F\d+|[^\w\s']))',/gm)];
  const named = [...source.matchAll(/Keys\b[^=\n]*= \{([^}]+)\}/g)].flatMap(([, body = '']) => [
    ...body.matchAll(/(?:(\w+)|'([^']+)'): ('?)[-\w]+\3/g),
  ]);
  return [...compared, ...hot, ...named].map(([, one, other]) => one ?? other ?? '');
}

const isKey = (key: string) => /^(?:.|F\d+|Enter|Escape|Home|End|Page\w+|Arrow\w+)$/u.test(key);

test('every key that a page has is in the list', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: renderer, exclude: ['**/*.test.*', 'testing/**'] });
  const used = files.flatMap((file) =>
    keysIn(readFileSync(join(renderer, file), 'utf8'))
      .filter(isKey)
      .map((key) => ({ file, key })),
  );
  const forgotten = used.filter(({ key }) => {
    const name = key in inList ? inList[key] : key;
    return name !== null && !listed.has(name as string);
  });
  expect(forgotten).toEqual([]);
  // As many as there are today, or nearly.
  expect(used.length).toBeGreaterThan(60);
});

test('a key that was forgotten would be noticed', () => {
  expect(keysIn("const f = (event: KeyboardEvent) => event.key === 'x';")).toEqual(['x']);
  expect(listed.has('x')).toBe(false);
});

test('each line says what it does once in its group', () => {
  for (const group of Object.values(keyGroups)) {
    const said = group.lines.map(({ what }) => english[what]);
    expect(new Set(said).size).toBe(said.length);
  }
});

test('a Mac’s keyboard has other names', () => {
  expect(keyName('Ctrl+K', true)).toBe('⌘K');
  expect(keyName('Shift+F6', true)).toBe('⇧F6');
  expect(keyName('Ctrl+K', false)).toBe('Ctrl+K');
  expect(Object.values(menuKeys).map(keyOfMenu)).toContain('Ctrl+Shift+P');
});

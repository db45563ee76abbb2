import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Locales } from './locales.ts';

const own = fileURLToPath(new URL('../../resources/locales', import.meta.url));
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-locales-'));
  cpSync(own, folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('texts follow the preference, then the system', () => {
  const locales = new Locales(folder);
  expect(locales.say('auto', 'de-CH')('desktop.working', { done: 1, total: 2 })).toBe('1 von 2');
  expect(locales.say('en', 'de-CH')('desktop.working', { done: 1, total: 2 })).toBe('1 of 2');
  expect(locales.say('auto', 'fr')('desktop.paused')).toBe('Paused');
  expect(locales.say('auto', 'de')('desktop.attention', { count: 1 })).toBe('1 braucht Sie');
  expect(locales.say('auto', 'de')('desktop.attention', { count: 1_200 })).toBe('1.200 brauchen Sie');
});

test('a third file is a third language', () => {
  const polish = {
    'desktop.attention': '{count, plural, one {# sprawa} few {# sprawy} many {# spraw} other {# sprawy}}',
  };
  writeFileSync(join(folder, 'pl.json'), JSON.stringify(polish));
  const say = new Locales(folder).say('auto', 'pl-PL');
  expect([1, 3, 5].map((count) => say('desktop.attention', { count }))).toEqual([
    '1 sprawa',
    '3 sprawy',
    '5 spraw',
  ]);
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Locale } from '#shared/sentences/sentence-key.ts';
import { settings } from '../../testing/answers.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { locales, localesFrom } from './locales.ts';

const folder = join(import.meta.dirname, '../../../../resources/locales');
const english: Locale = JSON.parse(readFileSync(join(folder, 'en.json'), 'utf8'));
const polish: Locale = {
  ...english,
  'uploads.title': 'Przesyłanie',
  'settings.language': 'Język',
  'uploads.total': '{count, plural, one {# plik} few {# pliki} many {# plików} other {# pliku}}',
};

test('each file of the folder is a language', () => {
  const tags = readdirSync(folder).map((file) => file.replace('.json', ''));
  expect([...locales.languages].sort()).toEqual(tags.sort());
});

test('a language is read when it is chosen, once, and again after it could not be read', async () => {
  let reads = 0;
  const { languages, load } = localesFrom({
    'x/pl.json': async () => {
      reads += 1;
      if (reads === 1) throw new Error('not there');
      return polish;
    },
  });
  expect(languages).toEqual(['pl']);
  expect(reads).toBe(0);
  await expect(load('pl')).rejects.toThrow('not there');
  const { say, language } = await load('pl');
  await load('pl');
  expect([language, say('uploads.total', { count: 3 }), reads]).toEqual(['pl', '3 pliki', 2]);
  await expect(load('xx')).rejects.toThrow('There are no sentences in xx.');
});

test('a third file is all that a third language needs', async () => {
  const three = localesFrom({ 'x/en.json': async () => english, 'x/pl.json': async () => polish });
  const preferences = { ...settings.preferences, language: 'pl' };
  renderPage(
    '#/settings/preferences',
    { 'settings.get': () => ({ settings: { ...settings, preferences }, keysPresent: { p1: true } }) },
    three,
  );
  expect(await screen.findByRole('radiogroup', { name: 'Język' })).toBeDefined();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Polski' }).checked).toBe(true);
  expect(document.documentElement.lang).toBe('pl');
});

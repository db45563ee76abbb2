import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { said } from '#shared/spoken/said.ts';
import { speakEnglish } from '#shared/spoken/speak-english.ts';
import { aFolderState, settings } from '../testing/answers.ts';
import { renderPage } from '../testing/render-page.tsx';

const german = {
  'settings.get': () => ({
    settings: { ...settings, preferences: { ...settings.preferences, language: 'de' as const } },
    keysPresent: { p1: true },
  }),
};

test('what core composes is said in the person’s language: checks', async () => {
  const title = said('check.name.disk');
  const space = said('check.space', { megabytes: 12345 });
  const { user } = renderPage('#/settings/diagnostics', {
    ...german,
    'agent.doctor': () => ({
      ok: false,
      checks: [
        { name: 'disk', title, ok: true, message: speakEnglish(space), said: space },
        {
          name: 'folder x',
          title: said('check.name.folder', { folder: 'x' }),
          ok: false,
          code: 'FOLDER_MISSING',
          message: 'English',
          said: { code: 'FOLDER_MISSING', values: { detail: '/x' } },
        },
        {
          name: 'later',
          ok: true,
          message: 'Said by a newer agent.',
          said: { code: 'check.new', values: {} },
        },
      ],
    }),
  });
  await user.click(await screen.findByRole('button', { name: 'Ausführen' }));
  expect(await screen.findByText('12.345 MB sind für den Datenordner frei.')).toBeDefined();
  expect(screen.getByText('Platz')).toBeDefined();
  expect(screen.getByText('Ordner x')).toBeDefined();
  expect(screen.getByText(/^Der beobachtete Ordner ist nicht da\. \(\/x\) Verbinden Sie/)).toBeDefined();
  expect(screen.getByText('Said by a newer agent.')).toBeDefined();
});

test('what core composes is said in the person’s language: health', async () => {
  const network = said('health.network', { kind: 'nfs', everyMs: 30_000, settleMs: 600_000 });
  const state = aFolderState();
  renderPage('#/folders', {
    ...german,
    'folders.list': () => [
      { ...state, health: { ...state.health, mode: 'polling', why: speakEnglish(network), said: network } },
    ],
  });
  const card = (await screen.findByRole('heading', { level: 2, name: 'reports' })).closest('article');
  expect(
    within(card as HTMLElement).getByText(/Netzlaufwerk \(nfs\).* alle 30 Sek.* wenn sie 10 Min.* still war/),
  ).toBeDefined();
});

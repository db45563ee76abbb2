import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Said, said } from '#shared/spoken/said.ts';
import { settings } from '../testing/answers.ts';
import { Refusal } from '../testing/fake-host.ts';
import { renderPage } from '../testing/render-page.tsx';

/** What a German page says of a failure, with what exactly it was. */
async function toldOf(exactly: Said): Promise<string | null> {
  const preferences = { ...settings.preferences, language: 'de' as const };
  const { user } = renderPage('#/settings/diagnostics', {
    'settings.get': () => ({ settings: { ...settings, preferences }, keysPresent: { p1: true } }),
    'agent.doctor': () => {
      throw new Refusal('USAGE', 'This cannot be done.', exactly);
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Ausführen' }));
  return (await screen.findByRole('alert')).textContent;
}

test.each([
  ['the name of a field', said('input.required', { field: 'tag_name' }), 'tag_name fehlt.'],
  ['a path', said('usage.watchedAlready', { path: 'in/x' }), 'in/x ist schon ein beobachteter Ordner.'],
  ['a word of ours', said('input.noCall'), 'Diesen Aufruf gibt es nicht.'],
])('what exactly it was is a sentence of its own that begins with %s', async (_what, exactly, sentence) => {
  expect(await toldOf(exactly)).toContain(sentence);
});

import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { said } from '#shared/spoken/said.ts';
import { settings } from '../testing/answers.ts';
import { Refusal } from '../testing/fake-host.ts';
import { renderPage } from '../testing/render-page.tsx';

/** What a page says of a failed call, in German where it is not said otherwise. */
async function toldOf(refusal: Refusal, language: 'de' | 'en' = 'de'): Promise<string | null> {
  const preferences = { ...settings.preferences, language };
  const { user } = renderPage('#/settings/diagnostics', {
    'settings.get': () => ({ settings: { ...settings, preferences }, keysPresent: { p1: true } }),
    'agent.doctor': () => {
      throw refusal;
    },
  });
  await user.click(await screen.findByRole('button', { name: language === 'de' ? 'Ausführen' : 'Run' }));
  return (await screen.findByRole('alert')).textContent;
}

test.each([
  ['the name of a field', said('input.required', { field: 'tag_name' }), 'tag_name fehlt.'],
  ['a path', said('usage.watchedAlready', { path: 'in/x' }), 'in/x ist schon ein beobachteter Ordner.'],
  ['a word of ours', said('input.noCall'), 'Diesen Aufruf gibt es nicht.'],
])(
  'a refusal is told in a sentence that begins with %s, not as of a command',
  async (_what, exactly, sentence) => {
    expect(await toldOf(new Refusal('USAGE', 'This cannot be done.', exactly))).toBe(
      `${sentence}Nichts wurde geändert.`,
    );
  },
);

test.each([
  [false, 'retry to try at once.'],
  [true, 'It may have been done all the same: look before you do it again.'],
])(
  'a call is not said to be tried again by itself; when it may have been done: %s',
  async (maybeDone, advice) => {
    const told = await toldOf(new Refusal('SERVICE_FAILED', 'It failed.', undefined, maybeDone), 'en');
    expect(told).toContain(advice);
    expect(told).not.toContain('automatically');
  },
);

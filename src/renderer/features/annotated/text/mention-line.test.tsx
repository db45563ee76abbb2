import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { I18nProvider } from '../../../lib/i18n/i18n-context.tsx';
import type { ShownPlace } from '../use-place.ts';
import type { RemoteDocument } from '../worker/document-client.ts';
import { MentionLine } from './mention-line.tsx';
import type { MarkFacts } from './use-mark-facts.ts';

test('its line is there with the place, before anything is known of it: a pane made lower later moves what was shown', async () => {
  const asked = Promise.withResolvers<MarkFacts>();
  const remote = { numberOf: () => asked.promise } as unknown as RemoteDocument;
  const place = { block: 1, start: 0, entity: 3, turn: 1 } as ShownPlace;
  render(
    <I18nProvider language="en">
      <MentionLine remote={remote} place={place} isCounted />
    </I18nProvider>,
  );
  const line = await screen.findByRole('status');
  const facts = { entity: 3, name: 'Halden', type: 'COMP', number: 2, mentions: 5 };
  asked.resolve({ ...facts, relevance: null, sentiment: null, id: null } as MarkFacts);
  await screen.findByText('Halden');
  expect(screen.getByRole('status')).toBe(line);
});

import { expect, test } from 'vitest';
import { english } from '../testing/voices.ts';
import { healthText } from './folder-text.ts';

test('how a folder is watched is said in English too, with its remarks', () => {
  const health = {
    mode: 'native' as const,
    why: 'Changes are seen at once.',
    said: { code: 'health.native', values: { everyMs: 600_000 } },
    remarks: [{ code: 'health.noAgent', values: {} }],
    lastReconcileAt: null,
    counted: 0,
  };
  expect(healthText({ health }, english)).toMatch(/^Changes are seen at once, .* 10 min.*\. No agent/);
});

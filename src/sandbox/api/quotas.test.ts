import { expect, test } from 'vitest';
import type { SandboxOptions } from '../options.ts';
import { startCaller } from '../test-support/sandbox-caller.ts';
import { samplePdf } from '../test-support/sample-pdf.ts';

async function quotas(options: SandboxOptions) {
  const caller = await startCaller({ annotate: false, ...options });
  const { json } = await caller.call('GET', '/v1/subscription/quotas');
  await caller.stop();
  return json as Record<string, unknown> & { quota_units?: Record<string, unknown>[] };
}

const unit = (id: string, units_limit: unknown) =>
  expect.objectContaining({ id, units_usage: 0, units_limit });

test('in the wrapper with null, or without it with a word: as the profile does', async () => {
  const spec = await quotas({ profile: 'spec' });
  expect(spec.results).toEqual({
    org_id: 'sandbox-org',
    subscription_type: 'quota',
    quota_units: [
      unit('documents_uploaded', 10_000),
      unit('search_queries', null),
      unit('knowledge_graph', 100_000),
    ],
  });
  const field = await quotas({ profile: 'field' });
  expect(field).not.toHaveProperty('results');
  expect(field.quota_units).toContainEqual(unit('search_queries', 'unlimited'));
});

test('each is a switch of its own', async () => {
  const { results } = await quotas({
    profile: 'field',
    quotas: { shape: 'wrapped', unlimited: 'null', pagesLimit: null },
  });
  expect(results).toMatchObject({
    quota_units: [unit('documents_uploaded', null), unit('search_queries', null), {}],
  });
});

test('documents count by their pages, searches by their queries, and a deletion gives nothing back', async () => {
  const caller = await startCaller();
  const used = async () => {
    const { json } = await caller.call('GET', '/v1/subscription/quotas');
    const { quota_units } = json.results as unknown as { quota_units: { units_usage: number }[] };
    return quota_units.map((one) => one.units_usage);
  };
  // A PDF tells its pages; other text is cut into pages of 3000 characters.
  await caller.finished(await caller.upload('one page.pdf', samplePdf()));
  expect(await used()).toEqual([1, 0, 0]);
  const text = await caller.upload('long.txt', 'A page. '.repeat(800));
  await caller.finished(text);
  await caller.call('DELETE', `/contents/v1/documents/${text}`);
  await caller.call('POST', '/v1/search', { query: { text: 'page' } });
  await caller.call('POST', '/v1/knowledge-graph/topics', { query: 'tariffs' });
  expect(await used()).toEqual([4, 1, 1]);
  await caller.stop();
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { json } from '#core/service/testing/local-server.ts';
import { contentId } from './exchanges/exchange.ts';
import { createCommandPlace } from './support/command-place.ts';
import { answerOf, dataOf } from '../cli/support/answer-of.ts';

let place: Awaited<ReturnType<typeof createCommandPlace>>;

beforeAll(async () => {
  place = await createCommandPlace();
});
beforeEach(() => place.renew());
afterAll(() => place.close());

describe('sluice search', () => {
  const found = {
    results: [
      {
        id: contentId,
        headline: 'Results of the third quarter',
        timestamp: '2026-09-22T10:00:00Z',
        source: { name: 'My files' },
        chunks: [{ cnum: 1, text: 'Revenue\nrose by 5%.', relevance: 0.8 }],
      },
    ],
    usage: { api_query_units: 1 },
  };

  test('looks in your files, fast, and says that it costs', async () => {
    place.answers(found);
    const { code, stdout, stderr } = await place.run([
      'search',
      'revenue',
      'growth',
      '--tag',
      'q',
      '--tag',
      'r',
      '--limit',
      '5',
    ]);
    expect(code).toBe(0);
    expect([place.sent(), place.sentBody()]).toEqual([
      ['POST /v1/search'],
      {
        search_mode: 'fast',
        query: {
          text: 'revenue growth',
          filters: { category: { mode: 'INCLUDE', values: ['my_files'] }, tag: { any_of: ['q', 'r'] } },
          max_chunks: 5,
        },
      },
    ]);
    expect(stdout).toBe(
      `Results of the third quarter\n2026-09-22T10:00:00Z · My files · ${contentId}\n  Revenue rose by 5%.\n\n1 document\n`,
    );
    expect(stderr).toBe('A search uses some of your search quota.\nUsed: 1 of your search quota.\n');
  });

  test('looks everywhere with --all-sources, and gives the answer as it came with --json', async () => {
    place.answers(found);
    const { stdout } = await place.run(['search', 'revenue', '--all-sources', '--json']);
    expect(place.sentBody()).toEqual({ search_mode: 'fast', query: { text: 'revenue', filters: {} } });
    expect(dataOf(stdout)).toEqual(found);
  });

  test('needs words', async () => {
    expect((await place.run(['search'])).code).toBe(2);
    expect(place.sent()).toEqual([]);
  });
});

describe('sluice executions', () => {
  const page = (cursor: string | null) => ({
    count: 3,
    results: [
      {
        execution_id: 'e-3',
        name: 'Morning',
        status: 'completed',
        is_public: true,
        date_created: 'd',
        last_updated: 'u',
      },
    ],
    cursor,
  });

  test('lists a page and says that there are more', async () => {
    place.answers(page('next'));
    const { code, stdout, stderr } = await place.run(['executions', '--template', 't 1', '--limit', '1']);
    expect(code).toBe(0);
    expect(place.sent()).toEqual(['GET /v1/workflow/executions?template_id=t+1&limit=1']);
    expect(stdout).toMatch(
      /^execution +status +created +updated +public +name\ne-3 +completed +d +u +yes +Morning\n1 of 3 runs\.\n$/,
    );
    expect(stderr).toBe('There are more; --all lists them.\n');
  });

  test('lists all', async () => {
    place.answer((request, response) =>
      json(response, 200, page(request.url.includes('cursor') ? null : 'next')),
    );
    const { stdout } = await place.run(['executions', '--all', '--json']);
    expect(answerOf(stdout)).toMatchObject({ data: [{}, {}], page: { total: 3 } });
  });

  test('may be none', async () => {
    place.answers({ count: 0, results: [], cursor: null });
    expect((await place.run(['executions'])).stdout).toBe('No stored runs.\n');
  });
});

test('sluice quotas says what a plan of credits tells, whatever its fields are called', async () => {
  const plan = {
    org_id: 'o',
    subscription_type: 'credits',
    credits: { granted: 5000, used: 1200, renews_at: '2026-12-01' },
    quota_units: [{ id: 'search', display_name: 'Search', credits_used: 40 }],
  };
  place.answers({ results: plan, metadata: { request_id: 'r' } });
  const { stdout } = await place.run(['quotas']);
  expect(stdout).toBe(
    [
      'unit    used  limit  left',
      'Search     -   none     -',
      'org_id               o',
      'credits.granted      5000',
      'credits.used         1200',
      'credits.renews_at    2026-12-01',
      'search.credits_used  40',
      'Subscription by credits.',
      '',
    ].join('\n'),
  );
  place.answers({ subscription_type: 'credits', balance: 7 });
  expect((await place.run(['quotas'])).stdout).toBe('balance  7\nSubscription by credits.\n');
  expect(dataOf((await place.run(['quotas', '--json'])).stdout)).toEqual({
    subscriptionType: 'credits',
    units: [],
    pagesLeft: null,
    more: { balance: 7 },
  });
  place.answers({});
  expect((await place.run(['quotas'])).stdout).toBe('The service tells no limits.\n');
});

test('sluice quotas shows what is left', async () => {
  place.answers({
    results: {
      subscription_type: 'quota',
      quota_units: [
        { id: 'pages', display_name: 'Pages', units_usage: 1000, units_limit: 5000 },
        { id: 'q', display_name: 'Query units', units_usage: 3, units_limit: 'unlimited' },
      ],
    },
  });
  const { code, stdout } = await place.run(['quotas']);
  expect(code).toBe(0);
  expect(stdout).toBe(
    [
      'unit          used  limit   left',
      'Pages        1,000  5,000  4,000',
      'Query units      3   none      -',
      'Pages left: 4,000',
      'Subscription by quota.',
      '',
    ].join('\n'),
  );
  expect(dataOf((await place.run(['quotas', '--json'])).stdout)).toMatchObject({ pagesLeft: 4000 });
});

test('a service that refuses the key ends each of them with its class', async () => {
  place.answer((_, response) => json(response, 401, { message: 'no' }));
  for (const args of [['quotas'], ['executions'], ['search', 'a'], ['call', 'tags.list']])
    expect([args, (await place.run(args)).code]).toEqual([args, 4]);
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entityId } from '../enrich/annotate/gazetteer.ts';
import { type Answer, type SandboxCaller, startCaller } from '../test-support/sandbox-caller.ts';

let caller: SandboxCaller;
beforeAll(async () => {
  caller = await startCaller({ annotate: false });
});
afterAll(() => caller.stop());

const dayMs = 24 * 60 * 60 * 1000;
const day = (offset: number) =>
  new Date(caller.sandbox.clock.now() + offset * dayMs).toISOString().slice(0, 10);
const refusal = ({ json }: Answer) => (json.detail as { loc: unknown[]; msg: string }[])[0];

describe('economic calendar', () => {
  const ask = (body: unknown) => caller.call('POST', '/v1/economic-calendar/query', body);
  const march = { start_date: '2025-03-01', end_date: '2025-03-31' };

  test('a release carries its fields, and its category reads in the hyphenated form', async () => {
    const { status, json } = await ask({
      ...march,
      countries: ['US'],
      categories: ['labor-market'],
      impacts: ['HIGH'],
    });
    expect(status).toBe(200);
    expect(json.results?.map((one) => one.name)).toEqual(['Unemployment Rate', 'Employment Change']);
    expect(json.results?.[1]).toEqual({
      event_datetime: '2025-03-05T12:00:00.000Z',
      country: 'US',
      name: 'Employment Change',
      category: 'labor-market',
      impact: 'HIGH',
      actual: expect.any(Number),
      consensus: expect.any(Number),
      previous: expect.any(Number),
      revised: json.results?.[1]?.revised ?? null,
      surprise: expect.any(Number),
      surprise_unit: '%',
      ratio_deviation: expect.any(Number),
      is_better_than_expected: expect.any(Boolean),
      period_date: '2025-02-01',
      period_type: 'MONTH',
    });
    // Full units, not thousands.
    expect(Number(json.results?.[1]?.actual)).toBeGreaterThan(10_000);
  });

  test('a figure published in January reads as December', async () => {
    const january = {
      start_date: '2025-01-01',
      end_date: '2025-01-31',
      countries: ['US'],
      categories: ['inflation'],
    };
    const { json } = await ask(january);
    expect(new Set(json.results?.map((one) => one.period_date))).toEqual(new Set(['2024-12-01']));
  });

  test('both days are included', async () => {
    const only = {
      start_date: '2025-03-12',
      end_date: '2025-03-12',
      countries: ['EMU'],
      categories: ['inflation'],
    };
    expect((await ask(only)).json.results?.map((one) => one.country)).toEqual(['EMU']);
  });

  test('UK is accepted, and answered as GB', async () => {
    const { json } = await ask({ ...march, countries: ['UK'], impacts: ['HIGH'] });
    expect(json.results?.length).toBeGreaterThan(2);
    expect(new Set(json.results?.map((one) => one.country))).toEqual(new Set(['GB']));
  });

  test.each(['Labor Market', 'Inflation', 'labour-market'])(
    'the category %j is refused, and the twelve are named',
    async (name) => {
      const answer = await ask({ ...march, categories: [name] });
      expect([answer.status, refusal(answer)?.loc]).toEqual([422, ['body', 'categories', 0]]);
      const named = refusal(answer)?.msg.match(/[a-z]+(-[a-z]+)+|inflation/g);
      expect(new Set(named).size).toBe(12);
      expect(named).toEqual(
        expect.arrayContaining(['inflation', 'labor-market', 'central-banks', 'bond-auctions']),
      );
      for (const category of named ?? [])
        expect((await ask({ ...march, categories: [category] })).status).toBe(200);
    },
  );

  test.each([
    [{ end_date: '2025-03-31' }, ['body', 'start_date']],
    [{ start_date: '2025-03-01' }, ['body', 'end_date']],
    [{ start_date: '2025-03-01T00:00:00Z', end_date: '2025-03-31' }, ['body', 'start_date']],
    [{ start_date: '2025-03-31', end_date: '2025-03-01' }, ['body', 'end_date']],
    [{ start_date: '2025-03-01', end_date: '2025-03-31', countries: ['usa'] }, ['body', 'countries', 0]],
    [{ start_date: '2025-03-01', end_date: '2025-03-31', impacts: ['high'] }, ['body', 'impacts', 0]],
  ])('refuses %j', async (body, loc) => {
    const answer = await ask(body);
    expect([answer.status, refusal(answer)?.loc]).toEqual([422, loc]);
  });

  test('at most 2000 releases, the earliest', async () => {
    const year = { start_date: '2024-01-01', end_date: '2024-12-31' };
    const { json } = await ask(year);
    const times = json.results?.map((one) => String(one.event_datetime)) ?? [];
    expect(times).toHaveLength(2000);
    expect(times).toEqual(times.toSorted());
    expect(times[0]).toContain('2024-01-01');
    expect(times.at(-1)?.slice(0, 4)).toBe('2024');
    const narrowed = await ask({ ...year, countries: ['CH'] });
    expect(narrowed.json.results?.length).toBeLessThan(2000);
  });

  test('what is still to come has no actual and no surprise, but its unit', async () => {
    const { json } = await ask({ start_date: day(1), end_date: day(40), countries: ['US'] });
    expect(json.results?.length).toBeGreaterThan(10);
    for (const release of json.results ?? []) {
      expect(release).not.toHaveProperty('actual');
      expect(release.surprise).toBeNull();
      expect(['pp', '%']).toContain(release.surprise_unit);
    }
  });

  test('surprises: percentage points for percentages, percent of the consensus for other figures', async () => {
    const { json } = await ask({ start_date: '2023-01-01', end_date: '2023-06-30', countries: ['US', 'JP'] });
    const consensuses = new Set(json.results?.map((one) => one.consensus));
    expect([consensuses.has(0), consensuses.has(null)]).toEqual([true, true]);
    for (const { actual, consensus, surprise, surprise_unit: unit } of json.results ?? []) {
      if (consensus === null) {
        expect(surprise).toBeNull();
        continue;
      }
      const difference = Number(actual) - Number(consensus);
      const share = (difference / Number(consensus)) * 100;
      expect(Number(surprise)).toBeCloseTo(unit === 'pp' ? difference : share, 2);
    }
  });
});

describe('events calendar', () => {
  const ask = (body: unknown, of = caller) => of.call('POST', '/v1/events-calendar/query', body);
  const unmapped = ({ json }: Answer) => json.events_unmapped as Record<string, unknown>[];
  const spring = { start_date: '2025-04-01', end_date: '2025-06-30' };

  test('an earnings call has every field', async () => {
    const { json } = await ask({
      ...spring,
      categories: ['earnings-call'],
      countries: ['NL'],
      exchanges: ['AMS'],
    });
    expect(json.results).toHaveLength(1);
    expect(json.results?.[0]).toMatchObject({
      company_name: 'ASML Holding N.V.',
      category: 'earnings-call',
      event_datetime: expect.stringMatching(/^2025-0[4-6]-\d\dT13:00:00/),
      exchange: 'AMS',
      fiscal_year: 2025,
      fiscal_period: 'Q1',
      rp_collection_id: expect.any(String),
      rp_entity_id: expect.stringMatching(/^[0-9A-F]{6}$/),
    });
    expect(json.events_unmapped).toEqual([]);
  });

  test('a company about to list is unmapped, and carries midnight UTC', async () => {
    const answer = await ask({ ...spring, categories: ['ipos-calendar'] });
    expect(unmapped(answer).length).toBeGreaterThan(3);
    for (const event of unmapped(answer)) {
      expect(Object.keys(event).sort()).toEqual([
        'category',
        'company_name',
        'country',
        'event_datetime',
        'exchange',
        'ticker',
      ]);
      expect(event.event_datetime).toMatch(/T00:00:00/);
    }
    // One that trades already is mapped.
    const year = await ask({
      start_date: '2025-01-01',
      end_date: '2025-12-31',
      categories: ['ipos-calendar'],
    });
    expect(year.json.results?.map((one) => [one.ticker, one.event_datetime])).toEqual([
      ['LHRB', '2025-06-12T00:00:00.000Z'],
    ]);
  });

  test('IPOs come on the first page only', async () => {
    const paged = { ...spring, page_size: 5 };
    const count = (answer: Answer) =>
      [...(answer.json.results ?? []), ...unmapped(answer)].filter((one) => one.category === 'ipos-calendar')
        .length;
    const first = await ask(paged);
    const second = await ask({ ...paged, page: 2 });
    expect(count(first)).toBeGreaterThan(3);
    expect(count(second)).toBe(0);
    expect((second.json.results?.length ?? 0) + unmapped(second).length).toBe(5);
    expect(first.json.pagination).toEqual({ page: 1, page_size: 5, has_more: true });
  });

  test('delistings are known from 2025 on', async () => {
    const answer = await ask({
      start_date: '2024-06-01',
      end_date: '2025-06-30',
      categories: ['delisted-company'],
    });
    const all = [...(answer.json.results ?? []), ...unmapped(answer)];
    expect(all.every((one) => String(one.event_datetime) >= '2025-01-01')).toBe(true);
    expect(answer.json.results).toMatchObject([
      {
        ticker: 'JWN',
        rp_entity_id: entityId('COMP', 'Nordstrom, Inc.'),
        event_datetime: '2025-05-20T00:00:00.000Z',
      },
    ]);
    expect(unmapped(answer).length).toBeGreaterThan(3);
  });

  test('exchanges narrow calls, not IPOs', async () => {
    const answer = await ask({
      ...spring,
      exchanges: ['SIX'],
      categories: ['earnings-call', 'ipos-calendar'],
    });
    const calls = answer.json.results?.filter((one) => one.category === 'earnings-call') ?? [];
    expect(new Set(calls.map((one) => one.exchange))).toEqual(new Set(['SIX']));
    expect(unmapped(answer).length).toBeGreaterThan(3);
  });

  test('countries without US exclude IPOs, and nothing else', async () => {
    const answer = await ask({ ...spring, countries: ['GB'] });
    expect(answer.json.results?.length).toBeGreaterThan(2);
    expect(unmapped(answer)).toEqual([]);
  });

  test('a category spelled differently is refused', async () => {
    const answer = await ask({ ...spring, categories: ['Earnings Call'] });
    expect([answer.status, refusal(answer)?.loc]).toEqual([422, ['body', 'categories', 0]]);
  });

  test('an organization without IPOs: left out, and 403 when nothing remains', async () => {
    const without = await startCaller({ annotate: false, ipoCalendar: false });
    const both = await ask({ ...spring, categories: ['ipos-calendar', 'earnings-call'] }, without);
    expect([both.status, unmapped(both)]).toEqual([200, []]);
    expect(both.json.results?.length).toBeGreaterThan(2);
    expect((await ask({ ...spring, categories: ['ipos-calendar'] }, without)).status).toBe(403);
    await without.stop();
    expect((await ask({ ...spring, categories: ['ipos-calendar'], countries: ['GB'] })).status).toBe(403);
  });
});

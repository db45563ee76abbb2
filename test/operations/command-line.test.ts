import { writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createCore } from '#core/create-core.ts';
import { operations } from '#core/service/operations.ts';
import {
  json,
  type LocalServer,
  type SeenRequest,
  startLocalServer,
} from '#core/service/testing/local-server.ts';
import { runCommandLine } from '../../src/cli/command-line.ts';
import { fakeEnvironment } from '../../src/cli/testing/fake-environment.ts';
import { startSluice, temporaryFolder } from '../cli/support/program.ts';
import { contentId } from './exchanges/exchange.ts';

let server: LocalServer;
let folder: ReturnType<typeof temporaryFolder>;
let answer: (request: SeenRequest, response: ServerResponse) => void;

beforeAll(async () => {
  server = await startLocalServer((request, response) => answer(request, response));
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => {
  folder = temporaryFolder();
  server.seen.length = 0;
  answer = (_, response) => json(response, 200, {});
});
afterEach(() => folder.remove());

const variables = { SLUICE_API_KEY: 'canary-key-cli' };
const common = () => ['--base-url', server.url, '--data-dir', join(folder.path, 'data')];
/** In this process: a program of its own for each would take a second. Two tests below start the real one. */
async function run(args: string[], input?: string) {
  const { environment, stdout, stderr } = fakeEnvironment({
    variables,
    workingDirectory: folder.path,
    createCore,
    ...(input === undefined ? {} : { input }),
  });
  const code = await runCommandLine([...args, ...common()], environment);
  return { code, stdout: stdout(), stderr: stderr() };
}
const sent = () => server.seen.map(({ method, url }) => `${method} ${url}`);
const sentBody = () => JSON.parse(server.seen[0]?.body.toString() ?? '');
const answers = (value: unknown) => {
  answer = (_, response) => json(response, 200, value, { 'x-request-id': 'r-1' });
};

describe('sluice call', () => {
  test('--list shows every operation, without a service', async () => {
    const listed = await run(['call', '--list', '--json']);
    expect(JSON.parse(listed.stdout).map(({ name }: { name: string }) => name)).toEqual(
      Object.keys(operations),
    );
    const search = await run(['call', '--list', '--area', 'search']);
    expect(search.stdout).toMatch(/search\.volume +POST \/v1\/search\/volume +4\.13/);
    expect(search.stdout).not.toContain('tags.create');
    expect(server.seen).toEqual([]);
  });

  test('takes its body after --json and gives the answer as it came', async () => {
    const value = { results: [{ id: 'A', added_later: [1] }], usage: { knowledge_graph_tokens: 2 } };
    answers(value);
    const body = { query: "it's", countries: ['US'] };
    const { code, stdout, stderr } = await run([
      'call',
      'knowledge-graph.etfs',
      '--json',
      JSON.stringify(body),
    ]);
    expect([code, JSON.parse(stdout)]).toEqual([0, value]);
    expect(stderr).toBe('Used: 2 knowledge-graph tokens.\n');
    expect([sent(), sentBody()]).toEqual([['POST /v1/knowledge-graph/etfs'], body]);
    const joined = await run(['call', 'knowledge-graph.etfs', `--json=${JSON.stringify(body)}`]);
    expect([joined.code, JSON.parse(joined.stdout)]).toEqual([0, value]);
    expect((await run(['quotas', '--json={}'])).code).toBe(2);
  });

  test('takes its body from a file or stdin', async () => {
    writeFileSync(join(folder.path, 'body.json'), '\uFEFF{"query":"file"}');
    expect((await run(['call', 'knowledge-graph.etfs', '--json', '@body.json'])).code).toBe(0);
    expect(sentBody()).toEqual({ query: 'file' });
    server.seen.length = 0;
    expect((await run(['call', 'knowledge-graph.etfs', '-'], '{"query":"stdin"}')).code).toBe(0);
    expect(sentBody()).toEqual({ query: 'stdin' });
    expect(await run(['call', 'knowledge-graph.etfs', '@none.json'])).toMatchObject({ code: 7 });
    expect(await run(['call', 'knowledge-graph.etfs', '{query}'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('The body is not JSON.'),
    });
  });

  test('shows rows as a table, and what else there is', async () => {
    answers({
      results: {
        fields: ['FISCAL_YEAR', 'PERIOD', 'SEGMENTS'],
        values: [
          [2025, 'FY', { a: 1 }],
          [2024, 'FY', {}],
        ],
      },
      errors: [{ message: 'One year is missing.' }],
    });
    const { code, stdout, stderr } = await run([
      'call',
      'company-revenue-product-segments.query',
      '{"identifier":{"type":"rp_entity_id","value":"A"},"period":"annual"}',
    ]);
    expect(code).toBe(0);
    expect(stdout.split('\n').slice(0, 4)).toEqual([
      'FISCAL_YEAR  PERIOD',
      '       2025  FY',
      '       2024  FY',
      '2 rows · with --json also SEGMENTS',
    ]);
    expect(stdout).toMatch(/request r-1 · \d+ ms\n$/);
    expect(stderr).toBe('The service met an error: One year is missing.\n');
  });

  test('takes parameters, and every page', async () => {
    answer = (request, response) => {
      const isFirst = !request.url.includes('cursor');
      json(response, 200, {
        count: 2,
        results: [{ execution_id: isFirst ? 'b' : 'a' }],
        cursor: isFirst ? 'c' : null,
      });
    };
    const { code, stdout } = await run([
      'call',
      'workflow.executions',
      '--param',
      'limit=1',
      '--all',
      '--json',
    ]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).results).toEqual([{ execution_id: 'b' }, { execution_id: 'a' }]);
    expect(sent()).toEqual([
      'GET /v1/workflow/executions?limit=1',
      'GET /v1/workflow/executions?limit=1&cursor=c',
    ]);
  });

  test.each([
    [
      ['company-screener.query', '{"filters":{},"limit":0}'],
      2,
      'The limit of the screener is a whole number from 1 to 1000.',
    ],
    [['no.such'], 2, 'There is no operation no.such; `sluice call --list` shows them.'],
    [[], 2, 'Name an operation, or list them with --list.'],
    [['workflow.executions', '--param', 'limit'], 2, 'A parameter is given as name=value, not limit.'],
    [['documents.enrich', '{"file_name":"a"}'], 2, 'use the uploads page or `sluice upload`'],
  ])('%j ends with %i', async (args, code, says) => {
    const ended = await run(['call', ...args, '--json']);
    expect([ended.code, sent()]).toEqual([code, []]);
    expect(ended.stderr).toContain(says);
    expect(JSON.parse(ended.stdout).error.code).toBe('USAGE');
  });

  test('a refusal ends with its class, the reason and the request', async () => {
    answer = (_, response) =>
      json(
        response,
        422,
        {
          detail: [{ loc: ['body', 'categories', 0], msg: "Input should be 'inflation' or 'labor-market'" }],
        },
        { 'x-request-id': 'r-9' },
      );
    const body = '{"start_date":"2026-01-01","end_date":"2026-01-31","categories":["nonsense"]}';
    const { code, stderr, stdout } = await run(['call', 'economic-calendar.query', '--json', body]);
    expect(code).toBe(3);
    expect(stderr).toContain('The service accepts these categories: inflation, labor-market.');
    expect(stderr).toContain('request r-9');
    expect(JSON.parse(stdout).error).toMatchObject({ code: 'REFUSED_AS_INVALID', requestId: 'r-9' });
  });

  test('a stream is printed as it comes', async () => {
    let finish: () => void = () => undefined;
    answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const write = (content: string) =>
        response.write(`data: ${JSON.stringify({ delta: { content, message_id: 'm' } })}\n\n`);
      write('First line\nhalf\u001b[31m ');
      finish = () => {
        write('rest');
        response.end();
      };
    };
    const args = ['call', 'workflow.execute', '{"persistence_mode":"enabled"}', ...common()];
    const running = startSluice(args, { variables, directory: folder.path });
    await vi.waitFor(() => expect(running.stdout()).toContain('half'), { timeout: 30_000 });
    expect(running.stdout()).not.toContain('rest');
    finish();
    const { code, stdout } = await running.ended;
    expect([code, stdout]).toEqual([0, 'First line\nhalf\\x1b[31m rest\n']);
  });

  test('a stream with --json is a line an event, and SIGINT ends it', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"delta":{"content":"a"},"more":1}\n\n');
    };
    const args = ['call', 'workflow.execute', '--json', '{}', ...common()];
    const running = startSluice(args, { variables, directory: folder.path });
    await vi.waitFor(() => expect(running.lines()).toEqual([{ delta: { content: 'a' }, more: 1 }]), {
      timeout: 30_000,
    });
    running.child.kill('SIGINT');
    const { code, stdout } = await running.ended;
    expect(code).toBe(6);
    expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '').error.code).toBe('CANCELLED');
  });

  test('a batch goes from its lines to its results', async () => {
    const bodies: string[] = [];
    answer = (request, response) => {
      if (request.method === 'PUT') {
        bodies.push(request.body.toString());
        response.end();
      } else if (request.method === 'POST')
        json(response, 200, { batch_id: 'b1', presigned_url: `${server.url}/storage?sig=canary-signature` });
      else json(response, 200, { status: 'completed', results: [{ id: 1 }] });
    };
    writeFileSync(join(folder.path, 'queries.jsonl'), '{"query":{"text":"a"}}\r\n\n{"query":{"text":"b"}}');
    const ended = await run(['call', 'search.batches.create', '--queries', '@queries.jsonl', '--json']);
    expect([ended.code, JSON.parse(ended.stdout)]).toEqual([
      0,
      { status: 'completed', results: [{ id: 1 }] },
    ]);
    expect(bodies).toEqual(['{"query":{"text":"a"}}\n{"query":{"text":"b"}}\n']);
    expect(ended.stderr).toContain('2 queries were sent.\nThe batch is completed.\n');
    expect(ended.stdout + ended.stderr).not.toContain('canary-signature');
    writeFileSync(join(folder.path, 'bad.jsonl'), '{}\nnot json\n');
    expect((await run(['call', 'search.batches.create', '--queries', '@bad.jsonl'])).stderr).toContain(
      'Line 2 is not JSON.',
    );
  });

  test('what deletes goes ahead in a pipe, and with --yes', async () => {
    answers(null);
    const args = ['call', 'documents.delete', '--param', `content_id=${contentId}`];
    expect((await run([...args, '--yes', '--json'])).stdout).toBe('null\n');
    expect(sent()).toEqual([`DELETE /contents/v1/documents/${contentId}`]);
  });

  test('--describe says what an operation takes and what nobody knows of it', async () => {
    const { code, stdout } = await run(['call', 'search.query', '--describe']);
    expect(code).toBe(0);
    expect(stdout).toContain('search.query  POST {base_url}/v1/search  section 4.13');
    expect(stdout).toContain('Rule: In smart mode only the timestamp and source filters are allowed.');
    expect(stdout).toContain('Not shown: The complete shapes of request and answer.');
    expect(sent()).toEqual([]);
  });

  test('surprises of the economic calendar stand beside those of their unit only', async () => {
    const release = (name: string, surprise: number, surprise_unit: string) => ({
      country: 'US',
      name,
      surprise,
      surprise_unit,
    });
    answers({
      results: [release('CPI', 0.1, 'pp'), release('Payrolls', 25, '%'), release('Rate', -0.25, 'pp')],
    });
    const { stdout } = await run([
      'call',
      'economic-calendar.query',
      '{"start_date":"2026-01-01","end_date":"2026-01-31"}',
    ]);
    expect(stdout).toContain('Largest surprises in pp: -0.25 pp US Rate · 0.1 pp US CPI\n');
    expect(stdout).toContain('Largest surprises in %: 25 % US Payrolls\n');
  });

  test('--help names the ways to give a body', async () => {
    const { code, stdout } = await run(['call', '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain('@file');
  });
});

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
    answers(found);
    const { code, stdout, stderr } = await run([
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
    expect([sent(), sentBody()]).toEqual([
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
    expect(stderr).toBe('A search uses query units of the quota.\nUsed: 1 api query units.\n');
  });

  test('looks everywhere with --all-sources, and gives the answer as it came with --json', async () => {
    answers(found);
    const { stdout } = await run(['search', 'revenue', '--all-sources', '--json']);
    expect(sentBody()).toEqual({ search_mode: 'fast', query: { text: 'revenue', filters: {} } });
    expect(JSON.parse(stdout)).toEqual(found);
  });

  test('needs words', async () => {
    expect((await run(['search'])).code).toBe(2);
    expect(sent()).toEqual([]);
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
    answers(page('next'));
    const { code, stdout, stderr } = await run(['executions', '--template', 't 1', '--limit', '1']);
    expect(code).toBe(0);
    expect(sent()).toEqual(['GET /v1/workflow/executions?template_id=t+1&limit=1']);
    expect(stdout).toMatch(
      /^execution +status +created +updated +public +name\ne-3 +completed +d +u +yes +Morning\n1 of 3 runs\.\n$/,
    );
    expect(stderr).toBe('There are more; --all lists them.\n');
  });

  test('lists all', async () => {
    answer = (request, response) => json(response, 200, page(request.url.includes('cursor') ? null : 'next'));
    const { stdout } = await run(['executions', '--all', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ results: [{}, {}], cursor: null });
  });

  test('may be none', async () => {
    answers({ count: 0, results: [], cursor: null });
    expect((await run(['executions'])).stdout).toBe('No stored runs.\n');
  });
});

test('sluice quotas shows what is left', async () => {
  answers({
    results: {
      subscription_type: 'quota',
      quota_units: [
        { id: 'pages', display_name: 'Pages', units_usage: 1000, units_limit: 5000 },
        { id: 'q', display_name: 'Query units', units_usage: 3, units_limit: 'unlimited' },
      ],
    },
  });
  const { code, stdout } = await run(['quotas']);
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
  expect(JSON.parse((await run(['quotas', '--json'])).stdout)).toMatchObject({ pagesLeft: 4000 });
});

test('a service that refuses the key ends each of them with its class', async () => {
  answer = (_, response) => json(response, 401, { message: 'no' });
  for (const args of [['quotas'], ['executions'], ['search', 'a'], ['call', 'tags.list']])
    expect([args, (await run(args)).code]).toEqual([args, 4]);
});

import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { operations } from '#core/service/operations.ts';
import { json } from '#core/service/testing/local-server.ts';
import { contentId } from './exchanges/exchange.ts';
import { createCommandPlace } from './support/command-place.ts';
import { answerOf, dataOf, errorOf, eventsOf } from '../cli/support/answer-of.ts';

let place: Awaited<ReturnType<typeof createCommandPlace>>;

beforeAll(async () => {
  place = await createCommandPlace();
});
beforeEach(() => place.renew());
afterAll(() => place.close());

describe('sluice call', () => {
  test('--list shows every operation, without a service', async () => {
    const listed = await place.run(['call', '--list', '--json']);
    expect(dataOf(listed.stdout).map(({ name }: { name: string }) => name)).toEqual(Object.keys(operations));
    const search = await place.run(['call', '--list', '--area', 'search']);
    expect(search.stdout).toMatch(/search\.volume +POST \/v1\/search\/volume +4\.13/);
    expect(search.stdout).not.toContain('tags.create');
    expect(place.sent()).toEqual([]);
  });

  test('takes its body after --json and gives the answer as it came', async () => {
    const value = { results: [{ id: 'A', added_later: [1] }], usage: { knowledge_graph_tokens: 2 } };
    place.answers(value);
    const body = { query: "it's", countries: ['US'] };
    const { code, stdout, stderr } = await place.run([
      'call',
      'knowledge-graph.etfs',
      '--json',
      JSON.stringify(body),
    ]);
    expect([code, answerOf(stdout)]).toEqual([
      0,
      {
        version: 1,
        data: value,
        remarks: [{ message: 'Used: 2 knowledge-graph tokens.', code: 'remark.usedTokens' }],
      },
    ]);
    const raw = await place.run(['call', 'knowledge-graph.etfs', '--raw', JSON.stringify(body)]);
    expect([raw.code, raw.stdout]).toEqual([0, `${JSON.stringify(value)}\n`]);
    expect(stderr).toBe('Used: 2 knowledge-graph tokens.\n');
    expect(place.sentBody()).toEqual(body);
    const joined = await place.run(['call', 'knowledge-graph.etfs', `--json=${JSON.stringify(body)}`]);
    expect([joined.code, dataOf(joined.stdout)]).toEqual([0, value]);
    expect((await place.run(['quotas', '--json={}'])).code).toBe(2);
  });

  test('takes its body from a file or stdin', async () => {
    writeFileSync(place.pathOf('body.json'), '\uFEFF{"query":"file"}');
    expect((await place.run(['call', 'knowledge-graph.etfs', '--json', '@body.json'])).code).toBe(0);
    expect(place.sentBody()).toEqual({ query: 'file' });
    place.renew();
    expect((await place.run(['call', 'knowledge-graph.etfs', '-'], '{"query":"stdin"}')).code).toBe(0);
    expect(place.sentBody()).toEqual({ query: 'stdin' });
    expect(await place.run(['call', 'knowledge-graph.etfs', '@none.json'])).toMatchObject({ code: 7 });
    expect(await place.run(['call', 'knowledge-graph.etfs', '{query}'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('The body is not JSON.'),
    });
  });

  test('shows rows as a table, and what else there is', async () => {
    place.answers({
      results: {
        fields: ['FISCAL_YEAR', 'PERIOD', 'PRODUCT_SEGMENTS', 'ADDED_LATER'],
        values: [
          [2025, 'FY', { iPhone: 1 }, true],
          [2024, 'FY', {}, true],
        ],
      },
      errors: [{ message: 'One year is missing.' }],
    });
    const { code, stdout, stderr } = await place.run([
      'call',
      'company-revenue-product-segments.query',
      '{"identifier":{"type":"rp_entity_id","value":"A"},"period":"annual"}',
    ]);
    expect(code).toBe(0);
    expect(stdout.split('\n').slice(0, 9)).toEqual([
      'results',
      'FISCAL_YEAR  PERIOD',
      '       2025  FY',
      '       2024  FY',
      '2 rows · with --json also ADDED_LATER',
      'results.PRODUCT_SEGMENTS',
      'FISCAL_YEAR  PERIOD  name    value',
      '       2025  FY      iPhone      1',
      '1 row',
    ]);
    expect(stdout).toMatch(/request r-1 · \d+ ms\n$/);
    expect(stderr).toBe('The service met an error: One year is missing.\n');
  });

  test('takes parameters, and every page', async () => {
    place.answer((request, response) => {
      const isFirst = !request.url.includes('cursor');
      json(response, 200, {
        count: 2,
        results: [{ execution_id: isFirst ? 'b' : 'a' }],
        cursor: isFirst ? 'c' : null,
      });
    });
    const { code, stdout } = await place.run([
      'call',
      'workflow.executions',
      '--param',
      'limit=1',
      '--all',
      '--json',
    ]);
    expect(code).toBe(0);
    expect(dataOf(stdout).results).toEqual([{ execution_id: 'b' }, { execution_id: 'a' }]);
    expect(place.sent()).toEqual([
      'GET /v1/workflow/executions?limit=1',
      'GET /v1/workflow/executions?limit=1&cursor=c',
    ]);
  });

  test('a page of a list says what brings the next, and that a full one may be the last', async () => {
    place.answers({ results: [{ id: 't', name: 'q' }], cursor: 'c2' });
    const tags = await place.run(['call', 'tags.list']);
    expect(tags.stderr).toBe('There are more: --param cursor=c2 brings the next page.\n');
    place.answers({ results: [{ id: contentId, file_name: 'a' }] });
    const documents = await place.run(['call', 'documents.list', '--param', 'page_size=1']);
    expect(documents.stderr).toBe('There may be more: --param page=2 brings the next page.\n');
    place.answers({ results: [] });
    expect((await place.run(['call', 'documents.list'])).stderr).toBe('');
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
    const ended = await place.run(['call', ...args, '--json']);
    expect([ended.code, place.sent()]).toEqual([code, []]);
    expect(ended.stderr).toContain(says);
    expect(errorOf(ended.stdout)?.code).toBe('USAGE');
  });

  test('a refusal ends with its class, the reason and the request', async () => {
    place.answer((_, response) =>
      json(
        response,
        422,
        {
          detail: [{ loc: ['body', 'categories', 0], msg: "Input should be 'inflation' or 'labor-market'" }],
        },
        { 'x-request-id': 'r-9' },
      ),
    );
    const body = '{"start_date":"2026-01-01","end_date":"2026-01-31","categories":["nonsense"]}';
    const { code, stderr, stdout } = await place.run(['call', 'economic-calendar.query', '--json', body]);
    expect(code).toBe(3);
    expect(stderr).toContain('The service accepts these categories: inflation, labor-market.');
    expect(stderr).toContain('request r-9');
    expect(errorOf(stdout)).toMatchObject({ code: 'REFUSED_AS_INVALID', requestId: 'r-9' });
  });

  test('a stream is printed as it comes', async () => {
    let finish: () => void = () => undefined;
    place.answer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const write = (content: string) =>
        response.write(`data: ${JSON.stringify({ delta: { content, message_id: 'm' } })}\n\n`);
      write('First line\nhalf\u001b[31m ');
      finish = () => {
        write('rest');
        response.end('data: [DONE]\n\n');
      };
    });
    const args = ['call', 'workflow.execute', '{"persistence_mode":"enabled"}'];
    const running = place.start(args);
    await expect.poll(running.stdout).toContain('half');
    expect(running.stdout()).not.toContain('rest');
    finish();
    const { code, stdout } = await running.ended;
    expect([code, stdout]).toEqual([0, 'First line\nhalf\\x1b[31m rest\n']);
  });

  test('a run that is answered at once, without words, is shown all the same', async () => {
    place.answers({ answered: 'at once' });
    const { code, stdout } = await place.run(['call', 'workflow.execute', '{"persistence_mode":"enabled"}']);
    expect([code, stdout.split('\n').slice(0, 2)]).toEqual([0, ['answered', 'at once']]);
  });

  test('a stream that fails ends its line before it says so, and the exit code tells', async () => {
    place.answer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(
        `data: ${JSON.stringify({ execution_id: 'e-9', delta: { content: 'half', message_id: 'm' } })}\n\n`,
      );
    });
    const { code, stdout, stderr } = await place.run(['call', 'workflow.execute', '{}']);
    expect([code, stdout]).toEqual([6, 'half\n']);
    expect(stderr).toContain('The answer broke off before the service said that it is whole. (run e-9)');
  });

  test('a stream with --json is a line an event, and SIGINT ends it', async () => {
    place.answer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('event: delta\ndata: {"delta":{"content":"a"},"more":1}\n\n');
    });
    const args = ['call', 'workflow.execute', '--json', '{}'];
    const running = place.start(args);
    await expect
      .poll(running.lines)
      .toMatchObject([
        { event: 'message', data: { event: 'delta', data: { delta: { content: 'a' }, more: 1 } } },
      ]);
    running.child.kill('SIGINT');
    const { code, stdout } = await running.ended;
    expect(code).toBe(6);
    expect(eventsOf(stdout).at(-1)).toMatchObject({
      event: 'error',
      error: {
        code: 'CALL_CANCELLED',
        message: expect.stringContaining('The call was cancelled.'),
      },
    });
  });

  test('a batch goes from its lines to its results', async () => {
    const bodies: string[] = [];
    place.answer((request, response) => {
      if (request.method === 'PUT') {
        bodies.push(request.body.toString());
        response.end();
      } else if (request.method === 'POST')
        json(response, 200, { batch_id: 'b1', presigned_url: `${place.url}/storage?sig=canary-signature` });
      else json(response, 200, { status: 'completed', results: [{ id: 1 }] });
    });
    writeFileSync(place.pathOf('queries.jsonl'), '{"query":{"text":"a"}}\r\n\n{"query":{"text":"b"}}');
    const ended = await place.run(['call', 'search.batches.create', '--queries', '@queries.jsonl', '--json']);
    expect([ended.code, dataOf(ended.stdout)]).toEqual([0, { status: 'completed', results: [{ id: 1 }] }]);
    expect(bodies).toEqual(['{"query":{"text":"a"}}\n{"query":{"text":"b"}}\n']);
    expect(ended.stderr).toContain('2 queries were sent.\nThe batch is completed.\n');
    expect(ended.stdout + ended.stderr).not.toContain('canary-signature');
    writeFileSync(place.pathOf('bad.jsonl'), '{}\nnot json\n');
    expect((await place.run(['call', 'search.batches.create', '--queries', '@bad.jsonl'])).stderr).toContain(
      'Line 2 is not JSON.',
    );
  });

  test('what deletes is not done where nobody can be asked, but for --yes', async () => {
    place.answers(null);
    const args = ['call', 'documents.delete', '--param', `content_id=${contentId}`];
    const unasked = await place.run(args);
    expect(unasked.code).toBe(2);
    expect(unasked.stderr).toContain('Nobody can be asked here: add --yes if it is meant');
    expect(place.sent()).toEqual([]);
    expect((await place.run([...args, '--yes', '--json'])).stdout).toBe('{"version":1,"data":null}\n');
    expect(place.sent()).toEqual([`DELETE /contents/v1/documents/${contentId}`]);
  });

  test('--describe says what an operation takes and what nobody knows of it', async () => {
    const { code, stdout } = await place.run(['call', 'search.query', '--describe']);
    expect(code).toBe(0);
    expect(stdout).toContain('search.query  POST {base_url}/v1/search  section 4.13');
    expect(stdout).toContain('Rule: In smart mode only the timestamp and source filters are allowed.');
    expect(stdout).toContain('Not shown: The complete shapes of request and answer.');
    expect(place.sent()).toEqual([]);
  });

  test('surprises of the economic calendar stand beside those of their unit only', async () => {
    const release = (name: string, surprise: number, surprise_unit: string) => ({
      country: 'US',
      name,
      surprise,
      surprise_unit,
    });
    place.answers({
      results: [release('CPI', 0.1, 'pp'), release('Payrolls', 25, '%'), release('Rate', -0.25, 'pp')],
    });
    const { stdout } = await place.run([
      'call',
      'economic-calendar.query',
      '{"start_date":"2026-01-01","end_date":"2026-01-31"}',
    ]);
    expect(stdout).toContain('Largest surprises in pp: -0.25 pp US Rate · 0.1 pp US CPI\n');
    expect(stdout).toContain('Largest surprises in %: 25 % US Payrolls\n');
  });

  test('--help names the ways to give a body', async () => {
    const { code, stdout } = await place.run(['call', '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain('@file');
  });
});

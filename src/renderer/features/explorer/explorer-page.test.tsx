import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { OperationHistoryEntry } from '#shared/bridge/operations.ts';
import { said } from '#shared/spoken/said.ts';
import { explorerLink } from '../../lib/addresses/explorer.ts';
import { settings } from '../../testing/answers.ts';
import { Refusal } from '../../testing/fake-host.ts';
import {
  anAnswer,
  createConnector,
  deleteTemplate,
  execute,
  executions,
  sentiment,
} from '../../testing/operations.ts';
import { renderPage } from '../../testing/render-page.tsx';

const all = [sentiment, executions, execute, deleteTemplate, createConnector];
const base = {
  'operations.list': () => all,
  'operations.check': () => [],
  'operations.history': () => [],
};
const days = {
  results: {
    name: 'Halden',
    values: [
      { date: '2026-08-01', daily_sentiment: 0.5 },
      { date: '2026-08-02', daily_sentiment: -0.25 },
    ],
  },
  unknown: { survives: '<b>as text</b>' },
};

test('operations are found by a few letters and opened by keyboard', async () => {
  const { user } = renderPage('#/explorer', base);
  await screen.findByRole('link', { name: 'Sentiment of an entity, day by day' });
  await user.keyboard('/');
  await user.keyboard('templ 4.6');
  const list = screen.getByRole('navigation', { name: 'Operations' });
  expect(within(list).getAllByRole('link')).toHaveLength(1);
  await user.keyboard('{ArrowDown}{ArrowUp}{Enter}');
  expect(await screen.findByRole('heading', { name: 'Delete a template' })).toBeDefined();
  expect(location.hash).toBe('#/explorer/workflow.templates.delete');
  await user.type(screen.getByRole('searchbox', { name: 'Search operations' }), 'zzz');
  expect(screen.getByText('No operation fits. Try fewer letters.')).toBeDefined();
});

test('a link fills the form in; nothing is sent before a click; the answer is chart, table and tree', async () => {
  const { user, inputs } = renderPage(explorerLink('entity-sentiment.query', { entity: 'DB4425' }), {
    ...base,
    'operations.call': () => anAnswer(days, { notes: [said('remark.usedTokens', { count: 2 })] }),
  });
  const value = await screen.findByRole('textbox', { name: /value/ });
  expect((value as HTMLInputElement).value).toBe('DB4425');
  expect(screen.getByText('1 rule · 1 thing left open by the service')).toBeDefined();
  expect(inputs('operations.call')).toEqual([]);
  await user.type(screen.getByRole('textbox', { name: 'limit' }), '5');
  await user.keyboard('{Control>}{Enter}{/Control}');

  expect(await screen.findByText('Used: 2 knowledge-graph tokens.')).toBeDefined();
  expect(inputs('operations.call')).toEqual([
    expect.objectContaining({
      name: 'entity-sentiment.query',
      body: { identifier: { type: 'rp_entity_id', value: 'DB4425' }, limit: 5 },
      remember: true,
    }),
  ]);
  expect(
    await screen.findByRole('img', {
      name: 'daily_sentiment from 2026-08-01 to 2026-08-02, 2 points. The table has the figures.',
    }),
  ).toBeDefined();
  await user.click(screen.getByRole('tab', { name: 'Table' }));
  await user.click(screen.getByRole('button', { name: 'daily_sentiment' }));
  const first = () => screen.getAllByRole('row')[1]?.textContent;
  expect(first()).toContain('2026-08-02');
  await user.click(screen.getByRole('button', { name: 'daily_sentiment' }));
  expect(first()).toContain('2026-08-01');
  await user.click(screen.getByRole('tab', { name: 'Tree' }));
  expect(await screen.findByRole('treeitem', { name: /unknown/ })).toBeDefined();
  expect(screen.getByText('r-1')).toBeDefined();
});

test('T6: an answer without the declared list is a record, and only an empty list is nothing found', async () => {
  let value: unknown = { results: { name: 'Apple Inc.', note: null, parts: [{ part: 'x' }] } };
  const { user } = renderPage('#/explorer/entity-sentiment.query', {
    ...base,
    'operations.call': () => anAnswer(value),
  });
  await user.click(await screen.findByRole('button', { name: 'Run' }));
  expect(await screen.findByText('Apple Inc.')).toBeDefined();
  expect(screen.getByRole('tab', { name: 'Fields' }).getAttribute('aria-selected')).toBe('true');
  expect(screen.getByText('Empty: note')).toBeDefined();
  expect(screen.queryByText('Nothing was found.')).toBeNull();
  await user.click(screen.getByRole('tab', { name: 'Table' }));
  expect(screen.getByRole('gridcell', { name: 'x' })).toBeDefined();
  value = { results: { values: [] } };
  await user.click(screen.getByRole('button', { name: 'Run' }));
  expect(await screen.findByText('Nothing was found.')).toBeDefined();
});

test.each([
  { language: 'en', run: 'Run', words: 'An identifier has exactly one type and its value.' },
  { language: 'de', run: 'Ausführen', words: 'Eine Kennung hat genau einen Typ und ihren Wert.' },
])(
  '$language: what the rules refuse is not sent, and said at its field',
  async ({ language, run, words }) => {
    const message = 'An identifier has exactly one type and its value.';
    const preferences = { ...settings.preferences, language };
    const { user, inputs } = renderPage('#/explorer/entity-sentiment.query', {
      ...base,
      'operations.check': () => [{ field: 'identifier.value', message, said: said('rule.identifier') }],
      'settings.get': () => ({ settings: { ...settings, preferences }, keysPresent: { p1: true } }),
    });
    await user.click(await screen.findByRole('button', { name: run }));
    expect((await screen.findByRole('alert')).textContent).toContain(words);
    const field = screen.getByRole('textbox', { name: /value/ });
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(inputs('operations.call')).toEqual([]);
    await user.type(field, 'X');
    expect(screen.queryByRole('alert')).toBeNull();
  },
);

test('form and JSON are two views of the same values, and broken JSON says where', async () => {
  const { user, inputs } = renderPage('#/explorer/entity-sentiment.query', {
    ...base,
    'operations.call': () => anAnswer({}),
  });
  await user.click(await screen.findByRole('button', { name: 'Fill in the example' }));
  await user.click(screen.getByRole('radio', { name: 'JSON' }));
  const text = screen.getByRole('textbox', { name: 'Body as JSON' });
  expect(JSON.parse((text as HTMLTextAreaElement).value)).toEqual(sentiment.example?.body);
  await user.clear(text);
  await user.type(text, '{{"limit": 3, "more": [[1] "x"}');
  expect(screen.getByText('This is not JSON: line 1, column 26.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Run' }).hasAttribute('disabled')).toBe(true);
  await user.clear(text);
  await user.paste('{"limit": 3, "more": [1]}');
  await user.click(screen.getByRole('radio', { name: 'Form' }));
  expect((screen.getByRole('textbox', { name: 'limit' }) as HTMLInputElement).value).toBe('3');
  expect((screen.getByRole('textbox', { name: 'more' }) as HTMLInputElement).value).toBe('[1]');
  await user.click(screen.getByRole('button', { name: 'Run' }));
  await waitFor(() =>
    expect(inputs('operations.call')).toEqual([expect.objectContaining({ body: { limit: 3, more: [1] } })]),
  );
});

test('fields that the schema does not name are shown when the example brings them, and can be added', async () => {
  const { user, inputs } = renderPage('#/explorer/workflow.execute', {
    ...base,
    'operations.start': ((input: { streamId: string }) => ({ streamId: input.streamId })) as never,
    'operations.cancel': () => ({ cancelled: true }),
  });
  await user.click(await screen.findByRole('button', { name: 'Fill in the example' }));
  const prompt = screen.getByRole('textbox', { name: 'prompt' });
  expect((prompt as HTMLTextAreaElement).value).toBe('What moved revenue?');
  await user.click(screen.getByRole('button', { name: 'Add a field' }));
  const names = screen.getAllByRole('textbox', { name: 'Name of the field' });
  const name = names.at(-1) as HTMLElement;
  await user.clear(name);
  await user.type(name, 'depth');
  await user.tab();
  await user.type(await screen.findByRole('textbox', { name: 'depth' }), '3');
  expect(screen.getByText('Read as a number.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Remove prompt' }));
  await user.click(screen.getByRole('button', { name: 'Run' }));
  await user.click(await screen.findByRole('button', { name: 'Send it' }));
  await waitFor(() =>
    expect(inputs('operations.start')).toEqual([expect.objectContaining({ body: { depth: 3 } })]),
  );
});

test('what deletes asks first', async () => {
  const { user, inputs } = renderPage('#/explorer/workflow.templates.delete', {
    ...base,
    'operations.call': () => anAnswer(null),
  });
  await user.type(await screen.findByRole('textbox', { name: /id/ }), 'T1{Control>}{Enter}{/Control}');
  const dialog = await screen.findByRole('dialog', { name: 'Delete a template?' });
  expect(within(dialog).getByText(/cannot be undone/)).toBeDefined();
  expect(inputs('operations.call')).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Send it' }));
  await waitFor(() =>
    expect(inputs('operations.call')).toEqual([expect.objectContaining({ params: { id: 'T1' } })]),
  );
});

test('a failure is explained with its code, and again the categories are asked for', async () => {
  const { user, inputs } = renderPage('#/explorer/entity-sentiment.query', {
    ...base,
    'operations.call': () => {
      throw new Refusal('KEY_REJECTED', 'The service did not accept the API key.');
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Run' }));
  expect((await screen.findByRole('alert')).textContent).toContain('The service did not accept the API key.');
  expect(screen.getByText('KEY_REJECTED')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Set the key' })).toBeDefined();
  await waitFor(() => expect(inputs('operations.list').length).toBe(2));
});

test('pages follow each other, one at a time or all', async () => {
  const { user, inputs } = renderPage('#/explorer/workflow.executions', {
    ...base,
    'operations.call': ({ params }: { params: { cursor?: string } }) =>
      anAnswer({ results: [{ name: params.cursor ?? 'first' }], cursor: params.cursor ? null : 'c2' }),
  } as never);
  await user.click(await screen.findByRole('button', { name: 'Run' }));
  expect(await screen.findByRole('gridcell', { name: 'first' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(await screen.findByRole('gridcell', { name: 'c2' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Next page' })).toBeNull();
  expect(inputs('operations.call').at(-1)).toMatchObject({ params: { cursor: 'c2' } });
});

test('a stream is read as it comes and can be stopped', async () => {
  let streamId = '';
  const { user, emit, inputs } = renderPage('#/explorer/workflow.execute', {
    ...base,
    'operations.start': ((input: { streamId: string }) => {
      streamId = input.streamId;
      return { streamId };
    }) as never,
    'operations.cancel': () => ({ cancelled: true }),
  });
  await user.click(await screen.findByRole('button', { name: 'Run' }));
  await user.click(await screen.findByRole('button', { name: 'Send it' }));
  await waitFor(() => expect(streamId).not.toBe(''));
  const piece = (content: string) => ({ data: { delta: { role: 'assistant', content, message_id: 'm' } } });
  const none = { pieces: [], result: null, failure: null };
  emit('operations.streamed', { ...none, streamId, pieces: [piece('Revenue '), piece('rose.')] });
  expect(await screen.findByText('Revenue rose.')).toBeDefined();
  emit('operations.streamed', { ...none, streamId: 'another', pieces: [piece(' Not mine.')] });
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  await waitFor(() => expect(inputs('operations.cancel')).toEqual([{ streamId }]));
  const failure = { code: 'CALL_CANCELLED', message: 'Cancelled.' };
  emit('operations.streamed', { ...none, streamId, failure });
  expect(await screen.findByText('Stopped. What came before stays.')).toBeDefined();
  expect(screen.getByText('Revenue rose.')).toBeDefined();
});

test.each([
  ['STREAM_CUT', true],
  ['RUN_FAILED', false],
] as const)(
  'T-12: a run that ended by %s is named, and not offered to be begun again',
  async (code, looks) => {
    let streamId = '';
    const { user, emit } = renderPage('#/explorer/workflow.execute', {
      ...base,
      'operations.start': ((input: { streamId: string }) => {
        streamId = input.streamId;
        return { streamId };
      }) as never,
    });
    await user.click(await screen.findByRole('button', { name: 'Run' }));
    await user.click(await screen.findByRole('button', { name: 'Send it' }));
    await waitFor(() => expect(streamId).not.toBe(''));
    const failure = {
      code,
      message: 'It ended. (run e-9)',
      detail: 'run e-9',
      said: said('detail.run', { id: 'e-9' }),
    };
    emit('operations.streamed', { streamId, pieces: [], result: null, failure });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('run e-9');
    expect(within(alert).queryByRole('button', { name: 'Try again' })).toBeNull();
    const answer = screen.getByRole('region', { name: 'Answer' });
    const stored = within(answer).queryByRole('link', { name: 'List workflow executions' });
    expect(stored?.getAttribute('href')).toBe(looks ? '#/explorer/workflow.executions' : undefined);
  },
);

test('a plain call cannot be taken back, and stopping says so', async () => {
  const { user, inputs } = renderPage('#/explorer/entity-sentiment.query', {
    ...base,
    'operations.call': () => new Promise(() => undefined),
    'operations.cancel': () => ({ cancelled: false }),
  });
  await user.click(await screen.findByRole('button', { name: 'Run' }));
  await waitFor(() => expect(inputs('operations.call')).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  expect(await screen.findByText(/may still take effect at the service/)).toBeDefined();
});

test('what was written is there again after another operation was looked at, but no password', async () => {
  const { user } = renderPage('#/explorer/connectors.create', base);
  await user.type(await screen.findByRole('textbox', { name: 'label' }), 'Broker');
  await user.type(screen.getByLabelText('user_password'), 'hunter2');
  await user.click(screen.getByRole('link', { name: 'Run a workflow' }));
  await screen.findByRole('heading', { name: 'Run a workflow' });
  await user.click(screen.getByRole('link', { name: 'Make a connector' }));
  expect(((await screen.findByRole('textbox', { name: 'label' })) as HTMLInputElement).value).toBe('Broker');
  expect((screen.getByLabelText('user_password') as HTMLInputElement).value).toBe('');
});

test('copying leaves out the key and passwords', async () => {
  const body = { label: 'Broker', config: { user_password: 'hunter2' } };
  const { user } = renderPage(explorerLink('connectors.create', { body }), base);
  const written = vi.spyOn(navigator.clipboard, 'writeText');
  const copy = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: 'Copy' }));
    await user.click(await screen.findByRole('menuitem', { name, hidden: true }));
  };
  await copy('As curl');
  await copy('As Sluice command');
  await waitFor(() => expect(written).toHaveBeenCalledTimes(2));
  const [curl, cli] = written.mock.calls.flat();
  expect(curl).toContain('curl -X POST https://service.example/v1/connectors.create');
  expect(curl).toContain('$SLUICE_API_KEY');
  expect(cli).toContain('sluice call connectors.create');
  expect(`${curl}${cli}`).toContain('<user_password>');
  expect(`${curl}${cli}`).not.toContain('hunter2');
});

test('the history is searched, opened in the form, made again, forgotten', async () => {
  const entry = (changes: Partial<OperationHistoryEntry>): OperationHistoryEntry => ({
    id: 1,
    at: Date.now(),
    name: 'entity-sentiment.query',
    request: { body: { identifier: { type: 'rp_entity_id', value: 'OLD' } } },
    leftOut: [],
    status: 200,
    code: null,
    tookMs: 5,
    ...changes,
  });
  const { user, inputs } = renderPage('#/explorer', {
    ...base,
    'operations.history': () => [
      entry({}),
      entry({ id: 2, name: 'connectors.create', request: {}, leftOut: ['body.config.user_password'] }),
    ],
    'operations.call': () => anAnswer({}),
    'operations.forget': () => ({ count: 1 }),
  });
  await user.click(await screen.findByRole('radio', { name: 'History' }));
  const list = await screen.findByRole('list', { name: 'History' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(2);
  // What changes something is never made again by one click.
  expect(within(list).queryByRole('button', { name: 'Run again: Make a connector' })).toBeNull();
  expect(within(list).getByText(/not kept whole/)).toBeDefined();
  await user.type(screen.getByRole('searchbox', { name: 'Search the history' }), 'old');
  expect(within(list).getAllByRole('listitem')).toHaveLength(1);

  await user.click(within(list).getByRole('button', { name: /^Sentiment/ }));
  expect(((await screen.findByRole('textbox', { name: /value/ })) as HTMLInputElement).value).toBe('OLD');
  expect(inputs('operations.call')).toEqual([]);
  await user.click(
    within(list).getByRole('button', { name: 'Run again: Sentiment of an entity, day by day' }),
  );
  await waitFor(() => expect(inputs('operations.call')).toHaveLength(1));
  await user.click(within(list).getByRole('button', { name: /^Forget: Sentiment/ }));
  await waitFor(() => expect(inputs('operations.forget')).toEqual([{ id: 1 }]));
  await user.click(screen.getByRole('button', { name: 'Clear the history' }));
  await user.click(await screen.findByRole('button', { name: 'Clear it' }));
  await waitFor(() => expect(inputs('operations.forget')).toEqual([{ id: 1 }, {}]));
});

test('pages left: told where the service tells them, asked again only on demand', async () => {
  const quotas = (left: number) => ({
    subscriptionType: 'quota',
    units: [{ id: 'pages', name: 'Pages', used: 1, limit: left + 1, left }],
    pagesLeft: left,
    more: {},
  });
  let left = 1200;
  const { user, inputs } = renderPage('#/uploads', {
    ...base,
    'quotas.show': () => quotas(left),
    'agent.pause': () => ({ paused: true }),
  });
  expect(await screen.findByText('1,200 pages left')).toBeDefined();
  left = 1100;
  // Everything else on screen is asked for again after this.
  await user.click(screen.getByRole('button', { name: 'Pause uploads' }));
  await waitFor(() => expect(inputs('agent.status').length).toBeGreaterThan(1));
  expect(inputs('quotas.show')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Ask for the quotas again' }));
  expect(await screen.findByText('1,100 pages left')).toBeDefined();
});

test('pages left: where the service tells none, the reason is told instead', async () => {
  renderPage('#/uploads', {
    ...base,
    'quotas.show': () => {
      throw new Refusal('NOT_FOUND', 'The service has no such thing.');
    },
  });
  expect((await screen.findByText('Pages left: not told')).title).toBe('The service has no such thing.');
});

test('R9: back from another page finds what was written as JSON, and the keyboard in it', async () => {
  const { user } = renderPage('#/explorer/entity-sentiment.query', base);
  await user.click(await screen.findByRole('radio', { name: 'JSON' }));
  const written = screen.getByRole('textbox', { name: /JSON/ });
  await user.clear(written);
  await user.type(written, '{{"body":{{"limit":7}}');
  act(() => {
    location.hash = '#/settings';
  });
  await screen.findByRole('heading', { name: 'Settings' });
  act(() => history.back());
  const again = await screen.findByRole('textbox', { name: /JSON/ });
  expect((again as HTMLTextAreaElement).value).toBe('{"body":{"limit":7}}');
  await waitFor(() => expect(document.activeElement).toBe(again));
});

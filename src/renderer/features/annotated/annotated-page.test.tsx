import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { highlighted } from '../../testing/no-layout.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { markStyles } from './text/mark-style.ts';

const contentId = '0123456789ABCDEF0123456789ABCDEF';
const filing = {
  document: { source: { name: 'My files' }, metadata: { file_name: 'filing.html' } },
  content: {
    title: { text: 'Halden in autumn' },
    body: [
      { text: 'Results', kind: 'HEADING' },
      {
        text: 'Halden AG rose. Vela fell <b>sharply</b>.',
        kind: 'TEXT',
        entities: [
          { rp_entity_id: 'H1', entity_name: 'Halden AG', entity_type: 'COMP', start: 0, end: 9 },
          { rp_entity_id: 'V1', entity_name: 'Vela', entity_type: 'ORGA', start: 16, end: 20 },
        ],
        sentences: [
          { start: 0, end: 15, sentiment: 0.6 },
          { start: 16, end: 41, sentiment: -0.7 },
        ],
      },
      {
        text: 'Halden AG repeats.',
        kind: 'TEXT',
        entities: [{ rp_entity_id: 'H1', entity_name: 'Halden AG', entity_type: 'COMP', start: 0, end: 9 }],
      },
    ],
  },
  analytics: {
    entities: [
      {
        rp_entity_id: 'H1',
        entity_name: 'Halden AG',
        entity_type: 'COMP',
        entity_relevance: 0.9,
        entity_sentiment: 0.6,
      },
      { rp_entity_id: 'V1', entity_name: 'Vela', entity_type: 'ORGA', entity_relevance: 0.4 },
    ],
    events: [
      {
        type: 'price-fall',
        topic: 'stocks',
        event_relevance: 0.5,
        roles: [{ event_detected_entity_name: 'Vela', event_sentiment: -0.4 }],
        text_locations: [{ paragraph_num: 2, sentence_num: 2 }],
      },
    ],
  },
};

let width: MockInstance;
beforeEach(() => {
  // jsdom lays nothing out; the text needs heights to draw blocks in.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(900);
  // Room for all panes.
  width = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200);
  localStorage.clear();
  localStorage.setItem('sluice-annotated-panes', JSON.stringify({ widths: {}, hidden: [] }));
});

function openPage(document: unknown = filing, query = '') {
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(text));
  return renderPage(`#/documents/${contentId}/annotated${query}`, {
    'documents.annotated': () => ({ path: '/cache/x.json', bytes: text.length }),
    'documents.show': () => ({ id: contentId, file_name: 'filing.html' }),
    'documents.detail': () => ({ document: null, upload: null, events: [] }),
  });
}
const pane = (name: string) => screen.findByRole('region', { name });
const active = () => [...highlighted('active'), ...highlighted('current')].join();
const marked = () => types.flatMap((_, style) => highlighted(`mark-${style}-0`));
const types = Array.from({ length: markStyles });
/** What a browser says of a point over a character of a text. */
function pointAt(text: HTMLElement, offset: number): void {
  const offsetNode = text.firstChild as Text;
  vi.spyOn(document, 'caretPositionFromPoint').mockReturnValue({
    offsetNode,
    offset,
  } as unknown as CaretPosition);
  const lines = [new DOMRect(0, 0, 10, 10)] as unknown as DOMRectList;
  vi.spyOn(Range.prototype, 'getClientRects').mockReturnValue(lines);
}
const line = () => document.querySelector('[role=treeitem][data-cursor]')?.textContent;

test('a mark, an entity, an event and a line of the tree each show in the other panes', async () => {
  const { user } = openPage();
  await screen.findByRole('heading', { name: 'Halden in autumn', level: 1 });
  const analytics = await pane('Analytics');
  await user.click(await within(analytics).findByRole('tab', { name: /Entities/ }));
  await user.click(await within(analytics).findByRole('row', { name: /Vela/ }));
  await waitFor(() => expect(active()).toBe('Vela'));
  await waitFor(() => expect(line()).toContain('1: '));
  expect(location.hash).toMatch(/\?entity=V1$/);

  await user.click(within(analytics).getByRole('tab', { name: /Events/ }));
  await user.click(await within(analytics).findByRole('row', { name: /price-fall/ }));
  await waitFor(() => expect(active()).toBe('Vela fell <b>sharply</b>.'));
  await waitFor(() => expect(location.hash).toMatch(/\?event=0$/));

  const paragraph = await screen.findByText(/^Halden AG rose/);
  pointAt(paragraph, 3);
  await user.click(paragraph);
  await waitFor(() => expect(location.hash).toContain(encodeURIComponent('$.content.body[1].entities[0]')));
  await screen.findByText('Mark 1 of 2');
  expect(screen.getByRole('link', { name: 'Card, prices and sentiment' }).getAttribute('href')).toBe(
    '#/explorer/entity?id=H1&type=COMP&name=Halden+AG',
  );
  await within(await pane('Analytics')).findByRole('row', { name: /Halden/, selected: true });

  await user.type(screen.getByRole('textbox', { name: 'Search keys and values' }), 'repeats');
  await user.click(await screen.findByRole('treeitem', { name: /Halden AG repeats/ }));
  await waitFor(() => expect(active()).toBe('Halden AG repeats.'));
});

test('marks are gone through by keyboard, and types can be hidden', async () => {
  const { user } = openPage();
  const text = await screen.findByRole('region', { name: 'Text of the document' });
  text.focus();
  await user.keyboard('n');
  await waitFor(() => expect(active()).toBe('Halden AG'));
  await screen.findByText('Mark 1 of 2');
  text.focus();
  await user.keyboard('n');
  await screen.findByText('Mark 2 of 2');
  text.focus();
  await user.keyboard('p');
  await screen.findByText('Mark 1 of 2');
  await user.click(await screen.findByRole('button', { name: 'Organization, 1 mark', pressed: true }));
  await waitFor(() => expect(marked()).not.toContain('Vela'));
  expect(marked()).toContain('Halden AG');
});

test('"back" finds the table that was looked at, its order and the row one was at', async () => {
  const { user } = openPage();
  await user.click(await screen.findByRole('tab', { name: /^Entities/ }));
  const table = () => screen.findByRole('grid', { name: 'Entities' });
  await within(await table()).findByText('Vela');
  await user.click(within(await table()).getByRole('button', { name: 'Name' }));
  await user.click(within(await table()).getByRole('button', { name: 'Name' }));
  const order = async () => (await within(await table()).findAllByRole('row')).map((row) => row.textContent);
  await waitFor(async () => expect((await order())[1]).toContain('Vela'));
  (await table()).focus();
  await user.keyboard('{ArrowDown}');
  location.hash = '#/tags';
  await waitFor(() => expect(screen.queryByRole('grid', { name: 'Entities' })).toBeNull());
  history.back();
  await waitFor(async () => expect((await order())[1]).toContain('Vela'));
  const at = (await table()).getAttribute('aria-activedescendant') ?? '';
  expect(document.getElementById(at)?.textContent).toContain('Halden AG');
});

test('a link leads to its place, and text stays text', async () => {
  openPage(filing, '?chunk=1&paragraph=2&quote=vela+fell');
  await waitFor(() => expect(active()).toContain('Vela'));
  expect(document.querySelector('main b')).toBeNull();
  expect(screen.getByText(/<b>sharply<\/b>/)).toBeTruthy();
});

test('finds in the text', async () => {
  const { user } = openPage();
  await user.type(await screen.findByRole('textbox', { name: 'Find in the text' }), 'REPEATS');
  await screen.findByText('1 of 1');
  await waitFor(() => expect(highlighted('current')).toEqual(['repeats']));
});

test('marks all hits, the shown one more, and finds whole words only where that is asked for', async () => {
  const { user } = openPage();
  const field = await screen.findByRole('textbox', { name: 'Find in the text' });
  await user.type(field, 'ha');
  await screen.findByText('1 of 3');
  await waitFor(() => expect(highlighted('found')).toEqual(['Ha', 'ha', 'Ha']));
  await user.keyboard('{Enter}');
  await screen.findByText('2 of 3');
  await waitFor(() => expect(active()).toBe('ha'));
  await user.click(screen.getByRole('button', { name: 'Whole words only' }));
  await screen.findByText('Nothing found');
  await user.clear(field);
  await user.type(field, 'halden');
  await screen.findByText('1 of 2');
});

test('marks the hits of the search that is written, also where an earlier one had as many', async () => {
  const { user } = openPage();
  const field = await screen.findByRole('textbox', { name: 'Find in the text' });
  await user.type(field, 'sharply');
  await waitFor(() => expect(highlighted('found')).toEqual(['sharply']));
  await user.tripleClick(field);
  await user.paste('repeats');
  await waitFor(() => expect(highlighted('found')).toEqual(['repeats']));
  await waitFor(() => expect(highlighted('current')).toEqual(['repeats']));
});

test('other JSON opens as a tree, and what is none is explained', async () => {
  const { unmount } = openPage([{ price: 1 }]);
  await screen.findByText(/not an annotated document/);
  await screen.findByRole('treeitem', { name: /1 key/ });
  expect(screen.queryByRole('region', { name: 'Analytics' })).toBeNull();
  unmount();
  openPage('{\n "a": nope }');
  await screen.findByText(/line 2, column 7/);
});

test('panes close and open, one stays, and the lines between them move by keyboard', async () => {
  const { user } = openPage();
  const separator = await screen.findByRole('separator', { name: 'Width of Text and Analytics' });
  const before = Number(separator.getAttribute('aria-valuenow'));
  separator.focus();
  await user.keyboard('{ArrowRight}');
  await waitFor(() => expect(Number(separator.getAttribute('aria-valuenow'))).toBeGreaterThan(before));
  for (const name of ['Text', 'Analytics', 'JSON']) await user.click(screen.getByRole('button', { name }));
  await screen.findByRole('region', { name: 'JSON' });
  expect(screen.queryByRole('region', { name: 'Text' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Text' }));
  await screen.findByRole('region', { name: 'Text' });
});

test('it starts as text with its analytics, and the JSON is one key away', async () => {
  localStorage.clear();
  const { user } = openPage();
  const text = await screen.findByRole('region', { name: 'Text of the document' });
  expect(screen.queryByRole('region', { name: 'JSON' })).toBeNull();
  text.focus();
  await user.keyboard('t');
  await screen.findByRole('region', { name: 'JSON' });
  await user.type(screen.getByRole('textbox', { name: 'Find in the text' }), 't');
  expect(screen.getByRole('region', { name: 'JSON' })).toBeTruthy();
});

test('where there is room for one pane, tabs show the others, and a jump from a list shows the text', async () => {
  width.mockReturnValue(600);
  const { user } = openPage();
  const tab = (name: string) => screen.findByRole('tab', { name });
  const inSight = () => document.querySelectorAll('[data-pane]:not([data-behind])');
  await user.click(await tab('Analytics'));
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(await tab('JSON'));
  expect((await tab('JSON')).getAttribute('aria-selected')).toBe('true');
  await user.keyboard('3');
  await user.click(await screen.findByRole('tab', { name: /Events/ }));
  await user.click(await screen.findByRole('row', { name: /price-fall/ }));
  await waitFor(() => expect((inSight()[0] as HTMLElement).dataset.pane).toBe('text'));
  expect(inSight()).toHaveLength(1);
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Text of the document' }));
  await user.keyboard('{F6}{F6}');
  expect((inSight()[0] as HTMLElement).dataset.pane).toBe('analytics');
  expect(document.activeElement).toBe(screen.getByRole('grid', { name: 'Events' }));
});

test('the keyboard is in the one pane there is room for once its document has come', async () => {
  width.mockReturnValue(600);
  const arrival = Promise.withResolvers<Response>();
  openPage();
  vi.spyOn(globalThis, 'fetch').mockReturnValue(arrival.promise);
  await screen.findByText('Reading filing.html');
  arrival.resolve(new Response(JSON.stringify(filing)));
  const text = await screen.findByRole('region', { name: 'Text of the document' });
  await waitFor(() => expect(document.activeElement).toBe(text));
});

test('the outline leads to its headings, and says where the events are', async () => {
  const { user } = openPage();
  await user.click(await screen.findByRole('tab', { name: 'Outline' }));
  const outline = await screen.findByRole('navigation', { name: 'Outline' });
  await user.click(within(outline).getByRole('button', { name: 'Results 1 event' }));
  await waitFor(() => expect(active()).toBe('Results'));
  expect(within(outline).getByRole('button', { current: 'location' }).textContent).toContain('Results');
});

test('the outline is one stop of Tab, whose entries are gone through by arrows', async () => {
  const titles = ['Results', 'Outlook', 'Risks'];
  const body = titles.flatMap((text) => [
    { text, kind: 'HEADING' },
    { text: `More of ${text}.`, kind: 'TEXT' },
  ]);
  const { user } = openPage({ ...filing, content: { ...filing.content, body } });
  const tab = await screen.findByRole('tab', { name: 'Outline' });
  await user.click(tab);
  const outline = await screen.findByRole('navigation', { name: 'Outline' });
  const [first, second, third] = within(outline).getAllByRole('button');
  expect([first, second, third].map((entry) => entry?.tabIndex)).toEqual([0, -1, -1]);
  first?.focus();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(second);
  await user.keyboard('{End}{ArrowDown}');
  expect(document.activeElement).toBe(third);
  await user.keyboard('{Home}{ArrowUp}{ArrowDown}{Enter}');
  await waitFor(() => expect(active()).toBe('Outlook'));
  expect([first, second, third].map((entry) => entry?.tabIndex)).toEqual([-1, 0, -1]);
});

/** A document whose text is never read to its end, its original in sight beside others or alone. */
function openReading(hidden: readonly string[]) {
  const panes = { widths: { original: 56 }, hidden, recent: ['text', 'original'] };
  localStorage.setItem('sluice-annotated-panes', JSON.stringify(panes));
  const original = vi.fn(() => Promise.withResolvers<never>().promise);
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(new ReadableStream()));
  const { user } = renderPage(`#/documents/${contentId}/annotated`, {
    'documents.annotated': () => ({ path: '/cache/x.json', bytes: 10 }),
    'documents.show': () => ({ id: contentId, file_name: 'filing.html' }),
    'documents.detail': () => ({ document: null, upload: null, events: [] }),
    'host.openOriginal': original,
  });
  return { user, original };
}

test('the original is opened while the document is still read, and its reading can be cancelled', async () => {
  const { user, original } = openReading(['tree']);
  await waitFor(() => expect(original).toHaveBeenCalledOnce());
  expect(within(await pane('Text')).getByText('Reading filing.html')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
  await user.click(within(await pane('Text')).getByRole('button', { name: 'Cancel' }));
  await screen.findByText('Reading was cancelled.');
  expect(screen.queryByRole('region', { name: 'Original' })).toBeNull();
});

test('where only the original is in sight, the reading of the text is told and cancelled above it', async () => {
  const { user } = openReading(['text', 'analytics', 'tree']);
  expect(within(await pane('Original')).getByText('Reading filing.html')).toBeTruthy();
  expect(within(await pane('Original')).getByRole('button', { name: 'Save file' })).toBeTruthy();
  await user.click(within(await pane('Original')).getByRole('button', { name: 'Cancel' }));
  await screen.findByText('Reading was cancelled.');
});

test('a file is opened from disk', async () => {
  const { user } = renderPage('#/annotated');
  await screen.findByRole('button', { name: 'Choose a file…' });
  const file = new File([JSON.stringify(filing)], 'mine.json', { type: 'application/json' });
  // jsdom's files have no stream.
  file.stream = () => new Response(JSON.stringify(filing)).body as ReadableStream<Uint8Array<ArrayBuffer>>;
  await user.upload(screen.getByTestId('annotated-file'), file);
  await screen.findByRole('heading', { name: 'Halden in autumn', level: 1 });
});

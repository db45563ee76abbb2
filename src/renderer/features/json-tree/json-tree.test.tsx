import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { I18nProvider } from '../../lib/i18n/i18n-context.tsx';
import { type JsonSource, localSource } from './json-source.ts';
import { JsonTree } from './json-tree.tsx';

const sample = JSON.stringify({
  content: { body: [{ text: 'Revenue rose.' }, { text: 'Costs fell.', note: '<script>alert(1)</script>' }] },
  analytics: { entities: [{ entity_name: 'Halden' }] },
});

function Shown({ text, onSelect }: { readonly text: string; readonly onSelect?: (node: number) => void }) {
  const [source] = useState(() => localSource(text));
  return <JsonTree source={source} label="JSON" {...(onSelect ? { onSelect } : {})} />;
}

function show(text = sample, onSelect?: (node: number) => void) {
  const user = userEvent.setup();
  render(
    <I18nProvider language="en">
      <MantineProvider>
        <Shown text={text} {...(onSelect ? { onSelect } : {})} />
      </MantineProvider>
    </I18nProvider>,
  );
  const lines = () => screen.getAllByRole('treeitem').map((line) => line.textContent);
  const active = () => document.querySelector('[data-cursor]')?.textContent;
  return { user, lines, active };
}

test('opens and closes by keyboard, as in fx and jless', async () => {
  const { user, lines, active } = show();
  await screen.findByRole('treeitem', { name: /content/ });
  expect(lines()).toHaveLength(3);
  screen.getByRole('tree').focus();
  await user.keyboard('jl');
  await screen.findByRole('treeitem', { name: /body/ });
  await user.keyboard('e');
  await screen.findByRole('treeitem', { name: /Costs fell/ });
  await user.keyboard('G');
  await waitFor(() => expect(active()).toContain('analytics'));
  await user.keyboard('gjjjj');
  await waitFor(() => expect(active()).toContain('Revenue rose'));
  await user.keyboard('h');
  await waitFor(() => expect(active()).toContain('0: '));
  await user.keyboard('h');
  await waitFor(() => expect(screen.queryByText(/Revenue rose/)).toBeNull());
});

test('searches keys and values, opens what it finds, and goes on with n', async () => {
  const { user, active } = show();
  await user.type(await screen.findByRole('textbox', { name: 'Search keys and values' }), 'TEXT');
  await screen.findByText('1 of 2');
  await waitFor(() => expect(active()).toContain('Revenue'));
  await user.keyboard('{Escape}n');
  await waitFor(() => expect(active()).toContain('Costs'));
  await screen.findByText('2 of 2');
  await user.keyboard('n');
  await screen.findByText('1 of 2');
});

test('runs JSONPath on Enter and says why a query is none', async () => {
  const { user, active } = show();
  await user.selectOptions(await screen.findByRole('combobox', { name: 'What to search for' }), 'JSONPath');
  const field = screen.getByRole('textbox', { name: 'JSONPath' });
  await user.type(field, '$..[[?@.entity_name]{Enter}');
  await waitFor(() => expect(active()).toContain('0: '));
  await user.clear(field);
  await user.type(field, '$..[[{Enter}');
  await screen.findByText(/This is no JSONPath/);
});

test('shows text as text, tells path and value, and copies both', async () => {
  const chosen = vi.fn();
  const { user } = show(sample, chosen);
  const written = vi.spyOn(navigator.clipboard, 'writeText');
  await user.type(await screen.findByRole('textbox', { name: 'Search keys and values' }), 'script');
  const line = await screen.findByRole('treeitem', { name: /<script>/ });
  expect(document.querySelector('[role=tree] script')).toBeNull();
  await user.click(line);
  expect(chosen).toHaveBeenCalledOnce();
  await screen.findByText('$.content.body[1].note');
  await user.click(screen.getByRole('button', { name: 'Copy path' }));
  await user.click(screen.getByRole('button', { name: 'Copy value' }));
  await waitFor(() =>
    expect(written.mock.calls.flat()).toEqual(['$.content.body[1].note', '<script>alert(1)</script>']),
  );
});

test('draws only what is in sight of ten thousand items, and folds long strings', async () => {
  const many = Array.from({ length: 10_000 }, (_, index) => index);
  const { user, active, lines } = show(JSON.stringify([...many, 'x'.repeat(1_000_000)]));
  await screen.findAllByRole('treeitem');
  await waitFor(() => expect(lines()).toContain('9: 9'));
  expect(screen.getAllByRole('treeitem').length).toBeLessThan(100);
  await user.type(screen.getByRole('textbox', { name: 'Search keys and values' }), 'xxxx');
  await waitFor(() => expect(active()).toMatch(/x{200}.*1 MB$/));
  const whole = await screen.findByRole('region', { name: 'The chosen value' });
  expect(within(whole).getByText(/x…$/).textContent?.length).toBeLessThan(3000);
});

test('a place that is told between lines that are drawn and what follows them is scrolled to all the same', async () => {
  const model = localSource(JSON.stringify({ many: Array.from({ length: 100 }, (_, index) => index) }));
  const first = Promise.withResolvers<void>();
  const place = Promise.withResolvers<void>();
  const source: JsonSource = {
    ...model,
    rows: async (...of) => first.promise.then(() => model.rows(...of)),
    show: async (...of) => place.promise.then(() => model.show(...of)),
  };
  // Asked without opening it: the lines that are drawn first are fewer than those with the place.
  const node = await model.nodeAtPath('$.many[60]');
  render(
    <I18nProvider language="en">
      <MantineProvider>
        <JsonTree source={source} label="JSON" selected={node} withoutDetails />
      </MantineProvider>
    </I18nProvider>,
  );
  const tree = await screen.findByRole('tree');
  const scroll = scrolling(tree);
  // A machine so busy that React has to wait after each thing it does.
  const { now } = performance;
  let late = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    late += 50;
    return now.call(performance) + late;
  });
  onTestFinished(() => clock.mockRestore());
  new MutationObserver(() => place.resolve()).observe(tree, { childList: true, subtree: true });
  first.resolve();
  await waitFor(() => expect(tree.querySelector('[aria-selected=true]')).not.toBeNull());
  expect(scroll.top).toBeGreaterThan(22 * 40);
});

test('a place that was scrolled to is there again after the lines were fewer for a moment', async () => {
  const user = userEvent.setup();
  const model = localSource(JSON.stringify({ many: Array.from({ length: 100 }, (_, index) => index) }));
  let isShort = false;
  const place = Promise.withResolvers<void>();
  const source: JsonSource = {
    ...model,
    show: async (...of) => place.promise.then(() => model.show(...of)),
    rows: async (...of) => (isShort ? { total: 1, rows: [] } : model.rows(...of)),
  };
  render(
    <I18nProvider language="en">
      <MantineProvider>
        <JsonTree source={source} label="JSON" selected={await model.nodeAtPath('$.many[60]')} />
      </MantineProvider>
    </I18nProvider>,
  );
  const tree = await screen.findByRole('tree');
  const scroll = scrolling(tree);
  place.resolve();
  await waitFor(() => expect(scroll.top).toBeGreaterThan(22 * 40));
  const { top } = scroll;
  const field = screen.getByRole('textbox', { name: 'Search keys and values' });
  isShort = true;
  await user.type(field, 'no such');
  await waitFor(() => expect(scroll.top).toBe(0));
  isShort = false;
  await user.type(field, ' thing');
  await waitFor(() => expect(scroll.top).toBe(top));
});

test('a place that takes longer than the pause after which an empty search begins is shown all the same', async () => {
  const model = localSource(JSON.stringify({ many: Array.from({ length: 100 }, (_, index) => index) }));
  const place = Promise.withResolvers<void>();
  const find = vi.fn(model.find);
  const source: JsonSource = {
    ...model,
    find,
    show: async (...of) => place.promise.then(() => model.show(...of)),
  };
  render(
    <I18nProvider language="en">
      <MantineProvider>
        <JsonTree source={source} label="JSON" selected={await model.nodeAtPath('$.many[60]')} />
      </MantineProvider>
    </I18nProvider>,
  );
  const tree = await screen.findByRole('tree');
  const scroll = scrolling(tree);
  await waitFor(() => expect(find).toHaveBeenCalledWith(null, expect.anything()));
  place.resolve();
  await waitFor(() => expect(scroll.top).toBeGreaterThan(22 * 40));
  await waitFor(() => expect(tree.querySelector('[data-cursor]')?.textContent).toContain('60: 60'));
});

test('a hit of a search far below is scrolled to', async () => {
  const many = Array.from({ length: 500 }, (_, index) => (index === 400 ? 'needle' : `hay ${index}`));
  const { user } = show(JSON.stringify({ many }));
  const tree = await screen.findByRole('tree');
  const scroll = scrolling(tree);
  await user.type(await screen.findByRole('textbox', { name: 'Search keys and values' }), 'needle');
  await screen.findByText('1 of 1');
  await waitFor(() => expect(scroll.top).toBeGreaterThan(22 * 300));
  await waitFor(() => expect(tree.querySelector('[data-cursor]')?.textContent).toContain('needle'));
});

/** A source whose answers of one kind wait until they are let go. */
function held(text: string, name: keyof JsonSource) {
  const model = localSource(text);
  const waiting: (() => void)[] = [];
  const source = {
    ...model,
    [name]: async (...input: never[]) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return (model[name] as (...of: never[]) => Promise<unknown>)(...input);
    },
  } as JsonSource;
  const letGo = () => {
    for (const go of waiting.splice(0)) go();
  };
  return { source, waiting, letGo };
}

async function draw(source: JsonSource) {
  const user = userEvent.setup();
  render(
    <I18nProvider language="en">
      <MantineProvider>
        <JsonTree source={source} label="JSON" />
      </MantineProvider>
    </I18nProvider>,
  );
  const tree = await screen.findByRole('tree');
  return { user, tree, active: () => tree.querySelector('[data-cursor]')?.textContent };
}

test('keys after G go on from the last line, also before that line is known', async () => {
  const many = Array.from({ length: 500 }, (_, index) => `line ${index}`);
  const { source, letGo } = held(JSON.stringify(many), 'rows');
  const { user, tree, active } = await draw(source);
  const scroll = scrolling(tree);
  letGo();
  await waitFor(() => expect(active()).toContain('500'));
  tree.focus();
  await user.keyboard('Gk');
  letGo();
  await waitFor(() => expect(scroll.top).toBeGreaterThan(22 * 400));
  await waitFor(() => {
    letGo();
    expect(active()).toContain('line 498');
  });
  await user.keyboard('k');
  await waitFor(() => expect(active()).toContain('line 497'));
});

test('a line that opens or closes late leaves the cursor where a person went meanwhile', async () => {
  const text = JSON.stringify({ a: { b: 1, c: 2 }, d: 3, e: 4 });
  const { source, letGo, waiting } = held(text, 'expand');
  const { user, tree, active } = await draw(source);
  const lines = () => screen.queryAllByRole('treeitem').map((line) => line.textContent);
  await waitFor(() => expect(lines()).toContain('e: 4'));
  tree.focus();
  await user.keyboard('jljj');
  expect(waiting).toHaveLength(1);
  expect(active()).toContain('e:');
  letGo();
  await waitFor(() => expect(lines()).toContain('b: 1'));
  await waitFor(() => expect(active()).toContain('e:'));
  // And what was closed around it takes it in.
  await user.keyboard('kkkkhj');
  expect(active()).toContain('b:');
  letGo();
  await waitFor(() => expect(lines()).not.toContain('b: 1'));
  await waitFor(() => expect(active()).toContain('a:'));
  await user.keyboard('j');
  await waitFor(() => expect(active()).toContain('d:'));
});

test('n twice before an answer is two hits further', async () => {
  const { source, letGo } = held(JSON.stringify(['x 1', 'x 2', 'x 3', 'y']), 'hit');
  const { user, active } = await draw(source);
  await user.type(await screen.findByRole('textbox', { name: 'Search keys and values' }), 'x');
  await screen.findByText('1 of 3');
  await user.keyboard('{Escape}nn');
  letGo();
  await screen.findByText('3 of 3');
  await waitFor(() => expect(active()).toContain('x 3'));
  // A hit that comes when a person is elsewhere is not gone to, and not counted.
  await user.keyboard('ngj');
  letGo();
  await waitFor(() => expect(active()).toContain('x 1'));
  await screen.findByText('3 of 3');
});

test('lines that were opened without being shown move the cursor along with its own', async () => {
  const lines = Array.from({ length: 400 }, (_, index) => `line ${index}`);
  const model = localSource(JSON.stringify([Array.from({ length: 40 }, (_, index) => index), ...lines]));
  const { user, tree, active } = await draw(model);
  const scroll = scrolling(tree);
  const scrollTo = (top: number) => {
    tree.scrollTop = top;
    tree.dispatchEvent(new Event('scroll'));
  };
  await waitFor(() => expect(active()).toContain('401'));
  tree.focus();
  await user.keyboard('G');
  await waitFor(() => expect(active()).toContain('line 399'));
  // A place came along with an answer, and something else was shown.
  await model.show((await model.nodeAtPath('$[0][30]')) ?? 0, 10);
  scrollTo(0);
  await waitFor(() => expect(tree.textContent).toContain('30: 30'));
  scrollTo(22 * 1_000);
  await waitFor(() => expect(scroll.top).toBeGreaterThan(22 * 400));
  await waitFor(() => expect(active()).toContain('line 399'));
  await user.keyboard('k');
  await waitFor(() => expect(active()).toContain('line 398'));
});

/** Scrolls as a browser does: never further than what is drawn is high, also where that gets less. */
function scrolling(tree: HTMLElement) {
  const tall = tree.firstElementChild as HTMLElement;
  const scroll = { top: 0 };
  const scrollTo = (wanted: number) => {
    const height = Number.parseFloat(tall.style.getPropertyValue('height'));
    scroll.top = Math.max(0, Math.min(wanted, height - tree.clientHeight));
  };
  Object.defineProperty(tree, 'scrollTop', { get: () => scroll.top, set: scrollTo });
  Object.defineProperty(tall.style, 'height', {
    set: (height: string) => {
      tall.style.setProperty('height', height);
      scrollTo(scroll.top);
    },
  });
  return scroll;
}

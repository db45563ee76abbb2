import { expect, test } from 'vitest';
import { characterAt, rangeIn } from './block-range.ts';

function element(html: string): HTMLElement {
  const made = document.createElement('div');
  made.innerHTML = html;
  return made;
}

test('a range begins where its first character does, and ends where its last one does', () => {
  const text = element('one<b>two</b>three');
  const [first, bold, last] = [text.firstChild, text.querySelector('b')?.firstChild, text.lastChild];
  const range = rangeIn(text, 3, 6);
  expect([range?.startContainer, range?.startOffset]).toEqual([bold, 0]);
  expect([range?.endContainer, range?.endOffset]).toEqual([bold, 3]);
  const wide = rangeIn(text, 2, 8);
  expect([wide?.startContainer, wide?.startOffset]).toEqual([first, 2]);
  expect([wide?.endContainer, wide?.endOffset]).toEqual([last, 2]);
});

test('what ends beyond the text ends with it, and a text that is empty has no range', () => {
  const text = element('short');
  expect(rangeIn(text, 0, Number.MAX_SAFE_INTEGER)?.endOffset).toBe(5);
  expect(rangeIn(text, 90, 99)?.collapsed).toBe(true);
  expect(rangeIn(element(''), 0, 1)).toBeUndefined();
});

test('what only parts the cells of a table, and is not drawn, is the whole row; what goes on is itself', () => {
  const parting = '<span data-parting>|</span>';
  const row = `<tr><td>1${parting}</td><td>${parting}</td><td>2</td></tr>`;
  const table = element(`<table>${row}${row}</table>`);
  const [first, second] = table.querySelectorAll('tr');
  const places = (start: number, end: number) => {
    const range = rangeIn(table, start, end);
    return [range?.startContainer, range?.endContainer];
  };
  expect(table.textContent).toBe('1||21||2');
  expect(places(1, 2)).toEqual([first, first]);
  expect(places(1, 3)).toEqual([first, first]);
  expect(places(6, 7)).toEqual([second, second]);
  const parted = first?.querySelector('span')?.firstChild;
  expect(places(1, 4)).toEqual([parted, first?.lastChild?.firstChild]);
  expect(places(1, 6)[0]).toBe(parted);
});

test('tells the character at a place of a text node', () => {
  const text = element('one<b>two</b>three');
  expect(characterAt(text, text.lastChild as Node, 2)).toBe(8);
});

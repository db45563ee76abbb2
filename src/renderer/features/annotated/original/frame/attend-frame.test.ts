import { afterEach, expect, test, vi } from 'vitest';
import { attendFrame } from './attend-frame.ts';

let end = () => {};
afterEach(() => {
  end();
  document.body.replaceChildren();
});

function open() {
  const frame = document.body.appendChild(document.createElement('iframe'));
  // In a document of a frame jsdom has other classes than in the page.
  const inside = document.implementation.createHTMLDocument();
  const selection = { isCollapsed: true, removeAllRanges: vi.fn() };
  vi.spyOn(inside, 'getSelection').mockReturnValue(selection as unknown as Selection);
  end = attendFrame(frame, inside, { onChoose: vi.fn(), onLink: vi.fn(), onPlace: vi.fn() });
  const around = vi.fn((event: KeyboardEvent) => event.preventDefault());
  frame.addEventListener('keydown', around);
  const press = (init: KeyboardEventInit) => {
    const event = new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true });
    inside.body.dispatchEvent(event);
    return event;
  };
  return { selection, around, press };
}

test('keys go to the page around as they were pressed', () => {
  const { around, press } = open();
  const event = press({ key: ']', code: 'Digit9', ctrlKey: true, altKey: true, modifierAltGraph: true });
  const copy = around.mock.calls[0]?.[0];
  expect([copy?.key, copy?.code, copy?.ctrlKey, copy?.altKey]).toEqual([']', 'Digit9', true, true]);
  expect(copy?.getModifierState('AltGraph')).toBe(true);
  expect(event.defaultPrevented).toBe(true);
  press({ key: '[' });
  expect(around.mock.calls[1]?.[0].getModifierState('AltGraph')).toBe(false);
});

test('Escape takes a selection away first, and is a key of the page then', () => {
  const { selection, around, press } = open();
  selection.isCollapsed = false;
  expect(press({ key: 'Escape' }).defaultPrevented).toBe(true);
  expect(around).not.toHaveBeenCalled();
  expect(selection.removeAllRanges).toHaveBeenCalledTimes(1);
  selection.isCollapsed = true;
  press({ key: 'Escape' });
  expect(around).toHaveBeenCalledTimes(1);
});

import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PaneContent } from './pane-content.tsx';

test('a pane behind another one stays as it was, until it is in sight again', () => {
  const pane = (isBehind: boolean, place: string) => (
    <PaneContent isBehind={isBehind}>
      <p>{place}</p>
    </PaneContent>
  );
  const { container, rerender } = render(pane(false, 'first'));
  rerender(pane(true, 'second'));
  expect(container.textContent).toBe('first');
  rerender(pane(false, 'second'));
  expect(container.textContent).toBe('second');
});

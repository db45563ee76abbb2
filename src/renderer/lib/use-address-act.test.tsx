import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { goTo, useAddressAct } from './route.ts';

test('each other query of a page is told, drawing nothing anew, and no address of another page', () => {
  const told: string[] = [];
  let drawn = 0;
  function Page() {
    drawn += 1;
    useAddressAct((query) => told.push(query.toString()));
    return null;
  }
  goTo('#/documents/A?event=1', { replace: true });
  const { unmount } = render(<Page />);
  expect(told).toEqual(['event=1']);
  goTo('#/documents/A?event=2', { replace: true });
  goTo('#/documents/A', { replace: true });
  expect(told).toEqual(['event=1', 'event=2', '']);
  expect(drawn).toBe(1);
  goTo('#/documents/B?event=3', { replace: true });
  unmount();
  expect(told).not.toContain('event=3');
});

import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aFolderState } from '../../testing/answers.ts';
import { renderPage } from '../../testing/render-page.tsx';

test('mod+K finds pages, actions and folders, and searches uploads', async () => {
  const { user, inputs } = renderPage('#/home', { 'folders.list': () => [aFolderState()] });
  await screen.findByRole('link', { name: 'reports' });
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('textbox', { name: 'Commands' }), 'pause');
  await user.click(await screen.findByText(/uploads$/, { selector: 'button *' }));
  await waitFor(() => expect(inputs('agent.pause')).toEqual([{}]));

  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('textbox', { name: 'Commands' }), 'annual');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(location.hash).toBe('#/uploads?search=annual'));
});

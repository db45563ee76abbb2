import '@mantine/core/styles.css';
import '@mantine/charts/styles.css';
import '@mantine/dropzone/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import '../ui/theme-variables.css';
import '../ui/base.css';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { config } from 'zod';
import { App } from '../app/app.tsx';
import { SignedOut } from '../app/signed-out.tsx';
import type { Host } from '../lib/bridge/host.ts';

/** Puts the pages into the document, over whichever host carries them; answers how to take them out again. */
export function renderApp(host: Host): () => void {
  // Zod would otherwise try whether it may make code from text, which the policy refuses and reports.
  config({ jitless: true });
  return render(<App host={host} />);
}

/** Puts what a person without a session sees into the document. */
export function renderSignedOut(): void {
  render(<SignedOut />);
}

function render(page: ReactNode): () => void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no element with the id "root".');
  const rendered = createRoot(root);
  rendered.render(<StrictMode>{page}</StrictMode>);
  return () => rendered.unmount();
}

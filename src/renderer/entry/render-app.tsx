import '@mantine/core/styles.css';
import '@mantine/charts/styles.css';
import '@mantine/dropzone/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import '../ui/theme-variables.css';
import '../ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { config } from 'zod';
import { App } from '../app/app.tsx';
import type { Host } from '../lib/bridge/host.ts';

/** Puts the pages into the document, over whichever host carries them. */
export function renderApp(host: Host): void {
  // Zod would otherwise try whether it may make code from text, which the policy refuses and reports.
  config({ jitless: true });
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no element with the id "root".');
  createRoot(root).render(
    <StrictMode>
      <App host={host} />
    </StrictMode>,
  );
}

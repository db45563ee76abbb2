import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { AboutPage } from './about-page.tsx';

declare global {
  interface Window {
    /** Set by the preload; absent in a plain browser. */
    readonly sluice?: { readonly electron: string };
  }
}

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the id "root".');
createRoot(root).render(
  <StrictMode>
    <AboutPage electron={window.sluice?.electron} />
  </StrictMode>,
);

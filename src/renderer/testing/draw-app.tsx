import { createRoot } from 'react-dom/client';
import { App } from '../app/app.tsx';
import type { Host } from '../lib/bridge/host.ts';
import { beginWindow } from './new-window.ts';

/**
 * Draws the whole app over a host; returns the way to take it away. For tests in which core itself is the
 * host: they wait for what is drawn, as a person does, and so run React as it is shipped.
 */
export function draw(host: Host): () => void {
  beginWindow();
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  root.render(<App host={host} />);
  return () => {
    root.unmount();
    place.remove();
  };
}

import { render } from '@testing-library/react';
import { App } from '../app/app.tsx';
import type { Host } from '../lib/bridge/host.ts';
import { beginWindow } from './new-window.ts';

/**
 * Draws the whole app over a host; returns the way to take it away. For tests in which core itself is the
 * host.
 */
export function draw(host: Host): () => void {
  beginWindow();
  return render(<App host={host} />).unmount;
}

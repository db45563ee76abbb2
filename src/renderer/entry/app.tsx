import { createAppHost, type PreloadBridge } from '../lib/bridge/app-host.ts';
import { renderApp } from './render-app.tsx';

declare global {
  interface Window {
    /** Set by the preload of the desktop app. */
    readonly sluice: PreloadBridge;
  }
}

renderApp(createAppHost(window.sluice));

import type { WebContents } from 'electron';
import { appOrigin } from './app-protocol.ts';

/** Denies what a page of ours never needs: leaving the app, opening windows, embedding others, asking for permissions. */
export function denyByDefault(contents: WebContents): void {
  contents.on('will-navigate', (event) => {
    if (!event.url.startsWith(`${appOrigin}/`)) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  contents.session.setPermissionCheckHandler(() => false);
}

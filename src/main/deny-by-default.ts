import type { WebContents } from 'electron';
import { appOrigin } from './app-origin.ts';

/**
 * Denies what a page of ours never needs: leaving the app, opening windows, embedding others, asking for
 * permissions.
 */
export function denyByDefault(contents: WebContents): void {
  const staysHere = (event: { readonly url: string; preventDefault(): void }) => {
    if (!event.url.startsWith(`${appOrigin}/`)) event.preventDefault();
  };
  contents.on('will-navigate', staysHere);
  contents.on('will-redirect', staysHere);
  // Frames too: originals stand in one.
  contents.on('will-frame-navigate', staysHere);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  contents.session.setPermissionCheckHandler(() => false);
  contents.session.setDevicePermissionHandler(() => false);
}

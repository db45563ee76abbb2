import { app, BrowserWindow } from 'electron';
import { registerAppScheme, serveApp } from './app-protocol.ts';
import { denyByDefault } from './deny-by-default.ts';
import { openMainWindow } from './main-window.ts';

registerAppScheme();
app.enableSandbox();
app.on('web-contents-created', (_event, contents) => denyByDefault(contents));
app.on('window-all-closed', () => app.quit());
app.on('activate', () => {
  if (BrowserWindow.getAllWindows().length === 0) void openMainWindow();
});

// Not awaited here: Electron becomes ready only after this module has been evaluated.
app
  .whenReady()
  .then(async () => {
    serveApp();
    await openMainWindow();
  })
  .catch((error: unknown) => {
    console.error('Sluice could not open its window and ends.', error);
    app.exit(1);
  });

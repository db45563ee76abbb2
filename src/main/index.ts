import { app, dialog } from 'electron';
import { createRedactor } from '#core/public/redactor.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { errorCatalog } from '#shared/errors/catalog.ts';
import { explained } from '#shared/errors/explained.ts';
import { exitCodes } from '#shared/errors/catalog-entry.ts';
import { registerAppScheme } from './app-protocol.ts';
import { linkRoute } from '#shared/cite/passage-link.ts';
import { routeInArguments } from './deep-link.ts';
import { denyByDefault } from './deny-by-default.ts';
import { type RunningApp, runApp } from './run-app.ts';

/** Every key is added to it before anything is said (S3). */
const redactor = createRedactor();
let running: RunningApp | undefined;
let isQuitting = false;

// The agent's, and none of the processes that show the pages shall have it.
delete process.env.SLUICE_API_KEY;

registerAppScheme();
app.enableSandbox();
app.on('web-contents-created', (_event, contents) => denyByDefault(contents));

if (app.requestSingleInstanceLock()) begin();
else app.quit();

function begin(): void {
  // Windows shows notifications only of programs it knows by this name; the installer gives it to the
  // shortcut.
  app.setAppUserModelId('app.sluice.desktop');
  // In development the program is Electron itself, which must not be registered for our links.
  if (app.isPackaged) app.setAsDefaultProtocolClient('sluice');
  app.on('second-instance', (_event, args) => show(routeInArguments(args) ?? undefined));
  app.on('open-url', (event, address) => {
    event.preventDefault();
    show(linkRoute(address) ?? undefined);
  });
  app.on('activate', () => show());
  // The window is only hidden when it is closed; this comes when it was destroyed, and the work goes on.
  app.on('window-all-closed', () => undefined);
  app.on('before-quit', (event) => {
    isQuitting = true;
    if (running === undefined) return;
    event.preventDefault();
    const ended = running.stop();
    running = undefined;
    ended
      .catch((error: unknown) => console.error('Sluice did not end cleanly.', redactor.value(error)))
      .finally(() => app.quit());
  });
  // Not awaited here: Electron becomes ready only after this module has been evaluated.
  app
    .whenReady()
    .then(() => runApp({ isQuitting: () => isQuitting, redactor, onCrash: fail }))
    .then((started) => {
      running = started;
    })
    .catch(fail);
}

function show(route?: string): void {
  void running?.window.show(route);
}

function fail(error: unknown): void {
  const { code, message } = error instanceof AppError ? error : new AppError('UNEXPECTED');
  const { exit } = errorCatalog[code];
  const { next, remedy } = explained(code);
  if (!(error instanceof AppError)) console.error('Sluice could not go on.', redactor.value(error));
  dialog.showErrorBox('Sluice', `${message}\n\n${next} ${remedy}`);
  app.exit(exitCodes[exit]);
}

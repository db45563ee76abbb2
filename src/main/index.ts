import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { app, dialog, powerMonitor, shell } from 'electron';
import { createRedactor } from '#core/public/redactor.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { errorCatalog } from '#shared/errors/catalog.ts';
import { explained } from '#shared/errors/explained.ts';
import { exitCodes } from '#shared/errors/catalog-entry.ts';
import { trashOfApp } from './adapters/trash-of-app.ts';
import { registerAppScheme } from './app-protocol.ts';
import { linkRoute } from '#shared/cite/passage-link.ts';
import { commandLineArguments, runCommandLine } from './command-line.ts';
import { routeInArguments } from './deep-link.ts';
import { denyByDefault } from './deny-by-default.ts';
import { assertInSandbox } from './in-sandbox.ts';
import { OrderlyEnd } from './orderly-end.ts';
import { runApp } from './run-app.ts';
import { ShowRequests } from './show-requests.ts';
import { startUtilityProgram } from './utility-program.ts';

/**
 * Milliseconds a session that ends waits for: systemd gives five seconds, and macOS asks the person later.
 */
const sessionPatience = 4000;
/** Every key is added to it before anything is said (S3). */
const redactor = createRedactor();
const requests = new ShowRequests();
/** Ends what runs, once; undefined when nothing does. */
let stop: (() => Promise<void>) | undefined;
const end = new OrderlyEnd({
  stop() {
    const stopping = stop?.();
    stop = undefined;
    return stopping;
  },
  quit: () => app.quit(),
  onFailure: (error) => console.error('Sluice did not end cleanly.', redactor.value(error)),
  patience: () => delay(sessionPatience),
});

registerAppScheme();
app.enableSandbox();
app.on('web-contents-created', (_event, contents) => denyByDefault(contents));

const command = commandLineArguments(process.argv, app.isPackaged ? 1 : 2);
if (command) runCommand(command);
else if (app.requestSingleInstanceLock()) begin();
else app.quit();

/** The command line's own program lies beside this one: no room may import another's (docs/adr/0034). */
function runCommand(args: readonly string[]): void {
  const program = new URL('./command-line.js', import.meta.url).href;
  runCommandLine(args, {
    app,
    load: () => import(/* @vite-ignore */ program),
    startProgram: startUtilityProgram,
    moveToTrash: trashOfApp(shell, process.platform),
    locales: pathToFileURL(join(app.getAppPath(), 'resources/locales/')),
  }).catch((error: unknown) => console.error('Sluice could not go on.', redactor.value(error)));
}

function begin(): void {
  // The agent's, and none of the processes that show the pages shall have it.
  delete process.env.SLUICE_API_KEY;
  // Windows shows notifications only of programs it knows by this name; the installer gives it to the
  // shortcut.
  app.setAppUserModelId('app.sluice.desktop');
  // In development the program is Electron itself, which must not be registered for our links.
  if (app.isPackaged) app.setAsDefaultProtocolClient('sluice');
  app.on('second-instance', (_event, args) => requests.ask(routeInArguments(args) ?? undefined));
  app.on('open-url', (event, address) => {
    event.preventDefault();
    requests.ask(linkRoute(address) ?? undefined);
  });
  app.on('activate', (_event, hasVisibleWindows) => {
    // Also comes when macOS starts the app, at login too.
    if (stop !== undefined && !hasVisibleWindows) requests.ask();
  });
  // The window is only hidden when it is closed; this comes when it was destroyed, and the work goes on.
  app.on('window-all-closed', () => undefined);
  app.on('before-quit', end.beforeQuit);
  // Not awaited here: Electron becomes ready only after this module has been evaluated.
  app
    .whenReady()
    .then(() => {
      assertInSandbox(app.isPackaged, app.commandLine);
      // Electron's types leave out the event that its documentation names.
      powerMonitor.on('shutdown', end.sessionEnds as () => void);
      return runApp({ isQuitting: () => end.isQuitting, redactor, requests, onCrash: fail });
    })
    .then((started) => {
      stop = () => started.stop();
      requests.answerWith((route) => {
        if (!end.isQuitting) void started.window.show(route);
      });
    })
    .catch(fail);
}

function fail(error: unknown): void {
  const { code, message } = error instanceof AppError ? error : new AppError('UNEXPECTED');
  const { exit } = errorCatalog[code];
  const { next, remedy } = explained(code);
  if (!(error instanceof AppError)) console.error('Sluice could not go on.', redactor.value(error));
  dialog.showErrorBox('Sluice', `${message}\n\n${next} ${remedy}`);
  app.exit(exitCodes[exit]);
}

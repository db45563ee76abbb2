import { join } from 'node:path';
import { app, powerMonitor, safeStorage, session, shell } from 'electron';
import { createCore } from '#core/create-core.ts';
import { createClock } from '#core/ports/clock.ts';
import { originsOf } from '#core/ports/profile-addresses.ts';
import {
  createAnswer,
  createLeave,
  createOriginalPages,
  relayEvents,
  rememberLines,
  TrySandbox,
  writeSupportBundle,
} from '#core/public/host.ts';
import { machinePolicy, makeDataFolder } from '#core/public/files.ts';
import type { Redactor } from '#core/public/redactor.ts';
import { version } from '#shared/version.ts';
import { openAppSettings } from './adapters/app-settings.ts';
import { createKeychain } from './adapters/keychain.ts';
import { createLogFile } from './adapters/log-file.ts';
import { openElectronStore } from './adapters/settings-store.ts';
import { createNetworkPort } from './adapters/network-port.ts';
import { createStartAtLogin } from './adapters/start-at-login.ts';
import { trashOfApp } from './adapters/trash-of-app.ts';
import { serveApp } from './app-protocol.ts';
import { askPerson } from './ask-person.ts';
import { answerCalls, onPicked, sendToWindows } from './bridge.ts';
import { routeInArguments } from './deep-link.ts';
import { Desktop } from './desktop.ts';
import { hasTray } from './has-tray.ts';
import { hostCalls } from './host-calls.ts';
import { MainWindow } from './main-window.ts';
import { reconcileAfterAbsence } from './reconcile-after-absence.ts';
import { launchSandbox } from './sandbox-program.ts';
import type { ShowRequests } from './show-requests.ts';
import { createUpdates } from './updates.ts';
import { startUtilityProgram } from './utility-program.ts';

export interface RunningApp {
  readonly window: MainWindow;
  /** Ends core and everything around it; nothing that was under way is lost. */
  stop(): Promise<void>;
}

interface RunOptions {
  readonly isQuitting: () => boolean;
  readonly redactor: Redactor;
  /** What somebody asked to be shown before there was a window. */
  readonly requests: Pick<ShowRequests, 'take'>;
  /** Tells the person and ends the program; the next start takes up where the ledger stands. */
  readonly onCrash: (error: unknown) => void;
}

/**
 * Puts the app together: adapters, core, bridge, window and what stands around it.
 *
 * @throws AppError `LEDGER_BUSY` when an agent holds the data folder
 */
export async function runApp({ isQuitting, redactor, requests, onCrash }: RunOptions): Promise<RunningApp> {
  const dataDirectory = join(app.getPath('userData'), 'data');
  makeDataFolder(dataDirectory);
  const logFile = createLogFile(app.getPath('logs'), redactor, app.isPackaged);
  const logger = rememberLines(logFile, redactor, Date.now);
  const warn = (message: string) => logger.warn(message);
  // Electron's own answer is a dialog with everything the error says, and going on in a state that nobody
  // foresaw. It listens for the event; this comes before all who listen.
  process.setUncaughtExceptionCaptureCallback((error) => {
    logger.error('Sluice ended because of an error that nobody foresaw.', { error });
    onCrash(error);
  });
  const { policy, settings } = await openAppSettings({
    directory: dataDirectory,
    policyPlace: machinePolicy(process.platform, process.env),
    openStore: openElectronStore,
    onProblem: warn,
  });
  const secrets = createKeychain({
    directory: dataDirectory,
    safeStorage,
    platform: process.platform,
    askForSession: () => askForSession(),
    onKey: (key) => redactor.add(key),
    onProblem: warn,
  });
  await secrets.bind(new Map(settings.get().profiles.map((profile) => [profile.id, originsOf(profile)])));
  const core = createCore({
    dataDirectory,
    settings,
    secrets,
    clock: createClock(),
    random: Math.random,
    logger,
    startProgram: startUtilityProgram,
    moveToTrash: trashOfApp(shell, process.platform),
    network: createNetworkPort(
      {
        session: session.defaultSession,
        onResume: (listener) => powerMonitor.on('resume', listener),
        offResume: (listener) => powerMonitor.off('resume', listener),
      },
      process.env,
    ),
  });
  const sandbox = new TrySandbox({
    settings,
    secrets,
    directory: join(dataDirectory, 'sandbox'),
    launch: launchSandbox,
  });
  const { calls } = core;
  const isTrayShown = await hasTray();
  const startAtLogin = createStartAtLogin({
    app,
    platform: process.platform,
    isPackaged: app.isPackaged,
    executable: app.getPath('exe'),
    environment: process.env,
    home: app.getPath('home'),
    onProblem: (message, error) => logger.warn(message, { error }),
  });
  const window = new MainWindow({ hasTray: () => isTrayShown, isQuitting });
  const saveSupportBundle = () =>
    writeSupportBundle({
      calls,
      lines: logger.lines(),
      redactor,
      dataDirectory,
      about: { sluice: version, host: 'app' },
    });
  const updates = createUpdates({
    policy,
    window: () => window.current,
    translate: () => desktop.translate(),
    logger,
  });
  const desktop = new Desktop({
    core,
    settings,
    window,
    hasTray: isTrayShown,
    startAtLogin,
    checkForUpdates: updates && (() => void updates.check(true)),
    saveSupportBundle: () =>
      void saveSupportBundle().then(
        (path) => shell.showItemInFolder(path),
        (error: unknown) => logger.error('The support bundle was not written.', { error }),
      ),
  });
  const leave = createLeave(settings, []);
  const originals = createOriginalPages(
    calls,
    () => performance.now(),
    () => settings.get().activeProfileId,
  );
  const host = hostCalls({
    calls,
    leave,
    originals,
    sandbox,
    window: () => window.current,
    translate: () => desktop.translate(),
    saveSupportBundle,
    canStartAtLogin: startAtLogin.isPossible,
  });

  // Before core, which would else find the sandbox's old address, and no key for it.
  await sandbox.resume().catch((error) => logger.warn('The sandbox did not start again.', { error }));
  await core.start('watch');
  answerCalls(createAnswer({ calls, host, leave, redactor, logger }));
  onPicked((path) => leave.grant(path));
  serveApp(calls, originals);
  desktop.start();
  const stops = [relayEvents(core, sendToWindows), reconcileAfterAbsence(core, logger)];
  const request = requests.take();
  const isShown = request !== undefined || !startAtLogin.startedHidden(process.argv);
  await window.create(isShown, request?.route ?? routeInArguments(process.argv) ?? '');
  void updates?.check(false);
  return {
    window,
    async stop() {
      for (const stop of stops) stop();
      desktop.stop();
      await core.stop();
      settings.close();
      await sandbox.stop();
    },
  };

  async function askForSession(): Promise<boolean> {
    const translate = desktop.translate();
    const question: Electron.MessageBoxOptions = {
      type: 'warning',
      message: translate('desktop.noKeychain'),
      detail: translate('desktop.noKeychainDetail'),
      buttons: [translate('desktop.cancel'), translate('desktop.keepForSession')],
      cancelId: 0,
      defaultId: 0,
    };
    return (await askPerson(window.current, question)) === 1;
  }
}

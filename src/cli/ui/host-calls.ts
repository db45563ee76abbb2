import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  copySamples,
  createCompletePath,
  type Leave,
  nameToSave,
  readNotices,
  type OriginalPages,
  type TrySandbox,
  writeFileToSave,
  writeSupportBundle,
} from '#core/public/host.ts';
import { places } from '#core/public/places.ts';
import type { HostHandlers } from '#shared/bridge/contract.ts';
import type { Session } from '../session.ts';
import type { Downloads } from './downloads.ts';
import type { LeaveDesk } from './leave-desk.ts';

export interface HostCallOptions {
  readonly session: Session;
  readonly version: string;
  readonly sandbox: TrySandbox;
  readonly downloads: Downloads;
  readonly originals: OriginalPages;
  readonly leave: Leave;
  readonly desk: LeaveDesk;
  /** The last log lines, oldest first. */
  readonly lines: () => readonly string[];
}

/** What the agent answers for its pages. It has no windows: nothing is opened on the machine it runs on. */
export function hostCalls({
  session,
  version,
  sandbox,
  downloads,
  originals,
  leave,
  desk,
  lines,
}: HostCallOptions): HostHandlers {
  const { calls, redactor, dataDirectory } = session;
  const completePath = createCompletePath();
  return {
    'host.info': async () => ({
      kind: 'agent',
      version,
      platform: process.platform,
      canPickFolder: false,
      canShowInFolder: false,
      canStartAtLogin: false,
    }),
    'host.pickFolder': async () => ({ path: null }),
    'host.askLeave': async ({ call, input }) => ({ leave: await desk.ask(call, input) }),
    'host.giveLeave': async ({ code }) => ({ given: await desk.give(code) }),
    'host.completePath': async ({ prefix }) => ({ paths: await completePath(prefix) }),
    // The page opens it itself, after asking: the person may sit at another machine.
    'host.openExternal': async () => ({ opened: false }),
    'host.showInFolder': async () => ({ shown: false }),
    // The browser asks where to, or has its own place for downloads.
    'host.saveFile': async (wanted) => {
      const name = await nameToSave(calls, wanted);
      const path = await writeFileToSave(calls, wanted);
      return { outcome: 'download', path: null, address: downloads.offer(path, name) };
    },
    'host.openOriginal': originals.open,
    'host.startSandbox': async () => ({ profileId: await sandbox.start() }),
    'host.samplesFolder': async () => {
      const path = await copySamples(fileURLToPath(places.samples), join(dataDirectory, 'samples'));
      leave.grant(path);
      return { path };
    },
    'host.notices': () => readNotices({ pages: places.pages, programs: places.home }),
    'host.supportBundle': async () => ({
      path: await writeSupportBundle({
        calls,
        lines: lines(),
        redactor,
        dataDirectory,
        about: { sluice: version, host: 'agent' },
      }),
    }),
  };
}

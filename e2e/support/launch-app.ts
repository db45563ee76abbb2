import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import type { Bridge, PageCallName, Reply } from '../../src/shared/bridge/contract.ts';
import { findElectron } from '../../scripts/find-electron.ts';
import { projectRoot } from './project-root.ts';

declare global {
  interface Window {
    readonly sluice: Bridge & { pathsOf(files: readonly File[]): string[] };
  }
}

export interface Launched {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** A call as a page makes it. */
  call(name: PageCallName, input?: unknown): Promise<Reply>;
  /** The value of a call that must succeed. */
  value<T>(name: PageCallName, input?: unknown): Promise<T>;
  /** Everything the program wrote. */
  log(): string;
  /** Ends the app as a person does: closing its window is not enough. */
  quit(): Promise<void>;
}

/** Starts the built app and waits for its first window. */
export async function launchApp(
  args: readonly string[],
  { cwd, env }: { cwd: string; env: Record<string, string> },
): Promise<Launched> {
  const runtime = findElectron(projectRoot);
  // Playwright would start Electron itself without its sandbox. The stand-in's browser may be run by root.
  const chromiumSandbox = 'folder' in runtime && !runtime.isStandIn;
  const app = await _electron.launch({ args: [projectRoot, ...args], env, cwd, chromiumSandbox });
  const child = app.process();
  let log = '';
  const collect = (text: Buffer) => {
    log += text;
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  // Playwright would give it 30 s, whatever the configuration says: the test's own time bounds it.
  const page = await app.firstWindow({ timeout: 0 });
  await page.waitForLoadState('load');
  const call = (name: PageCallName, input: unknown = {}) =>
    page.evaluate(([called, given]) => window.sluice.call(called, given), [name, input] as const);
  /** Answers the dialog that asks for leave, as the person does who wants what the test wants. */
  const allow = async (name: PageCallName, input: unknown) => {
    await app.evaluate(({ dialog }) => {
      const { showMessageBox } = dialog;
      Object.assign(globalThis, { showMessageBox });
      dialog.showMessageBox = (async () => ({ response: 1, checkboxChecked: false })) as never;
    });
    await call('host.askLeave', { call: name, input });
    await app.evaluate(({ dialog }) => {
      dialog.showMessageBox = (globalThis as unknown as Pick<typeof dialog, 'showMessageBox'>).showMessageBox;
    });
  };
  const value = async <T>(name: PageCallName, input: unknown = {}) => {
    let reply = await call(name, input);
    if (!reply.ok && reply.error.code === 'LEAVE_NEEDED') {
      await allow(name, input);
      reply = await call(name, input);
    }
    if (!reply.ok) throw new Error(`${name}: ${reply.error.code} ${reply.error.message}`);
    return reply.value as T;
  };
  const quit = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise((resolve) => child.once('exit', resolve));
    await app.evaluate((electron) => electron.app.quit()).catch(() => undefined);
    await exited;
  };
  return { app, page, call, value, log: () => log, quit };
}

import { AppError } from '#shared/errors/app-error.ts';

/**
 * Refuses to show pages without the system's sandbox
 * (https://www.electronjs.org/docs/latest/tutorial/sandbox). The start script of an AppImage gives it up
 * where the kernel lets nobody have user namespaces, as Ubuntu's does since 24.04, and tells no one
 * (https://github.com/electron-userland/electron-builder, `generateAppRunScript`). In development Electron's
 * own program lies in a folder that may be without its helper.
 *
 * @throws AppError `NO_SANDBOX`
 */
export function assertInSandbox(
  isPackaged: boolean,
  commandLine: Pick<Electron.CommandLine, 'hasSwitch'>,
): void {
  if (isPackaged && commandLine.hasSwitch('no-sandbox')) throw new AppError('NO_SANDBOX');
}

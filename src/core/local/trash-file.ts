import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { AppError } from '#shared/errors/app-error.ts';
import type { MoveToTrash } from '#core/ports/trash.ts';
import { childEnvironment } from '#core/threads/child-environment.ts';
import { trashByRule } from './trash-rule.ts';

/**
 * The trash of systems for hosts that bring none (docs/adr/0030): Linux has a rule that any program may
 * follow, macOS is asked by a script of its own language. Windows deletes for good what its trash does not
 * take, where it is asked without a window: there only the app has one.
 */
export const trashFile: MoveToTrash = async (path, original) => {
  if (process.platform === 'darwin') return trashOnMac(path);
  if (process.platform === 'win32') throw new AppError('NO_TRASH');
  return trashByRule(path, original);
};

/** `NSFileManager` fails where a volume has no trash, and asks nobody for a right to speak to the Finder. */
const macScript = `ObjC.import('Foundation');
function run([path]) {
  const error = Ref();
  const url = $.NSURL.fileURLWithPath(path);
  if (!$.NSFileManager.defaultManager.trashItemAtURLResultingItemURLError(url, null, error))
    throw new Error(ObjC.unwrap(error[0].localizedDescription));
}`;

async function trashOnMac(path: string): Promise<void> {
  await promisify(execFile)('/usr/bin/osascript', ['-l', 'JavaScript', '-e', macScript, path], {
    env: childEnvironment(process.env),
  });
}

import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  FuseState,
  type FuseV1Config,
  FuseV1Options,
  FuseVersion,
  getCurrentFuseWire,
} from '@electron/fuses';
import config from '../electron-builder.config.ts';

/**
 * `node scripts/check-fuses.ts PROGRAM`: reads the fuses of a packaged app (its program, or the `.app` on
 * macOS) and fails unless each is as the configuration of the packaging says. Point 19 of docs/security.md.
 */
const { resetAdHocDarwinSignature: _signature, ...wanted } = config.electronFuses;
const [program = ''] = process.argv.slice(2);
const wire: FuseV1Config<FuseState> = await getCurrentFuseWire(program);

if (wire.version !== FuseVersion.V1) throw new Error(`${program} has fuses of version ${wire.version}`);
let wrong = 0;
for (const [name, isOn] of Object.entries(wanted)) {
  const option = FuseV1Options[upperFirst(name) as keyof typeof FuseV1Options];
  const state = wire[option];
  const isRight = state === (isOn ? FuseState.ENABLE : FuseState.DISABLE);
  console.log(
    `${isRight ? 'ok   ' : 'WRONG'} ${name}: ${state === undefined ? 'missing' : FuseState[state]}`,
  );
  if (!isRight) wrong += 1;
}
const wires = fuseWires(program);
const areAlike = wires.every((one) => one === wires[0]);
console.log(`${areAlike ? 'ok   ' : 'WRONG'} the same in each of its processors' programs: ${wires.length}`);
if (!areAlike) wrong += 1;
// One that is universal by its name and has one half only starts on half of the computers.
if (/universal/.test(program) && wires.length !== 2) {
  console.log(`WRONG a universal program has two, and this one has ${wires.length}`);
  wrong += 1;
}
if (wrong > 0) process.exitCode = 1;

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * The fuses of each processor's program, as bytes: a universal app holds two, and the library reads only the
 * first (https://github.com/electron-userland/electron-builder/issues/8798).
 */
function fuseWires(path: string): string[] {
  const framework = 'Contents/Frameworks/Electron Framework.framework/Electron Framework';
  const bytes = readFileSync(statSync(path).isDirectory() ? join(path, framework) : path);
  const mark = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
  const found: string[] = [];
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 1)) {
    // A version and the number of fuses, then a byte for each.
    const begin = at + mark.length;
    found.push(bytes.toString('latin1', begin, begin + 2 + (bytes[begin + 1] ?? 0)));
  }
  if (found.length === 0) throw new Error(`${basename(path)} has no fuses`);
  return found;
}

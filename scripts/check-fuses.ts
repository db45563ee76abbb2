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
if (wrong > 0) process.exitCode = 1;

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

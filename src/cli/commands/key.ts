import type { Command } from 'commander';
import { checkAddresses, originsOf } from '#core/ports/profile-addresses.ts';
import { keyProblem } from '#core/ports/profile-keys.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { ExitClass } from '#shared/errors/catalog-entry.ts';
import type { Profile } from '#shared/settings/profile.ts';
import { classOfChecks } from '../check-class.ts';
import { confirm } from '../confirm.ts';
import { addExamplesBelow } from '../help/examples.ts';
import type { Host } from '../host.ts';
import { usage } from '../options.ts';
import { checkLines } from '../output/check-lines.ts';
import { readSecret } from '../read-secret.ts';
import type { Session, Setup } from '../session.ts';
import { secretVariables } from '../variables/secret-names.ts';
import { createSecretReader, secretFrom } from '../variables/secret-variables.ts';

/** `sluice key set|forget|test`: of the profile in force, or `--profile-name`. */
export function declareKey(key: Command, host: Host): void {
  key
    .command('set')
    .description('keep a key, read from SLUICE_API_KEY, its file, a credential or stdin; never an argument')
    .action(host.setup(set));
  key
    .command('allow')
    .description('let the key go to the addresses the profile has now, after one of them was changed')
    .option('--yes', 'do not ask')
    .action(host.setup(allow));
  key
    .command('forget')
    .description('remove the key that was kept')
    .option('--yes', 'do not ask')
    .action(host.setup(forget));
  key.command('test').description('check the addresses and the key live').action(host.session('none', test));
  addExamplesBelow(key, {
    '': ['sluice key set', 'sluice key test'],
    set: [
      { line: 'sluice key set', does: 'asks for it, unseen' },
      'pass show sluice | sluice key set --profile-name desk',
    ],
    allow: ['sluice key allow --yes'],
    forget: ['sluice key forget --profile-name desk --yes'],
    test: ['sluice key test'],
  });
}

async function set(setup: Setup): Promise<void> {
  const { secrets, output } = setup;
  const profile = needProfile(setup);
  const outside = secretFrom(createSecretReader(setup), secretVariables.apiKey);
  const isOfOthers = secrets.isOutsideKeyOfOthers(profile.id);
  if (isOfOthers) output.note(output.say('cli.key.ofAnother', { name: profile.name }));
  const key =
    (isOfOthers ? undefined : outside) ??
    (await readSecret(setup, output.say('cli.key.ask', { name: profile.name })));
  if (key === '') throw new AppError('KEY_MISSING', { said: (say) => say('cli.key.nothing') });
  // What else a header may hold nobody uses in keys; a pasted line break or quote is a mistake.
  if (!/^[\x21-\x7e]+$/.test(key)) throw usage('cli.key.odd');
  const all = originsOf(profile);
  // Another address may be the choice of whoever wrote imported settings: only `key allow` asks about it.
  const known = all.filter((one) => secrets.allowedOrigins(profile.id).includes(one));
  const origins = known.length > 0 ? known : all;
  await secrets.setKey(profile.id, key, origins);
  const { name } = profile;
  output.result({ profileId: profile.id, keyPresent: true }, () => {
    output.line(output.say('cli.key.kept', { name }));
    output.line(mayGo(output, name, origins));
    for (const origin of all.filter((one) => !origins.includes(one)))
      output.line(output.say('cli.key.notYet', { name, origin }));
    output.line(output.say('cli.key.outsideFirst'));
  });
}

/** Where a key may go: of a restored profile, an address may be someone else's choice. */
function mayGo(output: Setup['output'], name: string, [first = '', second]: readonly string[]): string {
  return second === undefined
    ? output.say('cli.key.mayGo', { name, origin: first })
    : output.say('cli.key.mayGoBoth', { name, first, second });
}

async function allow(setup: Setup, { yes }: { yes?: boolean }): Promise<ExitClass> {
  const profile = needProfile(setup);
  const origins = originsOf(profile);
  checkAddresses(profile);
  const { output } = setup;
  const { name } = profile;
  const [first = '', second] = origins;
  const question =
    second === undefined
      ? output.say('cli.key.willGo', { name, origin: first })
      : output.say('cli.key.willGoBoth', { name, first, second });
  if (yes !== true && !(await confirm(setup, question, 'yes'))) return 'partial';
  await setup.secrets.allowKey(profile.id, origins);
  await setup.secrets.allowOutsideKey(profile.id);
  output.result({ profileId: profile.id, origins }, () => output.line(mayGo(output, name, origins)));
  return 'ok';
}

async function forget(setup: Setup, { yes }: { yes?: boolean }): Promise<ExitClass> {
  const profile = needProfile(setup);
  const { secrets, output } = setup;
  const { name } = profile;
  if (yes !== true && !(await confirm(setup, output.say('cli.key.forgetAsk', { name }), 'yes')))
    return 'partial';
  await secrets.forgetKey(profile.id);
  const keyPresent = (await keyProblem(secrets, profile)) !== 'KEY_MISSING';
  output.result({ profileId: profile.id, keyPresent }, () => {
    output.line(output.say('cli.key.forgotten', { name }));
    if (keyPresent) output.line(output.say('cli.key.inEnvironment'));
  });
  return 'ok';
}

async function test(session: Session): Promise<ExitClass> {
  const profile = needProfile(session);
  const problem = await keyProblem(session.secrets, profile);
  if (problem !== undefined) throw new AppError(problem, { detail: originsOf(profile).join(', ') });
  const report = await session.calls['key.test']({ profileId: profile.id });
  session.output.result(report, () => checkLines(session.output, report.checks));
  return classOfChecks(report.checks);
}

function needProfile({ profile }: Setup): Profile {
  if (profile === null) throw usage('cli.key.noProfile');
  return profile;
}

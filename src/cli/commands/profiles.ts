import type { Command } from 'commander';
import { checkAddresses, movedTo, originsOf } from '#core/ports/profile-addresses.ts';
import { freeProfileId } from '#core/ports/profile-id.ts';
import { keyProblem } from '#core/ports/profile-keys.ts';
import { insecureSentence } from '#shared/settings/insecure-address.ts';
import type { ExitClass } from '#shared/errors/catalog-entry.ts';
import { type Profile, profileSchema } from '#shared/settings/profile.ts';
import { address } from '../common-options.ts';
import { invalid } from '../invalid.ts';
import { confirm } from '../confirm.ts';
import { addExamplesBelow } from '../help/examples.ts';
import type { Host } from '../host.ts';
import { byteSize, usage, wholeNumber } from '../options.ts';
import { profileNamed } from '../profile-choice.ts';
import type { Session, Setup } from '../session.ts';

interface Flags {
  readonly name?: string;
  readonly address?: string;
  readonly agents?: string;
  readonly requestsPerMinute?: number;
  readonly uploadsAtOnce?: number;
  readonly bandwidth?: number | null;
  readonly acceptInsecure?: string;
}

/** `sluice profiles list|add|edit|remove|use` */
export function declareProfiles(profiles: Command, host: Host): void {
  profiles.command('list').description('list profiles; the one in force is marked').action(host.setup(list));
  addFlags(
    profiles
      .command('add')
      .description('add a profile')
      .argument('<name>')
      .argument('<url>', 'address of the service', address),
  ).action(host.setup(add));
  addFlags(profiles.command('edit').description('change a profile').argument('<profile>', 'name or id'))
    .option('--name <name>', 'a new name')
    .option(
      '--address <url>',
      'a new address; nothing is sent before you say whether it is the same service',
      address,
    )
    .action(host.setup(edit));
  profiles
    .command('remove')
    .description('forget a profile and its key; documents and history stay')
    .argument('<profile>', 'name or id')
    .option(
      '--leave-uploads',
      'also while what cancelled uploads left at the service is to be deleted: it stays',
    )
    .option('--yes', 'do not ask')
    .action(host.session('none', remove));
  profiles
    .command('use')
    .description('make a profile the one in force')
    .argument('<profile>', 'name or id')
    .action(host.setup(use));
  addExamplesBelow(profiles, {
    '': ['sluice profiles list'],
    list: ['sluice profiles list'],
    add: ['sluice profiles add desk https://content.example.com --requests-per-minute 60'],
    edit: [
      'sluice profiles edit desk --bandwidth 2MB --uploads-at-once 4',
      'sluice profiles edit desk --address https://content.example.org',
    ],
    remove: ['sluice profiles remove desk --yes'],
    use: ['sluice profiles use desk'],
  });
}

function addFlags(command: Command): Command {
  return command
    .option('--agents <url>', 'address of the workflow endpoints', address)
    .option(
      '--accept-insecure <sentence>',
      `use an address that is not https; the sentence is "${insecureSentence}"`,
      accepted,
    )
    .option('--requests-per-minute <n>', 'what the service allows the key', wholeNumber(1))
    .option('--uploads-at-once <n>', 'most uploads at a time, 1 to 64', wholeNumber(1, 64))
    .option(
      '--bandwidth <size>',
      'most bytes a second for uploads, such as 2MB; `off` for no limit',
      bandwidth,
    );
}

function bandwidth(value: string): number | null {
  if (value === 'off') return null;
  const bytes = byteSize(value);
  if (bytes === 0) throw invalid('cli.option.bandwidth');
  return bytes;
}

function list({ settings, output }: Setup): Promise<void> {
  const { profiles, activeProfileId } = settings.get();
  const rows = profiles.map((profile) => ({ ...profile, active: profile.id === activeProfileId }));
  output.result(rows, () => {
    if (rows.length === 0) return output.line(output.say('cli.profiles.none'));
    output.table(
      [
        { title: '', text: ({ active }) => (active ? '*' : ' ') },
        { title: output.say('cli.column.id'), text: ({ id }) => id },
        { title: output.say('cli.column.name'), text: ({ name }) => name },
        { title: output.say('cli.column.address'), text: ({ baseUrl }) => baseUrl, shrinks: true },
        {
          title: output.say('cli.column.perMinute'),
          text: ({ requestsPerMinute }) => String(requestsPerMinute),
          align: 'right',
        },
        {
          title: output.say('cli.column.atOnce'),
          text: ({ uploadsAtOnce }) => String(uploadsAtOnce),
          align: 'right',
        },
      ],
      rows,
    );
  });
  return Promise.resolve();
}

/** The risk is accepted in words, so that nobody accepts it by a key pressed too fast. */
function accepted(value: string): string {
  if (value === insecureSentence) return value;
  throw invalid('cli.option.exactly', { sentence: insecureSentence });
}

async function add(
  { settings, secrets, output }: Setup,
  name: string,
  baseUrl: string,
  flags: Flags,
): Promise<void> {
  const { profiles } = settings.get();
  const id = freeProfileId(baseUrl, name, profiles);
  if (profiles.some((profile) => profile.id === id)) throw usage('cli.profiles.exists', { name });
  const profile = profileSchema.parse({ id, name, baseUrl, ...changes(flags) });
  checkAddresses(profile);
  await secrets.allowKey(id, originsOf(profile));
  await settings.update((current) => ({
    ...current,
    profiles: [...current.profiles, profile],
    activeProfileId: current.activeProfileId ?? id,
  }));
  const known = profiles.some((one) => one.name === name) ? id : name;
  output.result(profile, () => output.line(output.say('cli.profiles.added', { name, id, known })));
}

async function edit({ settings, secrets, output }: Setup, name: string, flags: Flags): Promise<void> {
  const before = profileNamed(settings.get(), name);
  const { id } = before;
  const given = changes(flags);
  if (Object.keys(given).length === 0) throw usage('cli.usage.nothing');
  const update = (profile: Profile) =>
    profile.id === id ? profileSchema.parse(movedTo(profile, given)) : profile;
  checkAddresses(update(before));
  const next = await settings.update((current) => ({ ...current, profiles: current.profiles.map(update) }));
  const profile = profileNamed(next, id);
  output.result(profile, () => output.line(output.say('cli.profiles.changed', { name: profile.name })));
  if ((await keyProblem(secrets, profile)) === 'KEY_NOT_FOR_THIS_ADDRESS') {
    const { happened, remedy } = output.explained('KEY_NOT_FOR_THIS_ADDRESS');
    output.note(`${happened} ${remedy}`);
  }
}

interface RemoveFlags {
  readonly leaveUploads?: boolean;
  readonly yes?: boolean;
}

async function remove(session: Session, name: string, flags: RemoveFlags): Promise<ExitClass> {
  const { calls, settings, output } = session;
  const { id, ...profile } = profileNamed(settings.get(), name);
  const question = output.say('cli.profiles.removeAsk', { name: profile.name });
  if (flags.yes !== true && !(await confirm(session, question, 'yes'))) return 'partial';
  await calls['profiles.remove']({ profileId: id, leavesUploads: flags.leaveUploads === true });
  output.result({ removed: true, id }, () => output.line(output.say('cli.profiles.removed', { name })));
  return 'ok';
}

async function use({ settings, output }: Setup, name: string): Promise<void> {
  const profile = profileNamed(settings.get(), name);
  await settings.update((current) => ({ ...current, activeProfileId: profile.id }));
  const others = settings.get().folders.filter(({ profileId: used }) => used !== profile.id).length;
  output.result(profile, () => {
    output.line(output.say('cli.profiles.used', { name: profile.name }));
    if (others > 0) output.line(output.say('cli.profiles.others', { count: others }));
  });
}

function changes(flags: Flags): Partial<Profile> {
  return {
    ...(flags.name === undefined ? {} : { name: flags.name }),
    ...(flags.address === undefined ? {} : { baseUrl: flags.address }),
    ...(flags.agents === undefined ? {} : { agentsUrl: flags.agents }),
    ...(flags.requestsPerMinute === undefined ? {} : { requestsPerMinute: flags.requestsPerMinute }),
    ...(flags.uploadsAtOnce === undefined ? {} : { uploadsAtOnce: flags.uploadsAtOnce }),
    ...(flags.acceptInsecure === undefined ? {} : { insecureAccepted: flags.acceptInsecure }),
    ...(flags.bandwidth === undefined ? {} : { uploadBandwidth: flags.bandwidth }),
  };
}

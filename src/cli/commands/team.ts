import type { Command } from 'commander';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { teamPasswordId } from '#core/ports/team-access.ts';
import type { ExitClass } from '#shared/errors/catalog-entry.ts';
import type { Profile } from '#shared/settings/profile.ts';
import type { TeamSettings } from '#shared/settings/team-settings.ts';
import { teamSettings } from '../adapters/team-access.ts';
import { askTeam, machineNamed, needProfile, teamOf } from '../ask-team.ts';
import { confirm } from '../confirm.ts';
import { addExamplesBelow } from '../help/examples.ts';
import type { Host } from '../host.ts';
import { invalid } from '../invalid.ts';
import { usage, wholeNumber } from '../options.ts';
import { showStranded } from '../output/stranded-text.ts';
import { showMachines } from '../output/team-tables.ts';
import { readSecret } from '../read-secret.ts';
import type { Setup } from '../session.ts';
import { secretVariables } from '../variables/secret-names.ts';
import { createSecretReader, secretFrom } from '../variables/secret-variables.ts';
import { type InitFlags, initTeamOf } from './team-init.ts';
import { pauseTeam } from './team-pause.ts';

/** People read no more of them. */
const mostStranded = 20;
/** Of the settings. */
const mostOfName = 100;

/** `sluice team init|join|status|pause|resume|release|leave` */
export function declareTeam(team: Command, host: Host): void {
  team
    .command('init')
    .description("set up the database that --team names, as its administrator, or change the team's limits")
    .option(
      '--places <n>',
      'uploads at once of all machines, 1 to 1000 (a new team: 10)',
      wholeNumber(1, 1_000),
    )
    .option(
      '--per-minute <n>',
      'requests a minute of all machines (a new team: 500)',
      wholeNumber(1, 1_000_000),
    )
    .option(
      '--reserve <n>',
      'how many of them are kept for people (a new team: 0)',
      wholeNumber(0, 1_000_000),
    )
    .option('--one-limit', 'the service counts the requests of all keys together, not of each key')
    .action(host.plain((context, flags: InitFlags) => initTeamOf(context, flags)));
  team
    .command('join')
    .description('make this machine one of the team whose database --team names')
    .option('--machine <name>', 'as the others know this machine (default: its host name)', machineName)
    .option('--certificates <file>', "the certificate (PEM) of your company's own authority")
    .option(
      '--password',
      'keep the password, read from SLUICE_TEAM_PASSWORD, its file, a credential or stdin',
    )
    .action(host.setup(join));
  team
    .command('status')
    .description('the machines, what is paused, and files that only an offline machine has')
    .action(host.setup(status));
  team
    .command('release')
    .description('say that a machine is gone for good: nobody waits for what it was about to send')
    .argument('<machine>', 'its name, or the id that `team status --json` shows')
    .option('--yes', 'do not ask')
    .action(host.setup(release));
  team
    .command('pause')
    .description('stop a machine, or all of them, from sending files until it is resumed')
    .argument('[machine]', 'its name, or its id (default: this machine)')
    .option('--all', 'the whole team')
    .action(
      host.setup((setup, machine: string | undefined, flags: { all?: boolean }) =>
        pauseTeam(setup, machine, flags, true),
      ),
    );
  team
    .command('resume')
    .description('let a machine, or the whole team, go on; who was paused alone stays so')
    .argument('[machine]', 'its name, or its id (default: this machine)')
    .option('--all', 'the whole team')
    .action(
      host.setup((setup, machine: string | undefined, flags: { all?: boolean }) =>
        pauseTeam(setup, machine, flags, false),
      ),
    );
  team
    .command('leave')
    .description('take this machine out of the team; what it sent stays known to the others')
    .option('--yes', 'do not ask')
    .action(host.setup(leave));
  addExamplesBelow(team, {
    '': [
      {
        line: 'sluice team init --team postgres://postgres@db.example.com/sluice',
        does: 'once: it says what comes next',
      },
      {
        line: 'sluice team join --team postgres://filesrv1@db.example.com/sluice',
        does: 'on each machine; running agents take it up at once',
      },
      'sluice team status',
    ],
    init: [
      {
        line: 'sluice team init --team postgres://postgres@db.example.com/sluice --places 10 --per-minute 500',
        does: 'once, as an administrator of the database',
      },
    ],
    join: ['sluice team join --team postgres://filesrv1@db.example.com/sluice'],
    status: ['sluice team status', 'sluice team status --json | jq -r ".data.agents[].name"'],
    release: ['sluice team release ANNA-LAPTOP --yes'],
    pause: ['sluice team pause ANNA-LAPTOP', { line: 'sluice team pause --all', does: 'nobody sends files' }],
    resume: ['sluice team resume', 'sluice team resume --all'],
    leave: ['sluice team leave --yes'],
  });
}

/** Spaces nobody sees would keep it from being found by its name. */
function machineName(value: string): string {
  const name = value.trim().replaceAll(/\s+/g, ' ');
  if (name === '' || name.length > mostOfName) throw invalid('cli.team.machineName', { most: mostOfName });
  return name;
}

interface JoinFlags {
  readonly machine?: string;
  readonly certificates?: string;
  readonly password?: boolean;
}

async function join(setup: Setup, flags: JoinFlags): Promise<void> {
  const { output, options, environment, secrets } = setup;
  const profile = needProfile(setup);
  if (options.team === undefined) throw usage('cli.team.needsAddress');
  const named = await teamSettings(setup, options.team);
  const team: TeamSettings = {
    ...named,
    machine: flags.machine ?? null,
    certificates:
      flags.certificates === undefined
        ? named.certificates
        : resolve(environment.workingDirectory, flags.certificates),
  };
  const { optionsOf, placeOf } = await import('#core/public/team.ts');
  const place = placeOf(optionsOf(team, { profileId: profile.id, secrets, access: undefined }).address);
  let given: string | undefined;
  if (flags.password === true) {
    given =
      secretFrom(createSecretReader(setup), secretVariables.teamPassword) ??
      (await readSecret(setup, output.say('cli.team.ask')));
    if (given === '') throw usage('cli.team.noPassword');
    setup.redactor.add(given);
  }
  const found = await askTeam(setup, { profile, team, given }, (questions) => questions.status()).catch(
    (error: unknown) => {
      output.note(output.say('cli.team.notJoined'));
      throw error;
    },
  );
  if (given !== undefined) await secrets.setKey(teamPasswordId(profile.id), given, [place]);
  await setup.settings.update((current) => ({
    ...current,
    profiles: current.profiles.map((one) => (one.id === profile.id ? { ...one, team } : one)),
  }));
  const machine = team.machine ?? hostname();
  const wasIt = (profile.team?.machine ?? hostname()) === machine && profile.team !== undefined;
  if (!wasIt && found.agents.some(({ name }) => name === machine))
    output.note(output.say('cli.team.nameTaken', { machine }));
  output.result({ profileId: profile.id, team: { ...team, machine }, agents: found.agents.length }, () =>
    output.line(output.say('cli.team.joined', { machine, name: profile.name, count: found.agents.length })),
  );
}

async function status(setup: Setup): Promise<void> {
  const { output } = setup;
  const { paint, say } = output;
  const profile = needProfile(setup);
  const team = await teamOf(setup, profile);
  const { createProfileScope, strandedAsShown } = await import('#core/public/team.ts');
  // Only who has the key hears of files that were sent with it.
  const scope = await createProfileScope(profile, setup.secrets)();
  const [found, left] = await askTeam(setup, { profile, team }, async (questions) => [
    await questions.status(),
    scope === undefined ? null : await questions.stranded(scope, mostStranded),
  ]);
  const now = Date.now();
  const agents = found.agents.map(({ seenMs, ...agent }) => ({ ...agent, seenAt: now - seenMs }));
  const stranded = left && strandedAsShown(left, now);
  output.result({ ...found, agents, stranded }, () => {
    const { places, placesTaken, permitted, used } = found;
    output.line(say('cli.team.shared', { places, taken: placesTaken, permitted, used }));
    if (found.paused !== null) output.line(paint.bad(say('cli.team.pausedBy', { machine: found.paused.by })));
    if (found.restored) output.line(paint.bad(output.remark({ code: 'team.restored', values: {} })));
    if (agents.length === 0) return output.line(say('cli.team.nobody'));
    showMachines(output, agents, found.paused);
    if (stranded !== null && stranded.total > 0) showStranded(output, stranded);
  });
}

async function release(setup: Setup, machine: string, { yes }: { yes?: boolean }): Promise<ExitClass> {
  const { output } = setup;
  const profile = needProfile(setup);
  const team = await teamOf(setup, profile);
  const { agents } = await askTeam(setup, { profile, team }, (questions) => questions.status());
  const one = machineNamed(setup, agents, machine);
  if (one.alive) throw usage('cli.team.alive', { machine: one.name });
  const question = output.say('cli.team.releaseAsk', { machine: one.name });
  if (yes !== true && !(await confirm(setup, question, 'yes'))) return 'partial';
  const released = await askTeam(setup, { profile, team }, (questions) => questions.release(one.agent));
  if (released.kind !== 'released') throw usage('cli.team.alive', { machine: one.name });
  const { claims, slots } = released;
  output.result({ agent: one.agent, name: one.name, claims, slots }, () =>
    output.line(output.say('cli.team.released', { machine: one.name, claims, slots })),
  );
  return 'ok';
}

async function leave(setup: Setup, { yes }: { yes?: boolean }): Promise<ExitClass> {
  const { output, settings, secrets } = setup;
  const profile = needProfile(setup);
  const isIn = profile.team !== undefined;
  if (isIn && yes !== true && !(await confirm(setup, output.say('cli.team.leaveAsk'), 'yes')))
    return 'partial';
  await settings.update((current) => ({
    ...current,
    profiles: current.profiles.map((one) => (one.id === profile.id ? withoutTeam(one) : one)),
  }));
  await secrets.forgetKey(teamPasswordId(profile.id));
  output.result({ profileId: profile.id, left: isIn }, () =>
    output.line(output.say(isIn ? 'cli.team.left' : 'cli.team.none', { name: profile.name })),
  );
  return 'ok';
}

function withoutTeam({ team: _team, ...profile }: Profile): Profile {
  return profile;
}

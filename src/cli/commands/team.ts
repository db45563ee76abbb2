import type { Command } from 'commander';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { createClock } from '#core/ports/clock.ts';
import { teamPasswordId } from '#core/ports/team-access.ts';
import type { TeamOptions, TeamQuestions } from '#core/public/team.ts';
import type { ExitClass } from '#shared/errors/catalog-entry.ts';
import type { Profile } from '#shared/settings/profile.ts';
import type { TeamSettings } from '#shared/settings/team-settings.ts';
import { teamAccess, teamSettings } from '../adapters/team-access.ts';
import { confirm } from '../confirm.ts';
import { addExamplesBelow } from '../help/examples.ts';
import type { Host } from '../host.ts';
import { usage, wholeNumber } from '../options.ts';
import { formatTime } from '../output/format.ts';
import { showStranded } from '../output/stranded-text.ts';
import { readSecret } from '../read-secret.ts';
import type { Setup } from '../session.ts';
import { secretVariables } from '../variables/secret-names.ts';
import { createSecretReader, secretFrom } from '../variables/secret-variables.ts';
import { type InitFlags, initTeamOf } from './team-init.ts';

/** People read no more of them. */
const mostStranded = 20;

/** `sluice team init|join|status|release|leave` */
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
    .option('--machine <name>', 'as the others know this machine (default: its host name)')
    .option('--certificates <file>', "the certificate (PEM) of your company's own authority")
    .option(
      '--password',
      'keep the password, read from SLUICE_TEAM_PASSWORD, its file, a credential or stdin',
    )
    .action(host.setup(join));
  team
    .command('status')
    .description('the machines of the team, what they share, and which files only a machine has that is gone')
    .action(host.setup(status));
  team
    .command('release')
    .description('say that a machine is gone for good: nobody waits for what it was about to send')
    .argument('<machine>', 'its name, or the id that `team status --json` shows')
    .option('--yes', 'do not ask')
    .action(host.setup(release));
  team
    .command('leave')
    .description('make this machine one that is alone; what it sent stays known to the others')
    .option('--yes', 'do not ask')
    .action(host.setup(leave));
  addExamplesBelow(team, {
    '': ['sluice team status'],
    init: [
      {
        line: 'sluice team init --team postgres://postgres@db.example.com/sluice --places 10 --per-minute 500',
        does: 'once, as an administrator of the database',
      },
    ],
    join: ['sluice team join --team postgres://filesrv1@db.example.com/sluice'],
    status: ['sluice team status', 'sluice team status --json | jq -r ".data.agents[].name"'],
    release: ['sluice team release ANNA-LAPTOP --yes'],
    leave: ['sluice team leave --yes'],
  });
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
  const place = placeOf(
    (await optionsOf(team, { profileId: profile.id, secrets, access: undefined })).address,
  );
  let given: string | undefined;
  if (flags.password === true) {
    given =
      secretFrom(createSecretReader(setup), secretVariables.teamPassword) ??
      (await readSecret(setup, output.say('cli.team.ask')));
    if (given === '') throw usage('cli.team.noPassword');
    setup.redactor.add(given);
  }
  const found = await asked(setup, { profile, team, given }, (questions) => questions.status()).catch(
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
  output.result({ profileId: profile.id, team: { ...team, machine }, agents: found.agents.length }, () =>
    output.line(output.say('cli.team.joined', { machine, name: profile.name, count: found.agents.length })),
  );
}

async function status(setup: Setup): Promise<void> {
  const { output } = setup;
  const { paint, say } = output;
  const profile = needProfile(setup);
  const team = await teamOf(setup, profile);
  const scope = await scopeOfProfile(setup, profile);
  const [found, left] = await asked(setup, { profile, team }, async (questions) => [
    await questions.status(),
    scope === undefined ? null : await questions.stranded(scope, mostStranded),
  ]);
  const now = Date.now();
  const agents = found.agents.map(({ seenMs, ...agent }) => ({ ...agent, seenAt: now - seenMs }));
  const stranded = left && {
    ...left,
    files: left.files.map(({ fileName, size, by, seenMs }) => ({
      fileName,
      size,
      by,
      seenAt: now - seenMs,
    })),
  };
  output.result({ ...found, agents, stranded }, () => {
    const { places, placesTaken, permitted, used } = found;
    output.line(say('cli.team.shared', { places, taken: placesTaken, permitted, used }));
    if (found.paused !== null) output.line(paint.bad(say('cli.team.pausedBy', { machine: found.paused.by })));
    if (found.restored) output.line(paint.bad(output.remark({ code: 'team.restored', values: {} })));
    if (agents.length === 0) return output.line(say('cli.team.nobody'));
    output.line();
    output.table(
      [
        { title: say('cli.column.machine'), text: ({ name }) => name },
        {
          title: say('cli.column.state'),
          text: ({ alive, paused }) =>
            say(!alive ? 'cli.team.away' : paused === null ? 'cli.team.there' : 'cli.team.paused'),
          paint: (text, { alive }) => (alive ? paint.good(text) : paint.dim(text)),
        },
        { title: say('cli.column.lastSeen'), text: ({ seenAt }) => formatTime(seenAt) },
        { title: say('cli.column.queue'), text: ({ queue }) => output.count(queue), align: 'right' },
        { title: say('cli.column.perMinute'), text: ({ used }) => output.count(used), align: 'right' },
        { title: say('cli.column.version'), text: ({ version }) => version },
      ],
      agents,
    );
    if (found.roots.length > 0) showRoots(output, found.roots);
    if (stranded !== null && stranded.total > 0) showStranded(output, stranded);
  });
}

function showRoots(
  output: Setup['output'],
  roots: readonly { readonly name: string; readonly by: { readonly name: string } | null }[],
): void {
  const { say } = output;
  output.line();
  output.table(
    [
      { title: say('cli.column.sharedFolder'), text: ({ name }) => name },
      { title: say('cli.column.readsFirst'), text: ({ by }) => by?.name ?? '–' },
    ],
    roots,
  );
}

/** Only who has the key hears of files that were sent with it. */
async function scopeOfProfile({ secrets }: Setup, { id, baseUrl }: Profile): Promise<string | undefined> {
  const { createScope } = await import('#core/public/team.ts');
  const scope = createScope(baseUrl, () => secrets.getKey(id, new URL(baseUrl).origin));
  return scope();
}

async function release(setup: Setup, machine: string, { yes }: { yes?: boolean }): Promise<ExitClass> {
  const { output } = setup;
  const profile = needProfile(setup);
  const team = await teamOf(setup, profile);
  const { agents } = await asked(setup, { profile, team }, (questions) => questions.status());
  const meant = agents.filter(({ agent, name }) => agent === machine || name === machine);
  const [one, ...others] = meant;
  if (one === undefined) throw usage('cli.team.noMachine', { machine });
  if (others.length > 0)
    throw usage('cli.team.several', { machine, ids: meant.map(({ agent }) => agent).join(', ') });
  if (one.alive) throw usage('cli.team.alive', { machine: one.name });
  const question = output.say('cli.team.releaseAsk', { machine: one.name });
  if (yes !== true && !(await confirm(setup, question, 'yes'))) return 'partial';
  const released = await asked(setup, { profile, team }, (questions) => questions.release(one.agent));
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

/** The team of `--team`, else that of the profile. */
async function teamOf(setup: Setup, profile: Profile): Promise<TeamSettings> {
  const { team } = setup.options;
  const named = team === undefined ? profile.team : await teamSettings(setup, team);
  if (named === undefined) throw usage('cli.team.none', { name: profile.name });
  return named;
}

interface Asked {
  readonly profile: Profile;
  readonly team: TeamSettings;
  /** A password that is not kept yet. */
  readonly given?: string | undefined;
}

async function asked<T>(
  setup: Setup,
  { profile, team, given }: Asked,
  work: (questions: TeamQuestions) => Promise<T>,
): Promise<T> {
  const { questionTeam, optionsOf, teamError } = await import('#core/public/team.ts');
  const access = given === undefined ? await teamAccess(setup) : { password: () => given };
  const options: TeamOptions = await optionsOf(team, {
    profileId: profile.id,
    secrets: setup.secrets,
    access,
  });
  try {
    return await questionTeam({ ...options, clock: createClock() }, work);
  } catch (error) {
    throw teamError(error);
  }
}

function needProfile({ profile }: Setup): Profile {
  if (profile === null) throw usage('cli.team.noProfile');
  return profile;
}

import type { Command } from 'commander';
import type { CallOutput } from '#shared/bridge/contract.ts';
import type { ExitClass } from '#shared/errors/catalog-entry.ts';
import type { Profile } from '#shared/settings/profile.ts';
import { said } from '#shared/spoken/said.ts';
import { speakEnglish } from '#shared/spoken/speak-english.ts';
import { classOfChecks } from '../check-class.ts';
import { addExamples } from '../help/examples.ts';
import type { Host } from '../host.ts';
import { checkLines } from '../output/check-lines.ts';
import type { Session } from '../session.ts';

type Check = CallOutput<'agent.doctor'>['checks'][number];

/** `sluice doctor` */
export function declareDoctor(command: Command, host: Host): void {
  command.action(host.session('none', doctor));
  addExamples(command, 'sluice doctor', {
    line: 'sluice doctor --base-url https://content.example.com',
    does: 'before anything is set up',
  });
}

async function doctor(session: Session): Promise<ExitClass> {
  const { calls, output } = session;
  const own = await calls['agent.doctor']({});
  const checks = [...own.checks];
  for (const profile of otherProfiles(session)) {
    const check = await checkOf(session, profile);
    // The agent's findings may include the same.
    if (!checks.some(({ name, code }) => name === check.name && code === check.code)) checks.push(check);
  }
  output.result({ ok: checks.every(({ ok }) => ok), checks }, () => checkLines(output, checks));
  return classOfChecks(checks);
}

/** Profiles that watch folders send with, beside the one in force; none where the command names one. */
function otherProfiles({ options, profile, settings }: Session): Profile[] {
  if (options.profileName !== undefined || options.baseUrl !== undefined) return [];
  const { folders, profiles } = settings.get();
  return profiles.filter(
    ({ id }) => id !== profile?.id && folders.some(({ profileId, paused }) => profileId === id && !paused),
  );
}

/** One check for all of a profile: the first that failed, or that the service accepts the key. */
async function checkOf({ calls }: Session, { id, name }: Profile): Promise<Check> {
  const { checks } = await calls['key.test']({ profileId: id });
  const title = said('check.name.ofProfile', { profile: name });
  const accepted = said('check.accepted');
  const well = { ok: true, message: speakEnglish(accepted), said: accepted };
  return { ...(checks.find(({ ok }) => !ok) ?? well), name: speakEnglish(title), title };
}

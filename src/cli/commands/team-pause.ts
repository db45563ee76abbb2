import { hostname } from 'node:os';
import { askTeam, machineNamed, needProfile, teamOf } from '../ask-team.ts';
import { usage } from '../options.ts';
import type { Setup } from '../session.ts';

interface PauseFlags {
  readonly all?: boolean;
}

/** `sluice team pause` and `sluice team resume`: a machine, this one where none is named, or all. */
export async function pauseTeam(
  setup: Setup,
  named: string | undefined,
  { all = false }: PauseFlags,
  isPaused: boolean,
): Promise<void> {
  const { output } = setup;
  const { say } = output;
  if (all && named !== undefined) throw usage('cli.team.machineOrAll');
  const profile = needProfile(setup);
  const team = await teamOf(setup, profile);
  const self = team.machine ?? hostname();
  const { one, agents, paused } = await askTeam(setup, { profile, team }, async (questions) => {
    const before = await questions.status();
    const meant = all ? null : machineNamed(setup, before.agents, named ?? self);
    await questions.pause(self, meant?.agent ?? null, isPaused);
    return { one: meant, ...(await questions.status()) };
  });
  const still = agents.filter((machine) => machine.paused !== null).map(({ name }) => name);
  const machine = one && { agent: one.agent, name: one.name };
  output.result({ machine, paused: isPaused, teamPaused: paused !== null, pausedAlone: still }, () => {
    if (one === null) {
      output.line(say(isPaused ? 'cli.team.allPaused' : 'cli.team.allResumed'));
      if (!isPaused && still.length > 0)
        output.line(say('cli.team.stillAlone', { machines: still.join(', ') }));
      return;
    }
    output.line(say(isPaused ? 'cli.team.onePaused' : 'cli.team.oneResumed', { machine: one.name }));
    if (!isPaused && paused !== null) output.line(say('cli.team.stillAll', { by: paused.by }));
  });
}

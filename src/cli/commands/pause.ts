import type { Command } from 'commander';
import { isTeamPause } from '#core/public/health/health-changes.ts';
import { addExamples } from '../help/examples.ts';
import type { Host } from '../host.ts';
import { stateText } from '../output/health-text.ts';
import { createPaint } from '../output/paint.ts';

/** `sluice pause`: the whole agent, over restarts. */
export function declarePause(command: Command, host: Host): void {
  command.action(
    host.session('none', async ({ calls, output }) => {
      const result = await calls['agent.pause']({});
      output.result(result, () => output.line(output.say('cli.pause.paused')));
    }),
  );
  addExamples(command, 'sluice pause');
}

/** `sluice resume`: the other way round. */
export function declareResume(command: Command, host: Host): void {
  command.action(
    host.session('none', async ({ calls, output }) => {
      const result = await calls['agent.resume']({});
      const { health } = await calls['agent.status']({});
      const isOfTeam = health.state === 'paused' && health.findings.some(isTeamPause);
      output.result(result, () => {
        if (!isOfTeam) output.line(output.say('cli.pause.resumed'));
      });
      if (!isOfTeam) return 'ok';
      const state = stateText(health, { ...output, paint: createPaint(false) });
      output.note(output.say('cli.pause.stillTeam', { state }));
      return 'partial';
    }),
  );
  addExamples(command, 'sluice resume');
}

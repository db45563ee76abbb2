import type { Command } from 'commander';
import { addExamples } from '../help/examples.ts';
import type { Host } from '../host.ts';

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
      output.result(result, () => output.line(output.say('cli.pause.resumed')));
    }),
  );
  addExamples(command, 'sluice resume');
}

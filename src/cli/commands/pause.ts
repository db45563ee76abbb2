import type { Command } from 'commander';
import type { Host } from '../host.ts';

/** `sluice pause` and `sluice resume`: the whole agent, over restarts. */
export function addPauseCommands(program: Command, host: Host): void {
  program
    .command('pause')
    .description('stop uploading until `sluice resume`; files are still noticed')
    .action(
      host.session('none', async ({ calls, output }) => {
        const result = await calls['agent.pause']({});
        output.result(result, () => output.line(output.say('cli.pause.paused')));
      }),
    );
  program
    .command('resume')
    .description('go on after `sluice pause`')
    .action(
      host.session('none', async ({ calls, output }) => {
        const result = await calls['agent.resume']({});
        output.result(result, () => output.line(output.say('cli.pause.resumed')));
      }),
    );
}

import type { Command } from 'commander';
import { addExamples } from '../help/examples.ts';
import type { Host } from '../host.ts';
import { addMonitoringOptions } from '../monitoring/monitoring-options.ts';
import { collect, wholeNumber } from '../options.ts';
import { runUi, type UiFlags } from '../ui/run-ui.ts';

/** `sluice ui`: the agent with its pages, in a browser. */
export function declareUi(command: Command, host: Host): void {
  command
    .option('--port <number>', 'port to listen on (default: a free one)', wholeNumber(0, 65_535))
    .option('--open', 'open the pages in the browser')
    .option('--allow <folder>', 'let the pages use this folder without asking here (repeatable)', collect)
    .option('--address', 'print another address of the agent that runs already, to sign in with')
    .option('--sign-out', 'end all sessions of the agent that runs already');
  addMonitoringOptions(command).action(host.plain((context, flags: UiFlags) => runUi(context, flags)));
  addExamples(command, 'sluice ui --open', {
    line: 'sluice ui --port 7600 --allow ~/research',
    does: 'at the same address every time',
  });
}

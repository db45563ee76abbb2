import { isIPv4 } from 'node:net';
import type { Command } from 'commander';
import { addExamples } from '../help/examples.ts';
import type { Host } from '../host.ts';
import { invalid } from '../invalid.ts';
import { addMonitoringOptions } from '../monitoring/monitoring-options.ts';
import { collect, wholeNumber } from '../options.ts';
import { runUi, type UiFlags } from '../ui/run-ui.ts';

/** `sluice ui`: the agent with its pages, in a browser. */
export function declareUi(command: Command, host: Host): void {
  command
    .option('--port <number>', 'port to listen on (default: a free one)', wholeNumber(0, 65_535))
    .option('--host <address>', 'loopback address to listen on (default: a random one)', loopbackAddress)
    .option('--open', 'open the pages in the browser')
    .option('--allow <folder>', 'let the pages use this folder without asking here (repeatable)', collect)
    .option('--address', 'print another address of the agent that runs already, to sign in with')
    .option('--sign-out', 'end all sessions of the agent that runs already');
  addMonitoringOptions(command).action(host.plain((context, flags: UiFlags) => runUi(context, flags)));
  addExamples(command, 'sluice ui --open --allow ~/research', {
    line: 'sluice ui --port 7600',
    does: 'for a tunnel, with the address it prints: ssh -L 127.93.4.201:7600:127.93.4.201:7600 SERVER',
  });
}

/** An address of 127.0.0.0/8 as browsers write it, since they send it as the Host. */
function loopbackAddress(value: string): string {
  if (isIPv4(value) && value.startsWith('127.')) return value;
  throw invalid('cli.option.loopback');
}

import type { Command } from 'commander';
import { runDemo } from '../demo/run-demo.ts';
import { addExamples } from '../help/examples.ts';
import type { Host } from '../host.ts';

/** `sluice demo`: the whole product in half a minute, on a sandbox and in temporary folders. */
export function declareDemo(command: Command, host: Host): void {
  command
    .option('--folder <dir>', 'use a copy of this folder instead of the samples')
    .action(host.plain(runDemo));
  addExamples(command, 'sluice demo', {
    line: 'sluice demo --folder ~/research',
    does: 'with a copy of documents of your own',
  });
}

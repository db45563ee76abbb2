import type { Command } from 'commander';
import type { ExitClass } from '#shared/errors/catalog-entry.ts';
import { classOfChecks } from '../check-class.ts';
import { addExamples } from '../help/examples.ts';
import type { Host } from '../host.ts';
import { checkLines } from '../output/check-lines.ts';
import type { Session } from '../session.ts';

/** `sluice doctor` */
export function declareDoctor(command: Command, host: Host): void {
  command.action(host.session('none', doctor));
  addExamples(command, 'sluice doctor', {
    line: 'sluice doctor --base-url https://content.example.com',
    does: 'before anything is set up',
  });
}

async function doctor({ calls, output }: Session): Promise<ExitClass> {
  const report = await calls['agent.doctor']({});
  output.result(report, () => checkLines(output, report.checks));
  return classOfChecks(report.checks);
}

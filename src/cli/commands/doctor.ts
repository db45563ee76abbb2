import type { Command } from 'commander';
import type { ExitClass } from '#shared/errors/catalog.ts';
import type { Host } from '../host.ts';
import type { Session } from '../session.ts';
import { classOfCheck } from '../check-class.ts';

/** `sluice doctor` */
export function addDoctorCommand(program: Command, host: Host): void {
  program
    .command('doctor')
    .description('check service, key, permissions, folders, watch limits, disk and ledger')
    .action(host.session('none', doctor));
}

async function doctor({ calls, output }: Session): Promise<ExitClass> {
  const report = await calls['agent.doctor']({});
  output.result(report, () => {
    const { paint } = output;
    for (const { name, ok, message } of report.checks) {
      output.line(`${ok ? paint.good('✓') : paint.bad('✗')} ${paint.bold(name)}: ${message}`);
    }
  });
  const failed = report.checks.find(({ ok }) => !ok);
  return failed === undefined ? 'ok' : classOfCheck(failed.name);
}

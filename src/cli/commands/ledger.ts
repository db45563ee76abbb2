import { Argument, type Command } from 'commander';
import { confirm } from '../confirm.ts';
import type { Host, Outcome } from '../host.ts';
import { profileNamed } from '../profile-choice.ts';
import type { Session } from '../session.ts';

/** `sluice ledger rebuild|start-fresh|service` */
export function addLedgerCommands(program: Command, host: Host): void {
  const ledger = program
    .command('ledger')
    .description('what Sluice remembers of a service, and when that is not to be relied on');
  const withProfile = (name: string, description: string) =>
    ledger.command(name).description(description).argument('<profile>', 'name or id');
  withProfile(
    'rebuild',
    'ask the service what it holds before anything more is sent, as after a restored backup',
  ).action(host.session('none', rebuild));
  withProfile('start-fresh', 'go on without asking: files are new, whatever the service holds')
    .option('--yes', 'do not ask')
    .action(host.session('none', startFresh));
  withProfile('service', 'after its address was changed: is it the same service?')
    .addArgument(new Argument('<answer>').choices(['same-service', 'another-service']))
    .action(host.session('none', settle));
}

async function rebuild({ calls, settings, output }: Session, name: string): Promise<void> {
  const { id: profileId } = profileNamed(settings.get(), name);
  const result = await calls['ledger.rebuild']({ profileId });
  output.result(result, () =>
    output.line('The service is asked what it holds before anything more is sent.'),
  );
}

async function startFresh(session: Session, name: string, flags: { yes?: boolean }): Promise<Outcome> {
  const { calls, settings, output } = session;
  const { id: profileId } = profileNamed(settings.get(), name);
  const question = 'Files that the service holds already may be sent a second time.';
  if (flags.yes !== true && !(await confirm(session, question, 'yes'))) return 'partial';
  const result = await calls['ledger.startFresh']({ profileId });
  output.result(result, () => output.line('Sluice goes on without what the service holds.'));
  return undefined;
}

async function settle(
  { calls, settings, output }: Session,
  name: string,
  choice: 'same-service' | 'another-service',
): Promise<void> {
  const { id: profileId } = profileNamed(settings.get(), name);
  const result = await calls['ledger.settleService']({ profileId, choice });
  output.result(result, () =>
    output.line(
      choice === 'same-service'
        ? 'What is in is known still.'
        : 'What was sent is history; the files of its folders are queued for the new service.',
    ),
  );
}

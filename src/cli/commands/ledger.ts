import { Argument, type Command } from 'commander';
import { confirm } from '../confirm.ts';
import { addExamplesBelow } from '../help/examples.ts';
import type { Host, Outcome } from '../host.ts';
import { profileNamed } from '../profile-choice.ts';
import type { Session } from '../session.ts';

/** `sluice ledger rebuild|start-fresh|service` */
export function declareLedger(ledger: Command, host: Host): void {
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
  addExamplesBelow(ledger, {
    '': ['sluice ledger rebuild desk'],
    rebuild: ['sluice ledger rebuild desk'],
    'start-fresh': ['sluice ledger start-fresh desk --yes'],
    service: ['sluice ledger service desk same-service'],
  });
}

async function rebuild({ calls, settings, output }: Session, name: string): Promise<void> {
  const { id: profileId } = profileNamed(settings.get(), name);
  const result = await calls['ledger.rebuild']({ profileId });
  output.result(result, () => output.line(output.say('cli.ledger.rebuild')));
}

async function startFresh(session: Session, name: string, flags: { yes?: boolean }): Promise<Outcome> {
  const { calls, settings, output } = session;
  const { id: profileId } = profileNamed(settings.get(), name);
  const question = output.say('cli.ledger.freshAsk');
  if (flags.yes !== true && !(await confirm(session, question, 'yes'))) return 'partial';
  const result = await calls['ledger.startFresh']({ profileId });
  output.result(result, () => output.line(output.say('cli.ledger.fresh')));
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
    output.line(output.say(choice === 'same-service' ? 'cli.ledger.same' : 'cli.ledger.another')),
  );
}

import { setTimeout as sleep } from 'node:timers/promises';
import { syncOutcome } from '#shared/connectors/sync-outcome.ts';
import type { Outcome } from '../host.ts';
import { printable } from '../output/format.ts';
import { syncWord } from '../output/sync-text.ts';
import type { Session } from '../session.ts';

interface SyncFlags {
  readonly since?: string;
  readonly wait?: boolean;
}

/**
 * Milliseconds to the first question whether the sync has ended; each wait is half as long again, up to a
 * minute.
 */
const firstWait = 1_000;
const longestWait = 60_000;

/** `sluice connectors sync <id>`: asks for a sync, and with `--wait` says what came of it. */
export async function syncConnector(
  session: Session,
  connectorId: string,
  { since, wait }: SyncFlags,
): Promise<Outcome> {
  const { calls, output, environment } = session;
  const accepted = await calls['connectors.sync']({
    connectorId,
    ...(since === undefined ? {} : { dateLimit: since.slice(0, 10) }),
  });
  if (wait !== true) {
    output.result(accepted, () => output.line(output.say('cli.sync.started')));
    return 'ok';
  }
  output.live(output.say('cli.sync.collects'));
  const signal = environment.interrupted;
  for (let milliseconds = firstWait; ; milliseconds = Math.min(longestWait, milliseconds * 1.5)) {
    await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) {
      output.note(output.say('cli.sync.goesOn'));
      return 'partial';
    }
    const connector = await calls['connectors.show']({ connectorId });
    if (connector.activity) continue;
    const outcome = syncOutcome(connector);
    const status = syncWord(connector, output) ?? output.say('cli.sync.outcome.unknown');
    const count = connector.last_sync_count;
    const ended =
      typeof count === 'number'
        ? output.say('cli.sync.endedWith', { status, count, items: String(count) })
        : output.say('cli.sync.ended', { status });
    const error = connector.last_sync_error_msg ? `: ${connector.last_sync_error_msg}` : '';
    output.result(connector, () => output.line(printable(`${ended}${error}`)));
    return outcome === 'success' ? 'ok' : 'partial';
  }
}

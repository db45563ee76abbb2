import { resolve } from 'node:path';
import type { Settings } from '#shared/settings/settings.ts';
import type { Facts } from '../ledger/facts.ts';
import type { Clock } from '../ports/clock.ts';
import { createFolderFacts } from './folder-facts.ts';
import type { Watch } from './watch-api.ts';

interface Told {
  readonly watch: () => Watch | undefined;
  readonly settings: { get(): Settings };
  readonly ledger: { readonly facts: Facts };
  readonly clock: Pick<Clock, 'now'>;
}

/** Gives changed folders to the watch. If none runs, records the time of the change for the next agent. */
export async function tellFolders({ watch, settings, ledger, clock }: Told): Promise<void> {
  const { folders } = settings.get();
  const running = watch();
  if (running !== undefined) return running.setFolders(folders);
  const facts = createFolderFacts(ledger.facts, clock.now);
  for (const folder of folders) facts.announce({ ...folder, path: resolve(folder.path) });
}

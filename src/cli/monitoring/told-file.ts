import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeNewFile } from '#core/public/files.ts';

const toldSchema = z.object({
  /** How many messages it took. */
  sequence: z.number().int().nonnegative(),
  needs: z.record(z.string(), z.number()),
});
/** What a receiver was told last. */
export type Told = z.infer<typeof toldSchema>;

const fileSchema = z.object({ version: z.literal(1), receivers: z.record(z.string(), toldSchema) });

export interface ToldFile {
  of(receiver: string): Told;
  keep(receiver: string, told: Told): void;
}

const nothing: Told = { sequence: 0, needs: {} };

/**
 * What receivers were told, kept beside the ledger, so that nothing is told twice after a restart and nothing
 * is left out: what was not taken is not written down. A file that cannot be read means that nobody was told.
 *
 * @param receivers those there are; others are forgotten
 */
export function openToldFile(dataDirectory: string, receivers: readonly string[]): ToldFile {
  const path = join(dataDirectory, 'agent.told.json');
  const known = new Map(Object.entries(read(path)).filter(([id]) => receivers.includes(id)));
  return {
    of: (receiver) => known.get(receiver) ?? nothing,
    keep(receiver, told) {
      known.set(receiver, told);
      const draft = `${path}.new`;
      const text = JSON.stringify({ version: 1, receivers: Object.fromEntries(known) });
      writeNewFile(draft, `${text}\n`);
      renameSync(draft, path);
    },
  };
}

function read(path: string): Record<string, Told> {
  try {
    return fileSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).receivers;
  } catch {
    return {};
  }
}

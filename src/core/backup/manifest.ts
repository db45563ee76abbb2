import { z } from 'zod';
import { AppError } from '#shared/errors/app-error.ts';

/** The form of backups; a Sluice refuses those of a later one. */
export const backupForm = 1;

/** What may be in a backup, in the order it stands there. None that holds a key is among them. */
export const backupFiles = ['ledger.sqlite', 'settings.json', 'notes.json'] as const;
export type BackupFile = (typeof backupFiles)[number];

const fileSchema = z.object({ bytes: z.number().int().nonnegative(), sha256: z.string().length(64) });

/** The first file of a backup: what it is and what its other files must be. */
export const manifestSchema = z.object({
  form: z.literal(backupForm),
  /** The version of Sluice that made it. */
  sluice: z.string(),
  /** RFC 3339, UTC. */
  madeAt: z.string(),
  ledger: z.object({
    /** How many migrations made it. */
    schema: z.number().int().positive(),
    /** Its number and mark (docs/adr/0002); null in one from before there were identities. */
    identity: z.object({ ledger: z.string(), mark: z.number() }).nullable(),
    uploads: z.number().int().nonnegative(),
  }),
  files: z.object({
    'ledger.sqlite': fileSchema,
    'settings.json': fileSchema.optional(),
    'notes.json': fileSchema.optional(),
  }),
  /** HMAC-SHA-256 of all the rest (`seal.ts`), hexadecimal. */
  seal: z.string().regex(/^[0-9a-f]{64}$/),
});
export type BackupManifest = z.infer<typeof manifestSchema>;

/** @throws AppError `BACKUP_DAMAGED` for what is no manifest, `BACKUP_NEWER` for one of a later form */
export function readManifest(text: string): BackupManifest {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new AppError('BACKUP_DAMAGED', { cause });
  }
  const { form } = (json ?? {}) as { form?: unknown };
  if (typeof form === 'number' && form > backupForm) throw new AppError('BACKUP_NEWER');
  const parsed = manifestSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new AppError('BACKUP_DAMAGED', { cause: parsed.error });
}

import { z } from 'zod';
import { rule } from '../spoken/rule.ts';

/**
 * Where the key of a profile lies, instead of the key: settings never hold one. A variable has to begin with
 * `SLUICE_API_KEY_`, so that whatever Sluice starts is not handed it.
 */
export const keyReferenceSchema = z.union([
  z.strictObject({ file: z.string().min(1) }),
  z.strictObject({ credential: z.string().regex(/^[\w.-]+$/) }),
  z.strictObject({ variable: z.string().refine(isKeyVariable, rule('key-variable')) }),
]);

export type KeyReference = z.infer<typeof keyReferenceSchema>;

function isKeyVariable(name: string): boolean {
  return /^SLUICE_API_KEY_[A-Z0-9_]+$/.test(name) && !/_(?:FILE|ORIGIN)$/.test(name);
}

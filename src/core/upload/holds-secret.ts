import { z } from 'zod';
import type { ReadFile } from '#core/local/read-file.ts';

/** Key files, settings and `.env` files are smaller; bytes. */
const largestSearched = 64 * 1024;

/**
 * Whether a file contains a secret that Sluice uses, or is the key file of another data folder.
 *
 * @param isKnown whether a text contains a secret of this Sluice
 */
export function holdsSecret({ body }: Pick<ReadFile, 'body'>, isKnown: (text: string) => boolean): boolean {
  if (body.kind !== 'buffer' || body.bytes.byteLength > largestSearched) return false;
  const text = textOf(body.bytes);
  return isKeyFile(text) || isKnown(text);
}

/** The text of a file without its byte order mark. */
function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  // ASCII in UTF-16 without a byte order mark is ASCII with zero bytes.
  return new TextDecoder().decode(bytes).replaceAll('\0', '');
}

/** Both forms of `keys.json` that `cli/adapters/key-file.ts` reads. The old one has only ids and keys. */
const keyFileSchema = z.object({
  version: z.literal(2),
  profiles: z.record(z.string(), z.object({ key: z.string().optional(), origins: z.array(z.string()) })),
});
const oldKeyFileSchema = z.record(z.string(), z.string());

/** The id of a profile, or of its team's password. */
const keyId = /^(?:team:)?p-[0-9a-f]{12}$/;

function isKeyFile(text: string): boolean {
  // The error for each text that is not JSON costs more than the search.
  if (!/^\s*\{/.test(text)) return false;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return false;
  }
  const file = keyFileSchema.safeParse(json).data;
  if (file !== undefined) return Object.values(file.profiles).some(({ key = '' }) => key !== '');
  const keys = oldKeyFileSchema.safeParse(json).data ?? {};
  return Object.entries(keys).some(([id, key]) => keyId.test(id) && key !== '');
}

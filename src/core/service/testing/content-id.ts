import { type ContentId, contentIdSchema } from '#shared/ids/ids.ts';

/** A content id that begins as said: `A` is `A000…`. */
export function contentIdOf(beginning: string): ContentId {
  return contentIdSchema.parse(beginning.padEnd(32, '0'));
}

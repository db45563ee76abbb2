import { z } from 'zod';
import { contentIdSchema } from '#shared/ids/ids.ts';
import { lenientBoolean } from './lenient.ts';

const address = z.string().regex(/^https?:\/\/./);

/** For answers that are used as the address that they are: nothing is cleaned out of them, and nothing kept. */
const asAddress = { isAddress: true };

/** A link to an original or annotated document (specification 2.8). */
export const linkSchema = z.looseObject({ url: address }).meta(asAddress);

/** Answer to fetch document (specification 4.9). */
export const fetchAnswerSchema = z
  .looseObject({ url: address, web_content: lenientBoolean })
  .transform(({ url, web_content }) => ({ url, ...(web_content === undefined ? {} : { web_content }) }))
  .meta(asAddress);

/**
 * Answer to enrich. `url` and `id` have been seen; the specification does not name the fields, so likely
 * other names are accepted, which harms nobody: a wrong guess would only mean that the field is missing.
 */
export const enrichAnswerSchema = z
  .looseObject({
    url: z.unknown().optional(),
    upload_url: z.unknown().optional(),
    presigned_url: z.unknown().optional(),
    id: z.unknown().optional(),
    content_id: z.unknown().optional(),
    document_id: z.unknown().optional(),
  })
  .transform((answer) => ({
    url: answer.url ?? answer.upload_url ?? answer.presigned_url,
    id: answer.id ?? answer.content_id ?? answer.document_id,
  }))
  .pipe(z.object({ url: address, id: contentIdSchema }))
  .meta(asAddress);

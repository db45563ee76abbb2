import type { Calls } from '#shared/bridge/contract.ts';
import { contentIdSchema } from '#shared/ids/ids.ts';

export interface AnnotatedFile {
  /** Absolute, in the cache. */
  readonly path: string;
  readonly bytes: number;
}

const address = /^\/annotated\/([^/]*)$/;

/**
 * The file behind `/annotated/<content id>`, under which both hosts serve annotated documents to their pages
 * as bytes: as an answer of the bridge 100 MB would be copied as JSON several times. It is fetched from the
 * service first where it is not in the cache; no other file can be named. Null when the path is no such
 * address.
 *
 * @param path as it was asked for, not decoded
 * @throws AppError of the request to the service
 */
export async function annotatedFile(
  calls: Pick<Calls, 'documents.annotated'>,
  path: string,
): Promise<AnnotatedFile | null> {
  const contentId = contentIdSchema.safeParse(address.exec(path)?.[1]).data;
  return contentId === undefined ? null : calls['documents.annotated']({ contentId });
}

import type { Answer, CallOptions } from './answer.ts';
import type { TagRecord } from './schemas/tag.ts';

/** Tags of the Content API (specification 4.9). */
export interface TagsArea {
  create(name: string, options: CallOptions): Promise<Answer<TagRecord>>;
  /** All tags, or those whose name starts with `prefix`. */
  list(prefix: string | undefined, options: CallOptions): Promise<Answer<TagRecord[]>>;
}

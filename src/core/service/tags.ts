import type { Answer, CallOptions } from './answer.ts';
import type { Http } from './http.ts';
import { listOf } from './schemas/lenient.ts';
import { type TagRecord, tagSchema } from './schemas/tag.ts';

/** Tags of the Content API (specification 4.9). */
export interface TagsArea {
  create(name: string, options: CallOptions): Promise<Answer<TagRecord>>;
  /** All tags, or those whose name starts with `prefix`. */
  list(prefix: string | undefined, options: CallOptions): Promise<Answer<TagRecord[]>>;
}

const path = '/contents/v1/tags';

export function createTagsArea(http: Http): TagsArea {
  return {
    create: (name, options) =>
      http.call(
        { kind: 'change', method: 'POST', path, body: { tag_name: name }, schema: tagSchema },
        options,
      ),
    list: (prefix, options) =>
      http.call({ kind: 'list', method: 'GET', path, query: { prefix }, schema: listOf(tagSchema) }, options),
  };
}

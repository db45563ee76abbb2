import type { Answer, CallOptions } from './answer.ts';
import type { Http } from './http.ts';
import { requestOf } from './operations/request-of.ts';
import { tagOperations } from './operations/tags.ts';
import type { TagRecord } from './schemas/tag.ts';

/** Tags of the Content API (specification 4.9). */
export interface TagsArea {
  create(name: string, options: CallOptions): Promise<Answer<TagRecord>>;
  /** All tags, or those whose name starts with `prefix`. */
  list(prefix: string | undefined, options: CallOptions): Promise<Answer<TagRecord[]>>;
}

const create = tagOperations['tags.create'];
const list = tagOperations['tags.list'];

export function createTagsArea(http: Http): TagsArea {
  return {
    create: (name, options) =>
      http.call({ ...requestOf(create), body: { tag_name: name }, schema: create.response }, options),
    list: (prefix, options) => http.call({ ...requestOf(list, { prefix }), schema: list.response }, options),
  };
}

import type { Logger } from '#core/ports/logger.ts';
import type { Answer, CallOptions } from './answer.ts';
import { askWholeList, type ListAnswer } from './ask-list.ts';
import type { Http } from './http.ts';
import { requestOf } from './operations/request-of.ts';
import { tagOperations } from './operations/tags.ts';
import { pageOf } from './schemas/lenient.ts';
import { type TagRecord, tagSchema } from './schemas/tag.ts';

/** Tags of the Content API (specification 4.9). */
export interface TagsArea {
  create(name: string, options: CallOptions): Promise<Answer<TagRecord>>;
  /** All tags, or those whose name starts with `prefix`. */
  list(prefix: string | undefined, options: CallOptions): Promise<ListAnswer<TagRecord>>;
}

const create = tagOperations['tags.create'];
const list = tagOperations['tags.list'];
const page = pageOf(tagSchema);

export function createTagsArea(http: Http, logger: Logger): TagsArea {
  return {
    create: (name, options) =>
      http.call({ ...requestOf(create), body: { tag_name: name }, schema: create.response }, options),
    list: (prefix, options) =>
      askWholeList(http, logger, { ...requestOf(list, { prefix }), schema: page }, options),
  };
}

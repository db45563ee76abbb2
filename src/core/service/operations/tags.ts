import { z } from 'zod';
import { inEnglish } from '#shared/sentences/english.ts';
import { listOf } from '../schemas/lenient.ts';
import { tagSchema } from '../schemas/tag.ts';
import { list, lists, record } from './declare-answer.ts';
import { operation } from './define.ts';
import { text } from './fields.ts';

const { say } = inEnglish;

const common = { area: 'content', section: '4.9', host: 'base', path: '/contents/v1/tags' } as const;

const columns = ['id', 'name', 'file_count', 'created_at', 'updated_at'];

/** Tags of the Content API (specification 4.9). */
export const tagOperations = {
  'tags.create': operation({
    ...common,
    method: 'POST',
    effect: 'changes',
    body: z.looseObject({ tag_name: text(say('operation-field.tag-name')).min(1) }),
    complete: true,
    answer: record(columns),
    response: tagSchema,
    notShown: [say('operation-gap.tag')],
  }),
  'tags.list': operation({
    ...common,
    method: 'GET',
    params: z.looseObject({ prefix: text(say('operation-field.tag-prefix')).optional() }),
    answer: lists([list(['results', 'items', ''], columns, { id: 'id' })], { pages: { by: 'cursor' } }),
    response: listOf(tagSchema),
    notShown: [say('operation-gap.tag')],
  }),
};

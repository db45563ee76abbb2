import { inEnglish } from '#shared/sentences/english.ts';
import { openAnswer } from './answers.ts';
import { list, lists } from './declare-answer.ts';
import { operation } from './define.ts';

const { say } = inEnglish;

/** Usage and limits (specification 4.14). */
export const subscriptionOperations = {
  'subscription.quotas': operation({
    area: 'subscription',
    section: '4.14',
    host: 'base',
    method: 'GET',
    path: '/v1/subscription/quotas',
    answer: lists(
      [
        list(['results.quota_units', 'quota_units'], ['id', 'display_name', 'units_usage', 'units_limit'], {
          id: 'id',
        }),
      ],
      { record: 'results', columns: ['subscription_type', 'org_id'] },
    ),
    response: openAnswer,
    notShown: [say('operation-gap.answer-shape')],
  }),
};

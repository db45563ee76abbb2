import { openAnswer } from './answers.ts';
import { operation } from './define.ts';

/** Usage and limits (specification 4.14). */
export const subscriptionOperations = {
  'subscription.quotas': operation({
    title: 'Usage and limits of the subscription',
    area: 'subscription',
    section: '4.14',
    host: 'base',
    method: 'GET',
    path: '/v1/subscription/quotas',
    response: openAnswer,
    notShown: ['The shape of the answer.'],
  }),
};

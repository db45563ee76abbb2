import { z } from 'zod';
import { sentimentDays } from '../../data/daily-sentiment.ts';
import { readJson } from '../../http/read-json.ts';
import type { Route } from '../../http/router.ts';
import { validate } from '../../http/validate.ts';
import type { Services } from '../../services.ts';
import { refuseBackwards } from '../date-range.ts';
import { calendarDate } from '../fields.ts';
import { entityName } from '../find-entity.ts';
import { structuredReply } from '../response-parts.ts';
import { identifier } from './identifier.ts';

const one = z.union([identifier, z.string().min(1)]);
const body = z.strictObject({
  identifier: z.union(
    [identifier, z.array(one).min(1)],
    'Input should be one type and its value, or a list of entities',
  ),
  timestamp: z.strictObject({ start: calendarDate, end: calendarDate }),
});

/**
 * `POST /v1/entity-sentiment/` (sections 2.6, 4.6): daily rows up to today. For a list of entities, whose answer the
 * specification does not show, `results` is a list of the same objects in the order asked.
 */
export function entitySentiment(services: Services): Route[] {
  const path = '/v1/entity-sentiment';
  return [path, `${path}/`].map((path) => ({
    method: 'POST',
    path,
    async handle(context) {
      const { identifier: asked, timestamp } = validate(body, await readJson(context), 'body');
      refuseBackwards(timestamp, ['timestamp', 'end']);
      const errors: string[] = [];
      const end = Math.min(Date.parse(timestamp.end), services.clock.now());
      const ids = (Array.isArray(asked) ? asked : [asked]).map((entity) =>
        typeof entity === 'string' ? entity : entity.value,
      );
      const series = ids.map((id) => {
        const name = entityName(id, context.user, services);
        if (name === undefined) errors.push(`There is no entity with the rp_entity_id ${id}.`);
        const values = name === undefined ? [] : sentimentDays(id, Date.parse(timestamp.start), end);
        return { name: name ?? null, id, values };
      });
      return structuredReply(Array.isArray(asked) ? series : series[0], context, services, errors);
    },
  }));
}

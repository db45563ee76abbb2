import { z } from 'zod';
import { dateTime, parseDateTime } from '../api/fields.ts';
import { faultRuleSchema } from '../http/fault-rule.ts';
import { originNames } from '../http/origin-name.ts';
import { Problem } from '../http/problem.ts';
import { readJson } from '../http/read-json.ts';
import { jsonReply } from '../http/reply.ts';
import type { Route } from '../http/router.ts';
import { validate } from '../http/validate.ts';
import type { Services } from '../services.ts';
import { takeAudit } from './audit.ts';
import { readState } from './state.ts';

const requestsQuery = z.object({
  origin: z.enum(originNames).optional(),
  method: z.string().optional(),
  path: z.string().optional(),
  status: z.coerce.number().int().optional(),
  /** Milliseconds since 1970 or ISO 8601, in sandbox time. */
  since: z.union([z.coerce.number(), dateTime.transform(parseDateTime)]).optional(),
  limit: z.coerce.number().int().positive().max(100_000).optional(),
});

const clockBody = z.union([
  z.strictObject({ advanceMs: z.number().nonnegative() }),
  z.strictObject({ speed: z.number().nonnegative().max(100_000) }),
]);

const userBody = z.object({ user_id: z.string().min(1), org_id: z.string().min(1).default('sandbox-org') });

/** The sandbox's own controls, on the API origin, for whoever holds the owner's key. */
export function adminRoutes(services: Services): Route[] {
  const { clock, faults, recorder, users } = services;
  return [
    {
      method: 'GET',
      path: '/_sandbox/requests',
      handle({ query }) {
        const given = validate(requestsQuery, Object.fromEntries(query), 'query');
        const filter = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
        return jsonReply({ counts: recorder.counts(filter), requests: recorder.list(filter) });
      },
    },
    {
      method: 'DELETE',
      path: '/_sandbox/requests',
      handle() {
        recorder.clear();
        return jsonReply(null);
      },
    },
    { method: 'GET', path: '/_sandbox/audit', handle: () => jsonReply(takeAudit(services)) },
    { method: 'GET', path: '/_sandbox/state', handle: () => jsonReply(readState(services)) },
    { method: 'GET', path: '/_sandbox/puts', handle: () => jsonReply({ spans: services.puts.spans() }) },
    {
      method: 'POST',
      path: '/_sandbox/clock',
      async handle(context) {
        const change = validate(clockBody, await readJson(context), 'body');
        if ('speed' in change) clock.setSpeed(change.speed);
        else clock.advance(change.advanceMs);
        return jsonReply({ now: new Date(clock.now()).toISOString(), speed: clock.speed() });
      },
    },
    {
      method: 'POST',
      path: '/_sandbox/faults',
      async handle(context) {
        faults.replace(validate(faultRuleSchema.array(), await readJson(context), 'body'));
        return jsonReply(faults.state());
      },
    },
    {
      method: 'DELETE',
      path: '/_sandbox/faults',
      handle() {
        faults.replace([]);
        return jsonReply(null);
      },
    },
    {
      method: 'POST',
      path: '/_sandbox/users',
      async handle(context) {
        const { user_id: userId, org_id: orgId } = validate(userBody, await readJson(context), 'body');
        // A new key for the owner would lock out everybody who was given the present one.
        if (userId === services.memory.get('owner')) {
          throw new Problem(409, 'USER_EXISTS', 'The owner of the sandbox has a key already.');
        }
        return jsonReply({ user_id: userId, org_id: orgId, api_key: users.add({ userId, orgId }) });
      },
    },
  ];
}

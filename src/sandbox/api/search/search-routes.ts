import { readJson } from '../../http/read-json.ts';
import { jsonReply } from '../../http/reply.ts';
import type { Route } from '../../http/router.ts';
import type { Services } from '../../services.ts';
import type { User } from '../../store/users.ts';
import { answerEntityMentions, answerTopicMentions } from './co-mentions-operation.ts';
import { batchRoutes } from './batch-routes.ts';
import { createSearch } from './run-search.ts';
import { answerSearch, type SearchParts, withMetadata } from './search-operation.ts';
import { answerVolume } from './volume-operation.ts';
import { answerWatchlist } from './watchlist-operation.ts';

type Operation = (body: unknown, user: User, parts: SearchParts) => Record<string, unknown>;

/** Search, volume, co-mentions and watchlists over the documents that are indexed (section 4.13). */
export function searchRoutes(services: Services): Route[] {
  const parts = { services, search: createSearch(services) };
  const route = (path: string, operation: Operation): Route => ({
    method: 'POST',
    path,
    async handle(context) {
      const answer = operation(await readJson(context), context.user, parts);
      return jsonReply(withMetadata(answer, context, services));
    },
  });
  return [
    route('/v1/search', answerSearch),
    route('/v1/search/watchlist', answerWatchlist),
    route('/v1/search/volume', answerVolume),
    route('/v1/search/co-mentions/entities', answerEntityMentions),
    route('/v1/search/co-mentions/topics', answerTopicMentions),
    ...batchRoutes(parts),
  ];
}

import type { Handlers } from '#shared/bridge/contract.ts';
import { activeService, type ServiceContext } from '../engine/core-context.ts';
import { orThrow } from '../service/answer.ts';
import { createServiceTags } from '../tags/service-tags.ts';

const person = { priority: 'person' } as const;

/** Tags at the service; a person waits for each. */
export function tagCalls(context: ServiceContext): Pick<Handlers, Extract<keyof Handlers, `tags.${string}`>> {
  return {
    'tags.list': async ({ prefix }) => {
      const { client, profile } = activeService(context);
      const found = orThrow(await client.tags.list(prefix || undefined, person));
      context.ledger.documents.nameTags(profile.id, found);
      return found.map((tag) => ({ ...tag, name: tag.name ?? tag.id }));
    },
    'tags.create': async ({ name }) => {
      const tags = createServiceTags(activeService(context), context.ledger, context.clock);
      return { ...orThrow(await tags.create(name, person)) };
    },
  };
}

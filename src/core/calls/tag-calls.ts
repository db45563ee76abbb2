import type { Handlers } from '#shared/bridge/contract.ts';
import { activeService, type CoreContext } from '../engine/core-context.ts';
import { orThrow } from '../service/answer.ts';
import type { TagRecord } from '../service/schemas/tag.ts';

const person = { priority: 'person' } as const;

/** Tags at the service; a person waits for each. */
export function tagCalls(context: CoreContext): Pick<Handlers, Extract<keyof Handlers, `tags.${string}`>> {
  const tags = () => activeService(context).client.tags;

  /** The tag of exactly this name, if the service says that it has one. */
  async function named(name: string): Promise<TagRecord | undefined> {
    const answer = await tags().list(name, person);
    return answer.ok ? answer.value.find((tag) => tag.name === name) : undefined;
  }

  return {
    'tags.list': async ({ prefix }) => {
      const { client, profile } = activeService(context);
      const found = orThrow(await client.tags.list(prefix || undefined, person));
      await context.ledger.documents.nameTags(profile.id, found);
      return found.map(withName);
    },
    'tags.create': async ({ name }) => {
      const known = await named(name);
      if (known) return { ...withName(known), existed: true };
      const answer = await tags().create(name, person);
      if (answer.ok) return { ...answer.value, name: answer.value.name ?? name, existed: false };
      // Made by somebody else between the question and the request.
      const raced = answer.failure.error.code === 'CONFLICT' ? await named(name) : undefined;
      if (raced) return { ...withName(raced), existed: true };
      throw answer.failure.error;
    },
  };
}

function withName(tag: TagRecord): TagRecord & { name: string } {
  return { ...tag, name: tag.name ?? tag.id };
}

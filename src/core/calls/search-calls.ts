import type { Handlers } from '#shared/bridge/contract.ts';
import { type Said, said } from '#shared/spoken/said.ts';
import { activeService, type ServiceContext } from '../engine/core-context.ts';
import { readFound, readUnits } from '../search/read-found.ts';
import { orThrow } from '../service/answer.ts';

/** Searches of the profile's own files; a person waits for each. */
export function searchCalls(context: ServiceContext): Pick<Handlers, 'search.files'> {
  return {
    'search.files': async ({ text, tags, after, before }) => {
      const { client, profile } = activeService(context);
      const startedAt = context.clock.monotonic();
      const start = after === undefined ? {} : { start: new Date(after).toISOString() };
      const end = before === undefined ? {} : { end: new Date(before - 1).toISOString() };
      const hasTime = after !== undefined || before !== undefined;
      const filters = {
        category: { mode: 'INCLUDE' as const, values: ['my_files'] },
        ...(tags.length === 0 ? {} : { tag: { any_of: tags } }),
        ...(hasTime ? { timestamp: { ...start, ...end } } : {}),
      };
      const answer = orThrow(
        await client.operations.methods['search.query'](
          { body: { search_mode: 'fast', query: { text, filters } } },
          { priority: 'person' },
        ),
      );
      context.documents.catchUp();
      const { items, refused } = readFound(answer.value);
      const documents = items.map((found) => {
        const row = context.ledger.documents.get(profile.id, found.contentId);
        const fileName = row?.fileName ?? null;
        return { ...found, fileName, headline: found.headline || (fileName ?? found.contentId) };
      });
      const units = readUnits(answer.value);
      return {
        documents,
        units,
        // What it took is told as a number already.
        notes: [
          ...answer.notes.filter((note) => units === null || note.code !== 'remark.usedQuota'),
          ...leftOut(refused),
        ],
        tookMs: Math.max(0, Math.round(context.clock.monotonic() - startedAt)),
      };
    },
  };
}

function leftOut(refused: number): Said[] {
  return refused === 0 ? [] : [said('remark.unusableIds', { count: refused })];
}

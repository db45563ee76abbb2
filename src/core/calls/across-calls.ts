import type { Handlers } from '#shared/bridge/contract.ts';
import { exportedEntities } from '../across/export-entities.ts';
import { activeProfile, type ServiceContext } from '../engine/core-context.ts';
import { exportPlace } from '../export/export-place.ts';
import { writeExport } from '../export/write-export.ts';

/** Entities over many documents of the active profile. */
export function acrossCalls(
  context: ServiceContext,
): Pick<Handlers, Extract<keyof Handlers, `across.${string}`>> {
  const { across, documents } = context;
  const find = (gatheringId: string) => across.get(activeProfile(context), gatheringId);
  return {
    'across.open': async ({ filter, anew }) => {
      documents.catchUp();
      return across.open(activeProfile(context), filter, anew).state();
    },
    'across.state': async ({ gatheringId }) => find(gatheringId).state(),
    'across.entities': async ({ gatheringId, offset, limit, wanted, ...query }) =>
      find(gatheringId).table.page(query, offset, limit, wanted),
    'across.documents': async ({ gatheringId, entity, offset, limit }) => {
      const rows = find(gatheringId).table.documents(entity);
      return { total: rows.length, rows: rows.slice(offset, offset + limit) };
    },
    'across.unread': async ({ gatheringId, offset, limit }) => {
      const rows = find(gatheringId).unread();
      return { total: rows.length, rows: rows.slice(offset, offset + limit) };
    },
    'across.cancel': async ({ gatheringId }) => {
      const gathering = find(gatheringId);
      gathering.cancel();
      return gathering.state();
    },
    'across.resume': async ({ gatheringId }) => {
      const gathering = find(gatheringId);
      documents.catchUp();
      await gathering.resume();
      return gathering.state();
    },
    'across.export': async ({ gatheringId, format, path, ...query }) => {
      const gathering = find(gatheringId);
      const { dataDirectory, clock } = context;
      const target = path ?? (await exportPlace(dataDirectory, 'entities', format, clock.now()));
      return writeExport(target, exportedEntities(format, gathering, query));
    },
  };
}

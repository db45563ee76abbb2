import { childrenOf, isContainer, stringOf } from '#shared/annotated/tape/read.ts';
import type { Tape } from '#shared/annotated/tape/tape.ts';
import type { EntityList } from '#shared/annotated/entity-list.ts';
import { itemFields, numberAt, sentimentAt, textAt } from '#shared/annotated/item-fields.ts';
import type { EventRole, EventRow } from './types.ts';

const mostPlaces = 50;

/** Every event of the lists, whatever of it is there. */
export function readEvents(tape: Tape, lists: readonly number[], entities: EntityList): EventRow[] {
  const events: EventRow[] = [];
  for (const list of lists) {
    for (const node of childrenOf(tape, list)) {
      const item = itemFields(tape, node);
      const roles = rolesOf(tape, item, entities);
      const own = sentimentAt(tape, item.sentiment);
      const tones = roles.flatMap((role) => role.sentiment ?? []);
      const mean = tones.length === 0 ? null : tones.reduce((sum, tone) => sum + tone, 0) / tones.length;
      events.push({
        event: events.length,
        type: (textAt(tape, item.type) ?? stringOf(tape, node) ?? '').slice(0, 200),
        topic: (textAt(tape, item.topic) ?? '').slice(0, 200),
        relevance: numberAt(tape, item.relevance),
        sentiment: own ?? mean,
        roles,
        places: placesOf(tape, item),
        node,
      });
    }
  }
  return events;
}

type Item = ReturnType<typeof itemFields>;

function rolesOf(tape: Tape, item: Item, entities: EntityList): EventRole[] {
  const list = item.roles >= 0 && isContainer(tape, item.roles) ? [...childrenOf(tape, item.roles)] : [];
  const roles = list.flatMap((node) => {
    const role = itemFields(tape, node);
    const id = textAt(tape, role.id);
    const name = textAt(tape, role.name) ?? textAt(tape, role.text) ?? stringOf(tape, node) ?? id;
    if (name === null) return [];
    const byId = id === null ? -1 : entities.byKey(id);
    const entity = byId >= 0 ? byId : entities.byName(name);
    return [{ name: name.slice(0, 200), sentiment: sentimentAt(tape, role.sentiment), entity }];
  });
  if (roles.length > 0) return roles;
  // Events of companies without an id name them in the event itself (interface section 4.11).
  const named = textAt(tape, item.name);
  return named === null ? [] : [{ name: named, sentiment: null, entity: entities.byName(named) }];
}

function placesOf(tape: Tape, item: Item): EventRow['places'] {
  const list = item.textLocations;
  const places = list >= 0 && isContainer(tape, list) ? [...childrenOf(tape, list)] : [];
  return places.slice(0, mostPlaces).flatMap((node) => {
    const place = itemFields(tape, node);
    const paragraph = numberAt(tape, place.paragraph);
    if (paragraph === null || paragraph < 1) return [];
    return [
      { block: Math.floor(paragraph) - 1, sentence: Math.floor(numberAt(tape, place.sentence) ?? 0) - 1 },
    ];
  });
}

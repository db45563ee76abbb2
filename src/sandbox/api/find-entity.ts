import type { Card } from '../data/card.ts';
import type { Services } from '../services.ts';
import { peopleInDocuments } from '../store/find-people.ts';
import type { User } from '../store/users.ts';

/** Cards of the people the caller's documents name and the data set does not. */
export function unlistedPeople(user: User, { catalog, database }: Services): Card[] {
  return peopleInDocuments(database, user)
    .filter(({ id }) => catalog.card(id) === undefined)
    .map((person) => ({
      ...person,
      position: null,
      country: null,
      company: null,
      description: 'Named in a document',
    }));
}

/** The name of whatever an id stands for, or undefined. */
export function entityName(id: string, user: User, services: Services): string | undefined {
  const known = services.catalog.card(id)?.card;
  return known?.name ?? unlistedPeople(user, services).find((person) => person.id === id)?.name;
}

import { type Card, findCard } from '../data/catalog.ts';
import type { Services } from '../services.ts';
import { peopleInDocuments } from '../store/find-people.ts';
import type { User } from '../store/users.ts';

/** Cards of the people whom the caller's documents name and the data set does not. */
export function unlistedPeople(user: User, { database }: Services): Card[] {
  const fields = { position: null, country: null, company: null, description: 'Named in a document' };
  return peopleInDocuments(database, user)
    .filter(({ id }) => findCard(id) === undefined)
    .map((person) => ({ ...person, ...fields }));
}

/** The name of an entity of any kind. */
export function entityName(id: string, user: User, services: Services): string | undefined {
  const listed = findCard(id)?.card.name;
  return listed ?? unlistedPeople(user, services).find((person) => person.id === id)?.name;
}

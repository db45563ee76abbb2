import type { Settings } from '#shared/settings/settings.ts';
import { printable } from './format.ts';
import type { Column } from './table.ts';
import type { Words } from './words.ts';

/**
 * A profile and where it leads, as it is said where something is sent: `Research (https://service.example)`.
 */
export function profileText({ profiles }: Pick<Settings, 'profiles'>, id: string, { say }: Words): string {
  const profile = profiles.find((one) => one.id === id);
  return profile === undefined
    ? say('cli.profiles.gone', { id })
    : `${printable(profile.name)} (${profile.baseUrl})`;
}

/** A column that says where each row goes; none where everything goes to one service. */
export function profileColumn<Row>(
  { profiles }: Pick<Settings, 'profiles'>,
  idOf: (row: Row) => string,
  { say }: Words,
): Column<Row>[] {
  if (profiles.length < 2) return [];
  const nameOf = (id: string) => profiles.find((one) => one.id === id)?.name ?? id;
  return [{ title: say('cli.column.goesTo'), text: (row) => nameOf(idOf(row)) }];
}

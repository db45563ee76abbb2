import type { Tag } from '#shared/bridge/tags.ts';

/**
 * Prefixes of names that connectors make (service-behaviour.md, "Tags"); what begins with none of them is
 * `other`.
 */
export const groupPrefixes = { from: 'from:', to: 'to:', broker: 'broker:', label: 'label:' } as const;
export type TagGroup = keyof typeof groupPrefixes | 'other';

export const groupNames = [
  ...(Object.keys(groupPrefixes) as (keyof typeof groupPrefixes)[]),
  'other',
] as const;

export type TagOrder = 'name' | 'count';

export function groupOf(name: string): TagGroup {
  const lower = name.toLowerCase();
  return groupNames.find((group) => group !== 'other' && lower.startsWith(groupPrefixes[group])) ?? 'other';
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Tags by group, sorted within; groups without tags are left out, others' own stand first. */
export function groupTags(tags: readonly Tag[], order: TagOrder): { group: TagGroup; tags: Tag[] }[] {
  const byGroup = Map.groupBy(tags, ({ name }) => groupOf(name));
  return (['other', 'label', 'from', 'to', 'broker'] as const).flatMap((group) => {
    const members = byGroup.get(group);
    if (!members) return [];
    const sorted = members.toSorted(
      (one, other) =>
        (order === 'count' ? (other.file_count ?? 0) - (one.file_count ?? 0) : 0) ||
        collator.compare(one.name, other.name),
    );
    return [{ group, tags: sorted }];
  });
}

/** Longest name of a tag in characters; no service says one, and beyond this no list can show it. */
const longestName = 256;

/** What is wrong with a name for a new tag, as the key of its sentence. */
export function nameTrouble(
  name: string,
):
  | 'tagsPage.nameNeeded'
  | 'tagsPage.nameLong'
  | 'tagsPage.nameControl'
  | 'tagsPage.nameOnlyPrefix'
  | undefined {
  const trimmed = name.trim();
  if (trimmed === '') return 'tagsPage.nameNeeded';
  if ([...trimmed].length > longestName) return 'tagsPage.nameLong';
  if (/\p{Cc}/u.test(trimmed)) return 'tagsPage.nameControl';
  if (Object.values(groupPrefixes).some((prefix) => prefix === trimmed.toLowerCase()))
    return 'tagsPage.nameOnlyPrefix';
  return undefined;
}

/** A tag whose name only looks different. */
export function similarTag(tags: readonly Tag[], name: string): Tag | undefined {
  const plain = (text: string) => text.normalize().toLowerCase().replaceAll(/\s+/g, ' ').trim();
  return tags.find((tag) => tag.name !== name.trim() && plain(tag.name) === plain(name));
}

import type { Profile } from '#shared/settings/profile.ts';
import { useCall } from './queries.ts';

interface Profiles {
  /** What a profile is called; its id where it is not there any more. */
  readonly nameOf: (id: string) => string;
  /** More than one: then it is said of each thing where it goes. */
  readonly isSeveral: boolean;
  readonly all: readonly Profile[];
  readonly active: Profile | undefined;
}

/** The services that things go to, by what people call them. */
export function useProfiles(): Profiles {
  const { data } = useCall('settings.get', {});
  const all = data?.settings.profiles ?? [];
  return {
    nameOf: (id) => all.find((profile) => profile.id === id)?.name ?? id,
    isSeveral: all.length > 1,
    all,
    active: all.find(({ id }) => id === data?.settings.activeProfileId),
  };
}

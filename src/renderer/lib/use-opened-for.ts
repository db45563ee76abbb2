import { useState } from 'react';
import type { ProfileId } from '#shared/ids/ids.ts';
import { useProfiles } from './use-profiles.ts';

/** The profile that was active when the form was opened: the user fills it in for that service. */
export function useOpenedFor(): ProfileId | undefined {
  const { active } = useProfiles();
  const [opened, setOpened] = useState(active?.id);
  if (opened === undefined && active !== undefined) setOpened(active.id);
  return opened;
}

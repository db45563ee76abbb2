import { useCallbackRef } from '@mantine/hooks';
import { useAction, useCall } from './queries.ts';

export interface News {
  /** The version that runs; undefined until it is known. */
  readonly version: string | undefined;
  /** Whether it is another than the one whose changes the person saw, or set Sluice up with. */
  readonly isNew: boolean;
  readonly onSeen: () => void;
}

/** What is new, told once after an upgrade: until it was read or put away. */
export function useNews(): News {
  const { data: host } = useCall('host.info', {});
  const { data } = useCall('settings.get', {});
  const update = useAction('settings.update', { quiet: true });
  const { version } = host ?? {};
  const settings = data?.settings;
  const isSetUp = settings !== undefined && settings.profiles.length > 0;
  const isNew = isSetUp && version !== undefined && settings.preferences.newsSeen !== version;
  const onSeen = useCallbackRef(() => {
    if (version !== undefined && !update.isPending) update.mutate({ preferences: { newsSeen: version } });
  });
  return { version, isNew, onSeen };
}

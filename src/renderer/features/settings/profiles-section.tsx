import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Profile } from '#shared/settings/profile.ts';
import type { Settings } from '#shared/settings/settings.ts';
import { folderName } from '../../lib/folder-name.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useAction } from '../../lib/queries.ts';
import { href } from '../../lib/route.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Section } from '../../ui/section.tsx';
import { MovedProfile } from './moved-profile.tsx';
import classes from './settings.module.css';

interface ProfilesSectionProps {
  readonly settings: Settings;
  readonly keysPresent: Readonly<Record<string, boolean>>;
  /**
   * Addresses of the services that profiles were led away from, until somebody says whether it is the same
   * service.
   */
  readonly movedFrom: Readonly<Record<string, string>>;
}

/** The services Sluice knows, which one is active, and which folders go to which. */
export function ProfilesSection({ settings, keysPresent, movedFrom }: ProfilesSectionProps) {
  const { t } = useI18n();
  const use = useAction('profiles.use');
  const remove = useAction('profiles.remove');
  const [asking, setAsking] = useState<Profile>();
  const foldersOf = (id: string) =>
    settings.folders
      .filter(({ profileId }) => profileId === id)
      .map(folderName)
      .join(', ');
  const connect = (
    <Button component="a" href={href(['welcome'])} variant="default" leftSection={<IconPlus size={14} />}>
      {t('settings.addProfile')}
    </Button>
  );
  return (
    <Section
      id="profiles"
      title={t('settings.profiles')}
      hint={t('settings.profilesHint')}
      flush
      actions={connect}
    >
      {settings.profiles.length === 0 && (
        <Empty title={t('agent.noProfile')}>{t('welcome.connectText')}</Empty>
      )}
      {settings.profiles.map((profile) => (
        <div key={profile.id} className={classes.profile}>
          <div>
            <p>{profile.name}</p>
            <p className="quiet">
              {profile.baseUrl} · {t(keysPresent[profile.id] ? 'settings.keySet' : 'settings.noKey')}
            </p>
            {foldersOf(profile.id) !== '' && (
              <p className="quiet">{t('settings.profileFolders', { names: foldersOf(profile.id) })}</p>
            )}
            <MovedProfile profileId={profile.id} from={movedFrom[profile.id]} />
          </div>
          {profile.id === settings.activeProfileId ? (
            <span className={classes.active}>{t('settings.active')}</span>
          ) : (
            <Button variant="default" onClick={() => use.mutate({ profileId: profile.id })}>
              {t('settings.use')}
            </Button>
          )}
          <ActionIcon
            aria-label={t('settings.removeProfileTitle', { name: profile.name })}
            onClick={() => setAsking(profile)}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </div>
      ))}
      <Confirm
        opened={asking !== undefined}
        onClose={() => setAsking(undefined)}
        title={t('settings.removeProfileTitle', { name: asking?.name ?? '' })}
        text={t('settings.removeProfileText')}
        confirm={t('common.remove')}
        onConfirm={() => asking && remove.mutate({ profileId: asking.id })}
      />
    </Section>
  );
}

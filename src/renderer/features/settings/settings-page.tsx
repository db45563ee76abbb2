import { useEffect } from 'react';
import type { PageCallOutput } from '#shared/bridge/contract.ts';
import type { SentenceKey } from '#shared/sentences/sentence-key.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useCall } from '../../lib/queries.ts';
import { href, usePath } from '../../lib/route.ts';
import { Answer } from '../../ui/answer.tsx';
import { Page } from '../../ui/page.tsx';
import { Parts } from '../../ui/parts.tsx';
import { ConnectionSection } from './connection-section.tsx';
import { DiagnosticsSection } from './diagnostics-section.tsx';
import { FilesSection } from './files-section.tsx';
import { KeySection } from './key-section.tsx';
import { LimitsSection } from './limits-section.tsx';
import { PolicySection } from './policy-section.tsx';
import { NetworkSection } from './network-section.tsx';
import { PreferencesSection } from './preferences-section.tsx';
import { ProfilesSection } from './profiles-section.tsx';
import { ScheduleSection } from './schedule-section.tsx';
import { TeamSection } from './team-section.tsx';

const sections: readonly (readonly [id: string, title: SentenceKey])[] = [
  ['profiles', 'settings.profiles'],
  ['key', 'settings.key'],
  ['network', 'settings.network'],
  ['team', 'settings.team'],
  ['limits', 'settings.limits'],
  ['schedule', 'settings.schedule'],
  ['preferences', 'settings.look'],
  ['diagnostics', 'settings.diagnostics'],
  ['files', 'settings.support'],
];

/** How Sluice is set up. `#/settings/key` leads to the part with that name. */
export function SettingsPage() {
  const { t } = useI18n();
  const path = usePath();
  const settings = useCall('settings.get', {});
  const { data: host } = useCall('host.info', {});
  const part = path[1];
  const ready = settings.data !== undefined;
  useEffect(() => {
    if (ready && part !== undefined) document.getElementById(part)?.scrollIntoView({ block: 'start' });
  }, [ready, part]);
  return (
    <Page
      title={t('settings.title')}
      actions={host && <span className="quiet">{t('settings.version', { version: host.version })}</span>}
    >
      <Parts
        label={t('settings.title')}
        parts={sections.map(([id, title]) => ({
          title: t(title),
          href: href(['settings', id]),
          current: part === id ? 'true' : undefined,
        }))}
      >
        <Answer query={settings} waiting={t('common.loading')}>
          {(data) => <Sections data={data} />}
        </Answer>
      </Parts>
    </Page>
  );
}

function Sections({ data }: { readonly data: PageCallOutput<'settings.get'> }) {
  const { settings, keysPresent } = data;
  const active = settings.profiles.find(({ id }) => id === settings.activeProfileId);
  return (
    <>
      {data.policySaid && <PolicySection said={data.policySaid} />}
      <ProfilesSection settings={settings} keysPresent={keysPresent} movedFrom={data.movedFrom ?? {}} />
      {active && (
        <>
          <ConnectionSection key={`connection ${active.id}`} profile={active} />
          <KeySection
            key={`key ${active.id}`}
            profileId={active.id}
            present={keysPresent[active.id] === true}
          />
          <NetworkSection key={JSON.stringify(settings.network)} network={settings.network} />
          <TeamSection
            key={`team ${active.id} ${JSON.stringify(active.team)}`}
            profileId={active.id}
            team={active.team}
          />
          <LimitsSection key={`limits ${active.id}`} profile={active} />
        </>
      )}
      <ScheduleSection
        key={JSON.stringify(settings.bandwidthSchedule)}
        schedule={settings.bandwidthSchedule}
      />
      <PreferencesSection preferences={settings.preferences} />
      <DiagnosticsSection />
      <FilesSection />
    </>
  );
}

import { Button } from '@mantine/core';
import type { PageCallOutput } from '#shared/bridge/contract.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useCall } from '../../lib/queries.ts';
import { href } from '../../lib/route.ts';
import { Answer } from '../../ui/answer.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Page } from '../../ui/page.tsx';
import { ShownProfile } from '../../ui/shown-profile.tsx';
import { MachinesSection } from './machines-section.tsx';
import { PauseTeam } from './pause-team.tsx';
import { StrandedSection } from './stranded-section.tsx';
import { TeamNotices } from './team-notices.tsx';
import { TogetherSection } from './together-section.tsx';

/** What other machines do tells no event here: asked for this often, milliseconds. */
const lookEvery = 5_000;

/** The machines that send with the same subscription, what they share, and pause. */
export function TeamPage() {
  const { t } = useI18n();
  const shown = useCall('team.show', {}, { refetchInterval: () => lookEvery });
  const team = shown.data?.team;
  return (
    <Page
      title={t('team.title')}
      aside={
        <>
          {team && <span>{t('team.count', { count: team.machines.length })}</span>}
          <ShownProfile />
        </>
      }
      actions={team && <PauseTeam paused={team.paused !== null} />}
    >
      <Answer query={shown} waiting={t('common.loading')}>
        {(data) => <Shown data={data} />}
      </Answer>
    </Page>
  );
}

function Shown({ data }: { readonly data: PageCallOutput<'team.show'> }) {
  const { t } = useI18n();
  const { setting, team, trouble } = data;
  if (setting === null)
    return (
      <Empty
        title={t('team.none')}
        action={
          <Button component="a" href={href(['settings', 'team'])}>
            {t('team.setUp')}
          </Button>
        }
      >
        {t('team.noneText')}
      </Empty>
    );
  return (
    <>
      <TeamNotices team={team} trouble={trouble} />
      {team && (
        <>
          <TogetherSection team={team} />
          <MachinesSection team={team} />
          {team.stranded.total > 0 && <StrandedSection stranded={team.stranded} />}
        </>
      )}
    </>
  );
}

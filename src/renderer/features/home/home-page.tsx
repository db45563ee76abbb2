import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconUpload } from '@tabler/icons-react';
import type { AgentStatus } from '#shared/bridge/agent.ts';
import { countUnsent } from '#shared/uploads/open-states.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { progressEvery, useAction, useCall } from '../../lib/queries.ts';
import { Answer } from '../../ui/answer.tsx';
import { AllProfiles } from '../../ui/shown-profile.tsx';
import { Page } from '../../ui/page.tsx';
import { useUploadSheet } from '../upload-sheet/upload-sheet-provider.tsx';
import { AttentionSection } from './attention-section.tsx';
import { BudgetSection } from './budget-section.tsx';
import { CompletedSection } from './completed-section.tsx';
import { ConnectorsSection } from './connectors-section.tsx';
import { CoverageSection } from './coverage-section.tsx';
import classes from './home-page.module.css';
import { Notices } from './notices.tsx';
import { NowSection } from './now-section.tsx';

/** Also while nothing is active yet: the last event of an upload comes before its first byte. */
function isBusy(status: AgentStatus | undefined): boolean {
  return status !== undefined && (status.active.length > 0 || countUnsent(status.counts) > 0);
}

/** What is happening, what is in, and what needs a person. */
export function HomePage() {
  const { t } = useI18n();
  const status = useCall(
    'agent.status',
    {},
    { refetchInterval: (last) => (isBusy(last) ? progressEvery : false) },
  );
  const pause = useAction('agent.pause');
  const resume = useAction('agent.resume');
  const { chooseFiles } = useUploadSheet();
  const paused = status.data?.paused === true;
  const actions = (
    <>
      <Button
        variant="default"
        leftSection={paused ? <IconPlayerPlay size={14} /> : <IconPlayerPause size={14} />}
        loading={pause.isPending || resume.isPending}
        onClick={() => (paused ? resume : pause).mutate({})}
      >
        {t(paused ? 'common.resume' : 'common.pause')}
      </Button>
      <Button leftSection={<IconUpload size={14} />} onClick={chooseFiles}>
        {t('common.addFiles')}
      </Button>
    </>
  );
  return (
    <Page wide title={t('home.title')} aside={<AllProfiles />} actions={actions}>
      <Answer query={status} waiting={t('common.loading')}>
        {(data) => (
          <>
            <Notices status={data} />
            <div className={classes.board}>
              <div className={classes.first}>
                <NowSection status={data} />
                <CoverageSection />
                <ConnectorsSection />
                <AttentionSection attention={data.health.attention} />
              </div>
              <div className={classes.columns}>
                <CompletedSection />
                <BudgetSection status={data} />
              </div>
            </div>
          </>
        )}
      </Answer>
    </Page>
  );
}

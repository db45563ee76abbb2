import { Stepper } from '@mantine/core';
import { useState } from 'react';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { goTo, href } from '../../lib/route.ts';
import { Brand } from '../../ui/brand.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { ConnectStep } from './connect-step.tsx';
import { FolderStep } from './folder-step.tsx';
import { StartChoice } from './start-choice.tsx';
import classes from './welcome.module.css';

/** Where the person is on the way to the first document. */
type Stage =
  | { readonly name: 'choice' }
  | { readonly name: 'connect' }
  | { readonly name: 'folder'; readonly profileId: string; readonly samples: string | null };

/** First start: the sandbox or a service, then a folder, its preview, and go (X1). */
export function WelcomePage() {
  const { t } = useI18n();
  const [stage, setStage] = useState<Stage>({ name: 'choice' });
  useTitle(t('welcome.title'));
  return (
    <div className={classes.page}>
      <Brand />
      {stage.name === 'choice' ? (
        <StartChoice
          onSandbox={(profileId, samples) => setStage({ name: 'folder', profileId, samples })}
          onConnect={() => setStage({ name: 'connect' })}
        />
      ) : (
        <>
          <Stepper
            active={stage.name === 'connect' ? 0 : 1}
            size="xs"
            iconSize={26}
            allowNextStepsSelect={false}
          >
            <Stepper.Step label={t('welcome.step.connect')} />
            <Stepper.Step label={`${t('welcome.step.folder')} · ${t('welcome.step.preview')}`} />
          </Stepper>
          {stage.name === 'connect' ? (
            <ConnectStep
              onBack={() => setStage({ name: 'choice' })}
              onDone={(profileId) => setStage({ name: 'folder', profileId, samples: null })}
            />
          ) : (
            <FolderStep
              profileId={stage.profileId}
              samples={stage.samples}
              onDone={() => goTo(href(['home']))}
            />
          )}
        </>
      )}
    </div>
  );
}

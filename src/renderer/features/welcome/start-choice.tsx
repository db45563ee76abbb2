import { Button } from '@mantine/core';
import { useState } from 'react';
import { helpHref } from '../../lib/addresses/help.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useAction, useCall } from '../../lib/queries.ts';
import { href } from '../../lib/route.ts';
import { Failure } from '../../ui/failure.tsx';
import classes from './welcome.module.css';

interface StartChoiceProps {
  /** The sandbox runs, and these sample documents lie ready. */
  readonly onSandbox: (profileId: string, samples: string) => void;
  readonly onConnect: () => void;
}

/** What Sluice is, and the two ways to begin. */
export function StartChoice({ onSandbox, onConnect }: StartChoiceProps) {
  const { t } = useI18n();
  const sandbox = useAction('host.startSandbox', { quiet: true });
  const samples = useAction('host.samplesFolder', { quiet: true });
  const { data: settings } = useCall('settings.get', {});
  const [error, setError] = useState<unknown>();
  const trying = sandbox.isPending || samples.isPending;
  const tryIt = async () => {
    setError(undefined);
    try {
      const { profileId } = await sandbox.mutateAsync({});
      const { path } = await samples.mutateAsync({});
      onSandbox(profileId, path);
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <>
      <div>
        <h1 className={classes.headline}>{t('welcome.headline')}</h1>
        <p className={classes.lead}>{t('welcome.lead')}</p>
      </div>
      <div className={classes.ways}>
        <section className={classes.way}>
          <h2>{t('welcome.tryTitle')}</h2>
          <p>{t('welcome.tryText')}</p>
          <Button loading={trying} onClick={() => void tryIt()}>
            {t('welcome.tryButton')}
          </Button>
          {trying && <output className="quiet">{t('welcome.trying')}</output>}
        </section>
        <section className={classes.way}>
          <h2>{t('welcome.connectTitle')}</h2>
          <p>{t('welcome.connectText')}</p>
          <Button variant="default" onClick={onConnect}>
            {t('welcome.connectButton')}
          </Button>
        </section>
      </div>
      {error !== undefined && <Failure error={error} />}
      <p className={classes.links}>
        <a href={helpHref()}>{t('help.title')}</a>
        {settings && settings.settings.profiles.length > 0 && (
          <a href={href(['settings'])}>{t('common.cancel')}</a>
        )}
      </p>
    </>
  );
}

import { Alert } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useI18n } from '../lib/i18n/i18n-context.tsx';
import { useConnection } from '../lib/use-connection.ts';
import classes from './shell.module.css';

/** Over every page while the agent that serves it is gone: what is seen is from before. */
export function NotConnected() {
  const { t } = useI18n();
  if (useConnection()) return null;
  return (
    <Alert
      className={classes.notConnected}
      color="orange"
      variant="light"
      icon={<IconPlugConnectedX size={16} />}
      title={t('agent.gone')}
    >
      {t('agent.goneText')}
    </Alert>
  );
}

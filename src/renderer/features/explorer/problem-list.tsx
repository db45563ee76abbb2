import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import classes from './explorer.module.css';
import type { Problem } from './form/error-schema.ts';
import { Words } from './words.tsx';

/** Why a request was not sent, in the words of the rules. */
export function ProblemList({ problems }: { readonly problems: readonly Problem[] }) {
  const { t } = useI18n();
  if (problems.length === 0) return null;
  return (
    <Alert
      color="orange"
      variant="light"
      icon={<IconAlertTriangle size={16} />}
      title={t('explorer.notSent')}
    >
      <ul className={classes.problems}>
        {problems.map(({ field, message }) => (
          <li key={`${field} ${message}`}>
            <Words of={[message]} />
          </li>
        ))}
      </ul>
    </Alert>
  );
}

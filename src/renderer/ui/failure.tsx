import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useI18n } from '../lib/i18n/i18n-context.tsx';
import { explainFailure } from '../lib/i18n/explain-failure.ts';

interface FailureProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** A call that failed: what happened, what Sluice does, what to do. */
export function Failure({ error, onRetry }: FailureProps) {
  const { t, language, isKey } = useI18n();
  const { happened, advice } = explainFailure({ language, say: t, isKey }, error);
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle size={16} />} title={happened}>
      {advice}
      {onRetry && (
        <Button variant="default" size="compact-xs" ml="sm" onClick={onRetry}>
          {t('common.tryAgain')}
        </Button>
      )}
    </Alert>
  );
}

import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { asSentence } from '#shared/spoken/as-sentence.ts';
import { CallError } from '../lib/bridge/call-error.ts';
import { useI18n } from '../lib/i18n/i18n-context.tsx';
import { useReasons } from '../lib/i18n/use-reasons.ts';
import { useSpoken } from '../lib/i18n/use-spoken.ts';
import { failureText } from '../lib/queries.ts';

interface FailureProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** A call that failed: what happened, what Sluice does, what to do. */
export function Failure({ error, onRetry }: FailureProps) {
  const { t, language } = useI18n();
  const speak = useSpoken();
  const reason = useReasons().ofCall(error);
  const { said, detail: english = '' }: Partial<CallError> = error instanceof CallError ? error : {};
  const detail = speak(said, english);
  const happened = language === 'en' ? failureText(error) : reason.happened;
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle size={16} />} title={happened}>
      {language !== 'en' && detail !== '' ? `${asSentence(detail, said?.values)} ` : ''}
      {[reason.next, reason.remedy].filter(Boolean).join(' ')}
      {onRetry && (
        <Button variant="default" size="compact-xs" ml="sm" onClick={onRetry}>
          {t('common.tryAgain')}
        </Button>
      )}
    </Alert>
  );
}

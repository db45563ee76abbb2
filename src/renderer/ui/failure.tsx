import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Said } from '#shared/spoken/said.ts';
import { CallError } from '../lib/bridge/call-error.ts';
import { useI18n } from '../lib/i18n/i18n-context.tsx';
import { useReasons } from '../lib/i18n/use-reasons.ts';
import { useSpoken } from '../lib/i18n/use-spoken.ts';
import { failureCode, failureText } from '../lib/queries.ts';

interface FailureProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** A call that failed: what happened, what Sluice does, what to do. */
export function Failure({ error, onRetry }: FailureProps) {
  const { t, language } = useI18n();
  const speak = useSpoken();
  const reason = useReasons().of(failureCode(error));
  const { said, detail: english = '' }: Partial<CallError> = error instanceof CallError ? error : {};
  const detail = speak(said, english);
  const happened = language === 'en' ? failureText(error) : reason.happened;
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle size={16} />} title={happened}>
      {language !== 'en' && detail !== '' ? `${asSentence(detail, said?.values)} ` : ''}
      {reason.next} {reason.remedy}
      {onRetry && (
        <Button variant="default" size="compact-xs" ml="sm" onClick={onRetry}>
          {t('common.tryAgain')}
        </Button>
      )}
    </Alert>
  );
}

/**
 * What exactly it was, where it stands between sentences. A name or a path that it begins with is written as
 * it is.
 */
function asSentence(detail: string, values: Said['values'] = {}): string {
  const isName = Object.values(values).some((value) => value !== '' && detail.startsWith(String(value)));
  const text = isName ? detail : `${detail.charAt(0).toUpperCase()}${detail.slice(1)}`;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

import { Button } from '@mantine/core';
import { errorCatalog, isErrorCode } from '#shared/errors/catalog.ts';
import { useI18n } from '../lib/i18n/i18n-context.tsx';
import { failureCode } from '../lib/queries.ts';
import { href } from '../lib/route.ts';
import { Failure } from './failure.tsx';
import fields from './fields.module.css';

interface ExplainedFailureProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** A call that failed, with the way to where it is put right: the key, the profile, or another try. */
export function ExplainedFailure({ error, onRetry }: ExplainedFailureProps) {
  const { t } = useI18n();
  const code = failureCode(error);
  const action = isErrorCode(code) ? errorCatalog[code].action : 'none';
  const inSettings = action === 'set-key' || action === 'edit-profile';
  return (
    <div className={fields.fields}>
      <Failure error={error} {...(onRetry ? { onRetry } : {})} />
      {inSettings && (
        <div className={fields.buttons}>
          <Button
            variant="default"
            component="a"
            href={href(['settings', action === 'set-key' ? 'key' : 'profiles'])}
          >
            {t(`action.${action}`)}
          </Button>
        </div>
      )}
    </div>
  );
}

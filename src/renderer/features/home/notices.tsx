import { Alert, Button } from '@mantine/core';
import type { AgentStatus } from '#shared/bridge/agent.ts';
import { errorCatalog, isErrorCode } from '#shared/errors/catalog.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useReasons } from '../../lib/i18n/use-reasons.ts';
import { href } from '../../lib/route.ts';

const noKey = { code: 'KEY_MISSING', message: errorCatalog.KEY_MISSING.happened };

/** A missing key is said before the first upload meets it. */
function noticesOf({ profile, keyPresent, notices }: AgentStatus): AgentStatus['notices'] {
  const isSaid = notices.some(({ code }) => code === noKey.code || code === 'KEY_NOT_FOR_THIS_ADDRESS');
  return profile === null || keyPresent || isSaid ? notices : [noKey, ...notices];
}

/** Sentences everybody should see: key missing, settings set aside, ledger rebuilt. */
export function Notices({ status }: { readonly status: AgentStatus }) {
  const { t, language } = useI18n();
  const reasons = useReasons();
  return noticesOf(status).map(({ code, message }) => {
    const action = isErrorCode(code) ? errorCatalog[code].action : 'none';
    const { happened, next, remedy } = reasons.of(code);
    return (
      <Alert key={code} color="orange" variant="light" title={language === 'en' ? message : happened}>
        {next} {remedy}
        {(action === 'set-key' || action === 'edit-profile') && (
          <Button
            component="a"
            href={href(['settings', action === 'set-key' ? 'key' : 'profiles'])}
            variant="default"
            size="compact-xs"
            ml="sm"
          >
            {t(`action.${action}`)}
          </Button>
        )}
      </Alert>
    );
  });
}

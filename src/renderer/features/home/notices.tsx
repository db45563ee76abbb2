import { Alert, Button } from '@mantine/core';
import type { AgentStatus } from '#shared/bridge/agent.ts';
import { errorCatalog, isErrorCode } from '#shared/errors/catalog.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useReasons } from '../../lib/i18n/use-reasons.ts';
import { href } from '../../lib/route.ts';

/** Sentences everybody should see: key missing, settings set aside, ledger rebuilt. */
export function Notices({ notices }: { readonly notices: AgentStatus['notices'] }) {
  const { t, language } = useI18n();
  const reasons = useReasons();
  return notices.map(({ code, message }) => {
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

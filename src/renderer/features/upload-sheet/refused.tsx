import { Alert } from '@mantine/core';
import type { PageCallOutput } from '#shared/bridge/contract.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useReasons } from '../../lib/i18n/use-reasons.ts';
import { PathText } from '../../ui/path-text.tsx';

type RefusedFile = PageCallOutput<'uploads.add'>['refused'][number];

/** What was not taken into the queue, and why. */
export function Refused({ refused }: { readonly refused: readonly RefusedFile[] }) {
  const { t } = useI18n();
  const reasons = useReasons();
  return (
    <Alert color="orange" variant="light" title={t('sheet.refused', { count: refused.length })}>
      {refused.slice(0, 20).map(({ path, code }) => (
        <div key={path}>
          <PathText path={path} />
          <span className="quiet">{reasons.of(code).happened}</span>
        </div>
      ))}
    </Alert>
  );
}

import { Button } from '@mantine/core';
import type { PageCallInput } from '#shared/bridge/contract.ts';
import { useCallFunction, useLeaveDesk } from '../lib/bridge/host-context.tsx';
import { useI18n } from '../lib/i18n/i18n-context.tsx';

interface AllowFolderProps {
  /** The preview that was refused for want of leave. */
  readonly wanted: PageCallInput<'folders.preview'>;
  readonly onGiven: () => void;
}

/**
 * In place of the preview of a folder that nobody allowed yet. It is asked for by a click, not with every
 * letter of a path.
 */
export function AllowFolder({ wanted, onGiven }: AllowFolderProps) {
  const { t } = useI18n();
  const call = useCallFunction();
  const desk = useLeaveDesk();
  const ask = async () => {
    if (await desk.ask(call, 'folders.preview', wanted)) onGiven();
  };
  return (
    <>
      <p className="quiet">{t('leave.folder')}</p>
      <Button variant="default" size="xs" mt="sm" onClick={() => void ask()}>
        {t('leave.allowFolder')}
      </Button>
    </>
  );
}

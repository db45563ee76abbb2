import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { UploadFilter } from '#shared/bridge/uploads.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import classes from './uploads.module.css';
import { UploadActions } from './upload-actions.tsx';

interface BulkActionsProps {
  readonly filter: UploadFilter;
  readonly count: number;
  readonly onClear: () => void;
}

/** What can be done with everything that is selected, one or a hundred thousand (X7). */
export function BulkActions({ filter, count, onClear }: BulkActionsProps) {
  const { t } = useI18n();
  return (
    <div className={classes.bulk}>
      <strong aria-live="polite">{t('uploads.selected', { count })}</strong>
      <UploadActions filter={filter} count={count} />
      <Button variant="subtle" onClick={onClear} leftSection={<IconX size={14} />}>
        {t('uploads.clearSelection')}
      </Button>
    </div>
  );
}

import { Button } from '@mantine/core';
import { useState } from 'react';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useAction } from '../../lib/queries.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { notify } from '../../ui/notify.tsx';

/**
 * Files vanished together, or with the drive at `place`: their documents are deleted only when a person says
 * so, after asking (W9).
 */
export function DeleteChoice({
  folderId,
  count,
  place = null,
  canDelete = true,
}: {
  readonly folderId: string;
  readonly count: number;
  readonly place?: string | null;
  readonly canDelete?: boolean;
}) {
  const { t } = useI18n();
  const [asking, setAsking] = useState(false);
  const decide = useAction('folders.decideDeletes');
  const choose = (choice: 'delete' | 'keep') =>
    decide.mutate(
      { folderId, choice, place },
      { onSuccess: (answer) => notify(t(choice === 'keep' ? 'files.kept' : 'files.deleting', answer)) },
    );
  return (
    <>
      <Button variant="default" loading={decide.isPending} onClick={() => choose('keep')}>
        {t(place === null ? 'files.keep' : 'files.keepAway')}
      </Button>
      {canDelete && (
        <Button color="red" variant="light" loading={decide.isPending} onClick={() => setAsking(true)}>
          {t('files.delete', { count })}
        </Button>
      )}
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('files.deleteTitle', { count })}
        text={t('files.deleteText')}
        confirm={t('files.delete', { count })}
        onConfirm={() => choose('delete')}
      />
    </>
  );
}

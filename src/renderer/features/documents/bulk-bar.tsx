import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconAtom2, IconLock, IconRefresh, IconShare, IconTags, IconTrash, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { DocumentFilter, DocumentJob, DocumentSort } from '#shared/bridge/documents.ts';
import type { ProfileId } from '#shared/ids/ids.ts';
import { acrossHref } from '../../lib/addresses/across.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useAction } from '../../lib/queries.ts';
import { useLocked, usePolicy } from '../../lib/use-policy.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { ExportMenu } from '../../ui/export-menu.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import classes from './documents.module.css';
import { TagDialog } from './tag-dialog.tsx';

interface BulkBarProps {
  /** Whose documents these are. */
  readonly profileId: ProfileId | undefined;
  readonly filter: DocumentFilter;
  readonly sort: DocumentSort;
  readonly count: number;
  readonly onClear: () => void;
}

/**
 * What can be done with everything that is selected, one or a hundred thousand (X8). The work itself is a job
 * of the core.
 */
export function BulkBar({ profileId, filter, sort, count, onClear }: BulkBarProps) {
  const { t } = useI18n();
  const [asking, setAsking] = useState<DocumentJob['kind']>();
  const change = useAction('documents.change');
  const isShareLocked = usePolicy().sharing === 'off';
  const locked = useLocked();
  const close = () => setAsking(undefined);
  const start = (
    kind: DocumentJob['kind'],
    tags: { add: string[]; remove: string[] } = { add: [], remove: [] },
  ) => change.mutate({ kind, filter, ...tags, shownProfileId: profileId }, { onSuccess: onClear });
  const buttons = [
    { kind: 'tag', icon: IconTags, onClick: () => setAsking('tag') },
    { kind: 'share', icon: IconShare, onClick: () => setAsking('share') },
    { kind: 'unshare', icon: IconLock, onClick: () => start('unshare') },
    { kind: 'retry', icon: IconRefresh, onClick: () => start('retry') },
    { kind: 'delete', icon: IconTrash, onClick: () => setAsking('delete') },
  ] as const;
  return (
    <div className={classes.bulk}>
      <strong aria-live="polite">{t('documents.selected', { count })}</strong>
      <Tooltip label={t('documents.clearSelection')}>
        <ActionIcon variant="subtle" aria-label={t('documents.clearSelection')} onClick={onClear}>
          <IconX size={14} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {buttons.map(({ kind, icon: Icon, onClick }) => (
        <Button
          key={kind}
          variant="default"
          leftSection={<Icon size={14} aria-hidden />}
          disabled={kind === 'share' && isShareLocked}
          title={locked(kind === 'share' && isShareLocked)}
          loading={change.isPending && change.variables.kind === kind}
          onClick={onClick}
        >
          {t(`bulk.${kind}`)}
        </Button>
      ))}
      <Button
        variant="default"
        component="a"
        href={acrossHref({ filter })}
        leftSection={<IconAtom2 size={14} aria-hidden />}
      >
        {t('across.ofThese')}
      </Button>
      <ExportMenu wanted={(format) => ({ what: 'documents', filter, sort, format })} />
      {asking === 'tag' && (
        <TagDialog filter={filter} count={count} onClose={close} onApply={(tags) => start('tag', tags)} />
      )}
      {asking === 'delete' && <DeleteDialog count={count} onClose={close} onDelete={() => start('delete')} />}
      <Confirm
        opened={asking === 'share'}
        onClose={close}
        title={t('bulk.shareTitle', { count })}
        text={t('bulk.shareText')}
        confirm={t('bulk.share')}
        onConfirm={() => start('share')}
      />
    </div>
  );
}

import { NumberInput, TextInput } from '@mantine/core';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import { useLocked, usePolicy } from '../../../lib/use-policy.ts';
import fields from '../../../ui/fields.module.css';
import { Section } from '../../../ui/section.tsx';
import { ChoiceField } from './choice-field.tsx';
import type { FormPartProps } from './parts.ts';

/** What becomes of files and documents afterwards (W6, W7, W9, W18). */
export function AfterFields({ folder, change }: FormPartProps) {
  const { t } = useI18n();
  const annotated = typeof folder.saveAnnotated === 'string' ? folder.saveAnnotated : 'folder';
  const { deleteAfterUpload, deleteDocuments } = usePolicy();
  const locked = useLocked();
  const afterUploads =
    deleteAfterUpload === 'off'
      ? (['leave', 'move'] as const)
      : (['leave', 'move', 'trash', 'delete'] as const);
  const localDeletes = deleteDocuments === 'off' ? (['keep'] as const) : (['keep', 'delete'] as const);
  return (
    <Section title={t('form.after')}>
      <div className={fields.fields}>
        <ChoiceField<WatchFolder['afterUpload']>
          label={t('form.afterUpload')}
          value={folder.afterUpload}
          options={afterUploads.map((one) => [one, t(`form.afterUpload.${one}`)])}
          onChange={(afterUpload) => change({ afterUpload })}
          hint={locked(deleteAfterUpload === 'off')}
        />
        {folder.afterUpload === 'move' && (
          <TextInput
            label={t('form.doneFolder')}
            value={folder.doneFolder}
            required
            onChange={(event) => change({ doneFolder: event.currentTarget.value })}
          />
        )}
        <TextInput
          label={t('form.failedFolder')}
          description={t('form.failedFolderHint')}
          value={folder.failedFolder ?? ''}
          onChange={(event) => change({ failedFolder: event.currentTarget.value || null })}
        />
        <div className={fields.row}>
          <ChoiceField<WatchFolder['changed']>
            label={t('form.changed')}
            value={folder.changed}
            options={(['new-document', 'replace', 'ask'] as const).map((one) => [
              one,
              t(`form.changed.${one}`),
            ])}
            onChange={(changed) => change({ changed })}
          />
          <ChoiceField<WatchFolder['duplicates']>
            label={t('form.duplicates')}
            value={folder.duplicates}
            options={(['skip', 'upload', 'add-tags'] as const).map((one) => [
              one,
              t(`form.duplicates.${one}`),
            ])}
            onChange={(duplicates) => change({ duplicates })}
          />
        </div>
        <div className={fields.row}>
          <ChoiceField<WatchFolder['localDelete']>
            label={t('form.localDelete')}
            value={folder.localDelete}
            options={localDeletes.map((one) => [one, t(`form.localDelete.${one}`)])}
            onChange={(localDelete) => change({ localDelete })}
            hint={locked(deleteDocuments === 'off')}
          />
          {folder.localDelete === 'delete' && (
            <NumberInput
              label={t('form.deleteCap')}
              min={1}
              value={folder.deleteCap}
              onChange={(value) => change({ deleteCap: typeof value === 'number' ? value : 20 })}
            />
          )}
        </div>
        <div className={fields.row}>
          <ChoiceField<'off' | 'beside' | 'folder'>
            label={t('form.saveAnnotated')}
            value={annotated}
            options={(['off', 'beside', 'folder'] as const).map((one) => [
              one,
              t(`form.saveAnnotated.${one}`),
            ])}
            onChange={(one) => change({ saveAnnotated: one === 'folder' ? { folder: 'annotated' } : one })}
          />
          {typeof folder.saveAnnotated === 'object' && (
            <TextInput
              label={t('form.annotatedFolder')}
              value={folder.saveAnnotated.folder}
              required
              onChange={(event) => change({ saveAnnotated: { folder: event.currentTarget.value } })}
            />
          )}
        </div>
      </div>
    </Section>
  );
}

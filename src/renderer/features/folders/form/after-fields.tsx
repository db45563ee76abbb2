import { NumberInput, TextInput } from '@mantine/core';
import { choicesOf } from '#shared/settings/fields.ts';
import { folderDefaults, type WatchFolder } from '#shared/settings/watch-folder.ts';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import { useLocked, usePolicy } from '../../../lib/use-policy.ts';
import { ChoiceField } from '../../../ui/choice-field.tsx';
import fields from '../../../ui/fields.module.css';
import { Section } from '../../../ui/section.tsx';
import { SectionFields } from '../../../ui/section-fields.tsx';
import type { FormPartProps } from './parts.ts';

/** What becomes of files and documents afterwards (W6, W7, W9, W18). */
export function AfterFields({ folder, change }: FormPartProps) {
  const { t } = useI18n();
  const annotated = typeof folder.saveAnnotated === 'string' ? folder.saveAnnotated : 'folder';
  const { deleteAfterUpload, deleteDocuments } = usePolicy();
  const locked = useLocked();
  const afterUploads = choicesOf('afterUpload').filter(
    (one) => deleteAfterUpload !== 'off' || (one !== 'trash' && one !== 'delete'),
  );
  const localDeletes = choicesOf('localDelete').filter((one) => deleteDocuments !== 'off' || one === 'keep');
  return (
    <Section title={t('form.after')}>
      <div className={fields.fields}>
        <SectionFields
          section="after"
          value={folder}
          onChange={change}
          rows={[
            ['afterUpload'],
            ['doneFolder'],
            ['failedFolder'],
            ['changed', 'duplicates'],
            ['localDelete', 'deleteCap'],
          ]}
          own={{
            afterUpload: (
              <ChoiceField<WatchFolder['afterUpload']>
                label={t('form.afterUpload')}
                value={folder.afterUpload}
                options={afterUploads.map((one) => [one, t(`form.afterUpload.${one}`)])}
                onChange={(afterUpload) => change({ afterUpload })}
                hint={locked(deleteAfterUpload === 'off')}
              />
            ),
            doneFolder: folder.afterUpload === 'move' && (
              <TextInput
                label={t('form.doneFolder')}
                value={folder.doneFolder}
                required
                onChange={(event) => change({ doneFolder: event.currentTarget.value })}
              />
            ),
            localDelete: (
              <ChoiceField<WatchFolder['localDelete']>
                label={t('form.localDelete')}
                value={folder.localDelete}
                options={localDeletes.map((one) => [one, t(`form.localDelete.${one}`)])}
                onChange={(localDelete) => change({ localDelete })}
                hint={locked(deleteDocuments === 'off')}
              />
            ),
            deleteCap: folder.localDelete === 'delete' && (
              <NumberInput
                label={t('form.deleteCap')}
                min={1}
                value={folder.deleteCap}
                onChange={(value) =>
                  change({ deleteCap: typeof value === 'number' ? value : folderDefaults.deleteCap })
                }
              />
            ),
            saveAnnotated: (
              <div className={fields.row}>
                <ChoiceField<'off' | 'beside' | 'folder'>
                  label={t('form.saveAnnotated')}
                  value={annotated}
                  options={(['off', 'beside', 'folder'] as const).map((one) => [
                    one,
                    t(`form.saveAnnotated.${one}`),
                  ])}
                  onChange={(one) =>
                    change({ saveAnnotated: one === 'folder' ? { folder: 'annotated' } : one })
                  }
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
            ),
          }}
        />
      </div>
    </Section>
  );
}

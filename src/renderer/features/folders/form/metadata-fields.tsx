import { Switch, TextInput } from '@mantine/core';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import fields from '../../../ui/fields.module.css';
import { Section } from '../../../ui/section.tsx';
import { SectionFields } from '../../../ui/section-fields.tsx';
import { TagPicker } from '../../../ui/tag-picker.tsx';
import { UploadOptionsFields } from '../../../ui/upload-options-fields.tsx';
import type { FormPartProps } from './parts.ts';
import { TagRules } from './tag-rules.tsx';

/** Tags, dates, sharing and flags: what goes with each document of this folder (W17). */
export function MetadataFields({ folder, change }: FormPartProps) {
  const { t } = useI18n();
  return (
    <Section title={t('form.metadata')}>
      <div className={fields.fields}>
        <SectionFields
          section="metadata"
          value={folder}
          onChange={change}
          own={{
            tags: <TagPicker value={folder.tags} onChange={(tags) => change({ tags })} />,
            subfolderTagPrefix: (
              <>
                <Switch
                  label={t('form.subfolderTags')}
                  checked={folder.subfolderTagPrefix !== null}
                  onChange={(event) =>
                    change({ subfolderTagPrefix: event.currentTarget.checked ? '' : null })
                  }
                />
                {folder.subfolderTagPrefix !== null && (
                  <TextInput
                    label={t('form.subfolderPrefix')}
                    value={folder.subfolderTagPrefix}
                    onChange={(event) => change({ subfolderTagPrefix: event.currentTarget.value })}
                  />
                )}
              </>
            ),
            tagRules: <TagRules rules={folder.tagRules} onChange={(tagRules) => change({ tagRules })} />,
          }}
        />
        <UploadOptionsFields value={folder} onChange={change} />
      </div>
    </Section>
  );
}

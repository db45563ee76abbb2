import { Checkbox, Switch, TextInput } from '@mantine/core';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import fields from '../../../ui/fields.module.css';
import { Section } from '../../../ui/section.tsx';
import { TagPicker } from '../../../ui/tag-picker.tsx';
import { UploadOptionsFields } from '../../../ui/upload-options-fields.tsx';
import type { FormPartProps } from './parts.ts';
import { TagRules } from './tag-rules.tsx';

const sources = ['file-name', 'document', 'modified'] as const;

/** Tags, dates, sharing and flags: what goes with each document of this folder (W17). */
export function MetadataFields({ folder, change }: FormPartProps) {
  const { t } = useI18n();
  return (
    <Section title={t('form.metadata')}>
      <div className={fields.fields}>
        <TagPicker value={folder.tags} onChange={(tags) => change({ tags })} />
        <Switch
          label={t('form.subfolderTags')}
          checked={folder.subfolderTagPrefix !== null}
          onChange={(event) => change({ subfolderTagPrefix: event.currentTarget.checked ? '' : null })}
        />
        {folder.subfolderTagPrefix !== null && (
          <TextInput
            label={t('form.subfolderPrefix')}
            value={folder.subfolderTagPrefix}
            onChange={(event) => change({ subfolderTagPrefix: event.currentTarget.value })}
          />
        )}
        <TagRules rules={folder.tagRules} onChange={(tagRules) => change({ tagRules })} />
        <Checkbox.Group
          label={t('form.published')}
          description={t('form.publishedHint')}
          size="xs"
          value={folder.publishedFrom}
          onChange={(chosen) => change({ publishedFrom: sources.filter((one) => chosen.includes(one)) })}
        >
          {sources.map((one) => (
            <Checkbox key={one} value={one} label={t(`form.published.${one}`)} mt={10} />
          ))}
        </Checkbox.Group>
        <UploadOptionsFields value={folder} onChange={change} />
      </div>
    </Section>
  );
}

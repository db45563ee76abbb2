import { NumberInput, TagsInput } from '@mantine/core';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import fields from '../../../ui/fields.module.css';
import { Section } from '../../../ui/section.tsx';
import { SectionFields } from '../../../ui/section-fields.tsx';
import { FilterRules } from './filter-rules.tsx';
import { cleanTypes, type FormPartProps, scaled } from './parts.ts';

const kilobyte = 1_000;
const megabyte = 1_000_000;
const commonTypes = ['pdf', 'docx', 'html', 'eml', 'txt', 'csv', 'json', 'xml', 'pptx', 'xlsx'];

/** Types, ordered filters, limits: what of the folder is taken (W16). */
export function WhichFields({ folder, change }: FormPartProps) {
  const { t } = useI18n();
  return (
    <Section title={t('form.which')}>
      <div className={fields.fields}>
        <SectionFields
          section="which"
          value={folder}
          onChange={change}
          rows={[
            ['types'],
            ['filters'],
            ['minSize', 'maxSize', 'maxAgeDays'],
            ['includeHidden'],
            ['followLinks'],
          ]}
          own={{
            types: (
              <TagsInput
                label={t('form.types')}
                description={t('form.typesHint')}
                data={commonTypes}
                value={folder.types}
                onChange={(types) => change({ types: cleanTypes(types) })}
                splitChars={[',', ' ']}
              />
            ),
            filters: <FilterRules rules={folder.filters} onChange={(filters) => change({ filters })} />,
            minSize: (
              <NumberInput
                label={t('form.minSize')}
                min={0}
                value={folder.minSize === null ? '' : folder.minSize / kilobyte}
                onChange={(value) => change({ minSize: scaled(value, kilobyte) })}
              />
            ),
            maxSize: (
              <NumberInput
                label={t('form.maxSize')}
                min={0.001}
                value={folder.maxSize === null ? '' : folder.maxSize / megabyte}
                onChange={(value) => change({ maxSize: scaled(value, megabyte) || null })}
              />
            ),
            maxAgeDays: (
              <NumberInput
                label={t('form.maxAge')}
                min={1}
                value={folder.maxAgeDays ?? ''}
                onChange={(value) => change({ maxAgeDays: scaled(value, 1) || null })}
              />
            ),
          }}
        />
      </div>
    </Section>
  );
}

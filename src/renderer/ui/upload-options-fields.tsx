import { Switch } from '@mantine/core';
import type { FieldIn } from '#shared/settings/fields.ts';
import type { UploadOptions } from '#shared/uploads/upload.ts';
import { useI18n } from '../lib/i18n/i18n-context.tsx';
import { useLocked, usePolicy } from '../lib/use-policy.ts';
import { SectionFields } from './section-fields.tsx';

type SharedOptions = Pick<UploadOptions, FieldIn<'options'>>;

interface UploadOptionsFieldsProps {
  readonly value: SharedOptions;
  readonly onChange: (change: Partial<SharedOptions>) => void;
}

/** What the service does with a document: the same for watch folders and for files uploaded by hand. */
export function UploadOptionsFields({ value, onChange }: UploadOptionsFieldsProps) {
  const { t } = useI18n();
  const isLocked = usePolicy().sharing === 'off';
  const locked = useLocked()(isLocked);
  return (
    <SectionFields
      section="options"
      value={value}
      onChange={onChange}
      own={{
        share: (
          <Switch
            label={t('options.share')}
            description={locked ?? t('options.shareHint')}
            disabled={isLocked}
            checked={value.share && !isLocked}
            onChange={(event) => onChange({ share: event.currentTarget.checked })}
          />
        ),
      }}
    />
  );
}

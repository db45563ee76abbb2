import { Checkbox, Switch } from '@mantine/core';
import type { UploadOptions } from '#shared/uploads/upload.ts';
import { useI18n } from '../lib/i18n/i18n-context.tsx';
import { useLocked, usePolicy } from '../lib/use-policy.ts';

export type SharedOptions = Pick<UploadOptions, 'share' | 'enrichments' | 'noIndex' | 'noStore'>;

interface UploadOptionsFieldsProps {
  readonly value: SharedOptions;
  readonly onChange: (change: Partial<SharedOptions>) => void;
}

const enrichments = ['reporting_entities', 'translation'] as const;

/** Sharing (off unless switched on, S9), what else the service does, and its two flags. */
export function UploadOptionsFields({ value, onChange }: UploadOptionsFieldsProps) {
  const { t } = useI18n();
  const isLocked = usePolicy().sharing === 'off';
  const locked = useLocked()(isLocked);
  return (
    <>
      <Switch
        label={t('options.share')}
        description={locked ?? t('options.shareHint')}
        disabled={isLocked}
        checked={value.share && !isLocked}
        onChange={(event) => onChange({ share: event.currentTarget.checked })}
      />
      <Checkbox.Group
        label={t('options.enrichments')}
        size="xs"
        value={value.enrichments}
        onChange={(chosen) => onChange({ enrichments: enrichments.filter((one) => chosen.includes(one)) })}
      >
        {enrichments.map((one) => (
          <Checkbox key={one} value={one} label={t(`options.${one}`)} mt={10} />
        ))}
      </Checkbox.Group>
      <Switch
        label={t('options.noIndex')}
        description={t('options.noIndexHint')}
        checked={value.noIndex}
        onChange={(event) => onChange({ noIndex: event.currentTarget.checked })}
      />
      <Switch
        label={t('options.noStore')}
        description={t('options.noStoreHint')}
        checked={value.noStore}
        onChange={(event) => onChange({ noStore: event.currentTarget.checked })}
      />
    </>
  );
}

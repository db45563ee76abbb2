import { Checkbox, Switch, Textarea, TextInput } from '@mantine/core';
import { enrichmentSchema } from '#shared/settings/fields.ts';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import { useLocked, usePolicy } from '../../../lib/use-policy.ts';
import fields from '../../../ui/fields.module.css';
import { Section } from '../../../ui/section.tsx';

/** What every connector has and a person may change. */
export interface CommonValues {
  readonly label: string;
  readonly description: string;
  readonly share: boolean;
  readonly enrichments: readonly string[];
}

interface ConnectorFieldsProps {
  readonly value: CommonValues;
  readonly onChange: (change: Partial<CommonValues>) => void;
  /** Whether a person has tried to send the form: what is missing is said from then on. */
  readonly tried: boolean;
}

const known = enrichmentSchema.options;

/**
 * Label, description, sharing (off unless switched on, S9) and enrichments; ones Sluice does not know stay as
 * they are.
 */
export function ConnectorFields({ value, onChange, tried }: ConnectorFieldsProps) {
  const { t } = useI18n();
  const isLocked = usePolicy().sharing === 'off';
  const locked = useLocked()(isLocked);
  const others = value.enrichments.filter((one) => !known.some((name) => name === one));
  return (
    <Section title={t('connectorForm.about')}>
      <div className={fields.fields}>
        <TextInput
          label={t('connectorForm.label')}
          required
          value={value.label}
          error={tried && value.label.trim() === '' ? t('connectorForm.labelNeeded') : undefined}
          onChange={(event) => onChange({ label: event.currentTarget.value })}
        />
        <Textarea
          label={t('connectorForm.description')}
          size="xs"
          rows={2}
          value={value.description}
          onChange={(event) => onChange({ description: event.currentTarget.value })}
        />
        <Switch
          label={t('options.share')}
          description={locked ?? t('connectorForm.shareHint')}
          disabled={isLocked && !value.share}
          checked={value.share}
          onChange={(event) => onChange({ share: event.currentTarget.checked })}
        />
        <Checkbox.Group
          label={t('options.enrichments')}
          size="xs"
          value={[...value.enrichments]}
          onChange={(chosen) =>
            onChange({ enrichments: [...known.filter((one) => chosen.includes(one)), ...others] })
          }
        >
          {known.map((one) => (
            <Checkbox key={one} value={one} label={t(`options.enrichments.${one}`)} mt={10} />
          ))}
          {others.map((one) => (
            <Checkbox key={one} value={one} label={one} mt={10} disabled />
          ))}
        </Checkbox.Group>
      </div>
    </Section>
  );
}

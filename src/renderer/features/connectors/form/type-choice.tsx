import { Alert, Radio } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { Connector } from '#shared/bridge/connectors.ts';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import fields from '../../../ui/fields.module.css';
import { Section } from '../../../ui/section.tsx';

export const creatableTypes = ['email', 'investment_research', 'document_library'] as const;
export type CreatableType = (typeof creatableTypes)[number] & Connector['type'];

const hints = {
  email: 'connectorForm.emailHint',
  investment_research: 'connectorForm.researchHint',
  document_library: 'connectorForm.libraryHint',
} as const;

interface TypeChoiceProps {
  readonly value: CreatableType;
  readonly onChange: (type: CreatableType) => void;
}

/** What a new connector is to collect; of a document library it says why it is made elsewhere. */
export function TypeChoice({ value, onChange }: TypeChoiceProps) {
  const { t } = useI18n();
  return (
    <Section title={t('connectorForm.what')} hint={t('connectorForm.typeFixed')}>
      <div className={fields.fields}>
        <Radio.Group
          aria-label={t('connectorForm.what')}
          value={value}
          onChange={(chosen) => {
            const type = creatableTypes.find((one) => one === chosen);
            if (type) onChange(type);
          }}
        >
          {creatableTypes.map((type, index) => (
            <Radio
              key={type}
              value={type}
              label={t(`connectors.type.${type}`)}
              description={t(hints[type])}
              mt={index === 0 ? 0 : 12}
            />
          ))}
        </Radio.Group>
        {value === 'document_library' && (
          <Alert
            color="gray"
            variant="light"
            icon={<IconInfoCircle size={16} />}
            title={t('connectorForm.libraryWhy')}
          >
            {t('connectorForm.libraryWhyText')}
          </Alert>
        )}
      </div>
    </Section>
  );
}

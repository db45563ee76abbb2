import { PasswordInput, TextInput } from '@mantine/core';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import fields from '../../../ui/fields.module.css';
import { Section } from '../../../ui/section.tsx';
import type { useSecretField } from '../../../ui/use-secret-field.ts';

interface BrokerFieldsProps {
  readonly userId: string;
  readonly onUserId: (userId: string) => void;
  /** What is typed is read once, at sending, and is in no state of the page (S2). */
  readonly password: ReturnType<typeof useSecretField>['props'];
  /** Said under the password: that it is missing, or has to be typed again. */
  readonly passwordError: string | undefined;
  readonly tried: boolean;
}

/**
 * The account at the broker. Password managers are asked to keep out, as it is not the account of this page.
 */
export function BrokerFields({ userId, onUserId, password, passwordError, tried }: BrokerFieldsProps) {
  const { t } = useI18n();
  return (
    <Section title={t('connectorForm.broker')} hint={t('connectorForm.brokerHint')}>
      <div className={fields.fields}>
        <TextInput
          label={t('connectorForm.brokerUser')}
          required
          autoComplete="off"
          spellCheck={false}
          value={userId}
          error={tried && userId.trim() === '' ? t('connectorForm.brokerNeeded') : undefined}
          onChange={(event) => onUserId(event.currentTarget.value)}
        />
        <PasswordInput
          label={t('connectorForm.brokerPassword')}
          required
          error={passwordError}
          {...password}
          autoComplete="new-password"
        />
      </div>
    </Section>
  );
}

import { TextInput, type TextInputProps } from '@mantine/core';
import { insecureSentence } from '#shared/settings/insecure-address.ts';
import { isInsecureAddress } from '../lib/address.ts';
import { useI18n } from '../lib/i18n/i18n-context.tsx';

/** The words with which a person accepts addresses that are not https; nothing where they all are. */
export function AcceptInsecure({
  addresses,
  ...input
}: { readonly addresses: readonly string[] } & TextInputProps) {
  const { t } = useI18n();
  if (!addresses.some(isInsecureAddress)) return null;
  return (
    <TextInput
      label={t('welcome.insecure')}
      description={t('welcome.insecureHint', { sentence: insecureSentence })}
      spellCheck={false}
      autoComplete="off"
      {...input}
    />
  );
}

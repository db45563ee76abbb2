import { TagsInput } from '@mantine/core';
import { z } from 'zod';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';

interface SendersFieldProps {
  readonly value: readonly string[];
  readonly onChange: (senders: string[]) => void;
  readonly tried: boolean;
}

const address = z.email();

/** Those of the texts that are no e-mail addresses. */
export function notAddresses(senders: readonly string[]): string[] {
  return senders.filter((one) => !address.safeParse(one).success);
}

/** Who may send to the inbox; a chip each, checked as addresses, none twice. */
export function SendersField({ value, onChange, tried }: SendersFieldProps) {
  const { t } = useI18n();
  const wrong = notAddresses(value);
  const error =
    wrong.length > 0
      ? t('connectorForm.notAddress', { count: wrong.length, list: wrong.join(', ') })
      : tried && value.length === 0
        ? t('connectorForm.sendersNeeded')
        : undefined;
  return (
    <TagsInput
      label={t('connectorForm.senders')}
      description={t('connectorForm.sendersHint')}
      placeholder={value.length === 0 ? t('connectorForm.sendersPlaceholder') : ''}
      required
      splitChars={[',', ';', ' ', '\n', '\t']}
      value={[...value]}
      onChange={(senders) => onChange(senders.map((one) => one.trim().replace(/^<|>$/g, '')))}
      isDuplicate={(added, current) =>
        current.some((one) => one.toLowerCase() === added.trim().toLowerCase())
      }
      acceptValueOnBlur
      error={error}
      spellCheck={false}
    />
  );
}

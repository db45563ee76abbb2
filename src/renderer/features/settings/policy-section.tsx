import type { Said } from '#shared/spoken/said.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useSpeak } from '../../lib/i18n/use-spoken.ts';
import { Section } from '../../ui/section.tsx';

/** What the administrator of this machine set, in a sentence each. */
export function PolicySection({ said }: { readonly said: readonly Said[] }) {
  const { t } = useI18n();
  const speak = useSpeak();
  return (
    <Section id="policy" title={t('policy.title')} hint={t('policy.hint')}>
      <ul style={{ margin: 0, paddingInlineStart: '1.2em' }}>
        {said.map((one) => (
          <li key={`${one.code} ${one.values.field ?? ''}`}>{speak(one) ?? one.code}</li>
        ))}
      </ul>
    </Section>
  );
}

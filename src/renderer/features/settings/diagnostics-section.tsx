import { Button } from '@mantine/core';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useAction } from '../../lib/queries.ts';
import { Checks } from '../../ui/checks.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Section } from '../../ui/section.tsx';

/** Live checks of everything Sluice stands on (X10). */
export function DiagnosticsSection() {
  const { t } = useI18n();
  const doctor = useAction('agent.doctor', { quiet: true });
  return (
    <Section
      id="diagnostics"
      title={t('settings.diagnostics')}
      hint={t('settings.diagnosticsHint')}
      actions={
        <Button variant="default" loading={doctor.isPending} onClick={() => doctor.mutate({})}>
          {t('settings.runDoctor')}
        </Button>
      }
    >
      {doctor.isPending && <Loading>{t('settings.runningDoctor')}</Loading>}
      {doctor.error && <Failure error={doctor.error} />}
      {doctor.data && <Checks checks={doctor.data.checks} />}
    </Section>
  );
}

import { Button } from '@mantine/core';
import { download } from '../../lib/download.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useAction } from '../../lib/queries.ts';
import { Section } from '../../ui/section.tsx';
import { ImportButton } from './import-button.tsx';
import classes from './settings.module.css';

/** What leaves Sluice as a file: the settings and the redacted support bundle. Neither holds a key. */
export function FilesSection() {
  const { t } = useI18n();
  const bundle = useAction('host.supportBundle');
  const chosen = useAction('settings.export');
  return (
    <>
      <Section
        id="files"
        title={t('settings.support')}
        hint={t('settings.supportHint')}
        actions={
          <Button variant="default" loading={bundle.isPending} onClick={() => bundle.mutate({})}>
            {t('settings.makeBundle')}
          </Button>
        }
      >
        {bundle.data && (
          <p className={classes.text} aria-live="polite">
            {t('settings.bundleAt', { path: bundle.data.path })}
          </p>
        )}
      </Section>
      <Section
        title={t('settings.export')}
        hint={t('settings.exportHint')}
        actions={
          <>
            <ImportButton />
            <Button
              variant="default"
              loading={chosen.isPending}
              onClick={() =>
                chosen.mutate(
                  {},
                  {
                    onSuccess: (settings) =>
                      download(
                        'sluice-settings.json',
                        'application/json',
                        `${JSON.stringify(settings, null, 2)}\n`,
                      ),
                  },
                )
              }
            >
              {t('settings.exportButton')}
            </Button>
          </>
        }
      />
    </>
  );
}

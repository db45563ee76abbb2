import { Button, FileButton } from '@mantine/core';
import { useState } from 'react';
import type { PageCallOutput } from '#shared/bridge/contract.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useAction } from '../../lib/queries.ts';
import { notify } from '../../ui/notify.tsx';
import { ImportDialog } from './import-dialog.tsx';

interface Chosen {
  readonly text: string;
  readonly report: PageCallOutput<'settings.import'>;
}

/** Takes over settings from a file: shows what would change, and asks before anything does. */
export function ImportButton() {
  const { t } = useI18n();
  const look = useAction('settings.import');
  const apply = useAction('settings.import');
  const [chosen, setChosen] = useState<Chosen>();

  async function choose(file: File | null): Promise<void> {
    if (file === null) return;
    const text = await file.text();
    look.mutate({ text, mode: 'look' }, { onSuccess: (report) => setChosen({ text, report }) });
  }

  return (
    <>
      {/* Emptied after each choice, so that the same file can be chosen again. */}
      <FileButton
        key={look.submittedAt}
        accept="application/json,.json"
        onChange={(file) => void choose(file)}
      >
        {(props) => (
          <Button variant="default" loading={look.isPending} {...props}>
            {t('settings.importButton')}
          </Button>
        )}
      </FileButton>
      {chosen && (
        <ImportDialog
          report={chosen.report}
          onClose={() => setChosen(undefined)}
          onImport={(mode) => {
            setChosen(undefined);
            apply.mutate({ text: chosen.text, mode }, { onSuccess: () => notify(t('settings.imported')) });
          }}
        />
      )}
    </>
  );
}

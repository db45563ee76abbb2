import { Button, Modal, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import type { SettingsImport } from '#shared/bridge/setup.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import classes from './settings.module.css';

interface ImportDialogProps {
  readonly report: SettingsImport;
  readonly onImport: (mode: 'keep' | 'replace') => void;
  readonly onClose: () => void;
}

/** What a file would bring, what it cannot, and what to do with what is here in another shape. */
export function ImportDialog({ report, onImport, onClose }: ImportDialogProps) {
  const { t } = useI18n();
  const { addedProfiles, addedFolders, conflicts, skipped, leftOut, changes } = report;
  const [mode, setMode] = useState<'keep' | 'replace'>('keep');
  const isNothing = addedProfiles.length + addedFolders.length + conflicts.length === 0;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('settings.importTitle')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {isNothing && <p className={classes.text}>{t('settings.importNothing')}</p>}
      <Names
        title={t('settings.importProfiles')}
        names={addedProfiles.map((name) => `${name} (${addressesOf(changes, name)})`)}
      />
      <Names title={t('settings.importFolders')} names={addedFolders} />
      <Names
        title={t('settings.importSkipped')}
        names={skipped.map(({ name, why }) => `${name}: ${t(`settings.importSkipped.${why}`)}`)}
      />
      <Names
        title={t('settings.importLeftOut')}
        names={leftOut.flatMap(({ kind, name }) =>
          kind === 'keyFrom' || kind === 'team' || kind === 'insecureAccepted'
            ? [t(`settings.importLeftOut.${kind}`, { name })]
            : [],
        )}
      />
      {conflicts.length > 0 && (
        <>
          <Names
            title={t('settings.importConflicts')}
            names={conflicts.map(({ kind, name }) =>
              kind === 'preferences' || kind === 'schedule'
                ? t(`settings.import.${kind}`)
                : [name, ...movesOf(changes, kind, name)].join('; '),
            )}
          />
          <Radio.Group
            aria-label={t('settings.importConflicts')}
            value={mode}
            onChange={(value) => setMode(value === 'replace' ? 'replace' : 'keep')}
          >
            <Stack gap={6}>
              <Radio value="keep" label={t('settings.importKeep')} />
              <Radio
                value="replace"
                label={t('settings.importReplace')}
                description={t('settings.importReplaceHint')}
              />
            </Stack>
          </Radio.Group>
        </>
      )}
      <div className={classes.answers}>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t(isNothing ? 'common.close' : 'common.cancel')}
        </Button>
        {!isNothing && <Button onClick={() => onImport(mode)}>{t('settings.importNow')}</Button>}
      </div>
    </Modal>
  );
}

/** Where a new profile sends. */
function addressesOf(changes: SettingsImport['changes'], name: string): string {
  const added = changes.find((one) => one.action === 'add' && one.kind === 'profile' && one.name === name);
  const { baseUrl, agentsUrl } = (added?.after ?? {}) as { baseUrl?: string; agentsUrl?: string | null };
  return [baseUrl, agentsUrl].filter((address) => address != null).join(', ');
}

/** Where a profile sends, or a folder is, before and after. */
function movesOf(changes: SettingsImport['changes'], kind: 'profile' | 'folder', name: string): string[] {
  const fields = ['baseUrl', 'agentsUrl', 'path', 'profile'];
  return changes
    .filter((one) => one.kind === kind && one.name === name && fields.includes(one.field ?? ''))
    .map(({ before, after }) => `${before ?? '–'} → ${after ?? '–'}`);
}

function Names({ title, names }: { readonly title: string; readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <div className={classes.names}>
      <p>{title}</p>
      <ul>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </div>
  );
}

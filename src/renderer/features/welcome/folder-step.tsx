import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useReasons } from '../../lib/i18n/use-reasons.ts';
import { useAction, useCall } from '../../lib/queries.ts';
import { AllowFolder } from '../../ui/allow-folder.tsx';
import { Answer } from '../../ui/answer.tsx';
import { Failure } from '../../ui/failure.tsx';
import fields from '../../ui/fields.module.css';
import { PathField } from '../../ui/path-field.tsx';
import { newFolder } from '../../lib/new-folder.ts';
import classes from './welcome.module.css';

interface FolderStepProps {
  readonly profileId: string;
  /** Where the sample documents lie, when the person tries the sandbox. */
  readonly samples: string | null;
  readonly onDone: () => void;
}

/** Which folder, and what will happen before anything does. */
export function FolderStep({ profileId, samples, onDone }: FolderStepProps) {
  const { t, format } = useI18n();
  const reasons = useReasons();
  const [path, setPath] = useState(samples ?? '');
  const [settled] = useDebouncedValue(path, 300);
  const wanted = { folder: newFolder(settled, profileId), rows: 0 };
  const preview = useCall('folders.preview', wanted, { enabled: settled !== '' });
  const needsLeave = preview.error?.code === 'LEAVE_NEEDED';
  // A path that is still being typed names no folder yet, which is no drive that went.
  const isTyped = preview.error?.code === 'FOLDER_MISSING';
  const add = useAction('folders.add', { quiet: true });
  const ready = settled === path && preview.data !== undefined;
  return (
    <form
      className={classes.panel}
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) add.mutate({ folder: { path, profileId } }, { onSuccess: onDone });
      }}
    >
      <div className={fields.fields}>
        <h1 className={classes.stepTitle}>{t('welcome.folderTitle')}</h1>
        <p className={classes.text}>{t(samples === null ? 'welcome.folderText' : 'welcome.samplesText')}</p>
        <PathField value={path} onChange={setPath} autoFocus={samples === null} />
        {needsLeave && <AllowFolder wanted={wanted} onGiven={() => void preview.refetch()} />}
        {isTyped && (
          <p className="quiet" aria-live="polite">
            {t('form.previewNoFolder')}
          </p>
        )}
        {settled !== '' && !needsLeave && !isTyped && (
          <Answer query={preview} waiting={t('welcome.previewing')}>
            {({ seen, upload, uploadBytes, ignored, ignoredBy }) => (
              <div className={classes.preview} aria-live="polite">
                <p>
                  <strong>
                    {seen === 0
                      ? t('welcome.empty')
                      : t('welcome.willUpload', { count: upload, size: format.size(uploadBytes) })}
                  </strong>
                </p>
                <p>
                  {ignored === 0 ? t('welcome.nothingLeftOut') : t('welcome.willIgnore', { count: ignored })}
                </p>
                <ul>
                  {Object.entries(ignoredBy).map(([reason, count]) => (
                    <li key={reason}>
                      {format.number(count)} – {reasons.of(reason).happened}
                    </li>
                  ))}
                </ul>
                <p>{t('welcome.onlyYou')}</p>
                <p>{t('welcome.filesStay')}</p>
              </div>
            )}
          </Answer>
        )}
        {add.error && <Failure error={add.error} />}
        <div className={fields.buttons}>
          <Button type="submit" disabled={!ready} loading={add.isPending}>
            {t('welcome.go')}
          </Button>
          <Button variant="subtle" onClick={onDone}>
            {t('welcome.later')}
          </Button>
        </div>
      </div>
    </form>
  );
}

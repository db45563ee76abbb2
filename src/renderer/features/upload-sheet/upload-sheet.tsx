import { Button, Modal, Progress } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useCall } from '../../lib/queries.ts';
import { DayField } from '../../ui/day-field.tsx';
import fields from '../../ui/fields.module.css';
import { Failure } from '../../ui/failure.tsx';
import { TagPicker } from '../../ui/tag-picker.tsx';
import { UploadOptionsFields } from '../../ui/upload-options-fields.tsx';
import { Refused } from './refused.tsx';
import { emptySheet, optionsOf } from './sheet-values.ts';
import classes from './upload-sheet.module.css';
import { useUploading } from './use-uploading.ts';

interface UploadSheetProps {
  readonly files: readonly File[];
  readonly onClose: () => void;
}

/** How many names are shown; ten thousand would only freeze the window. */
const shown = 5;

/** What goes with dropped files, before anything is sent. */
export function UploadSheet({ files, onClose }: UploadSheetProps) {
  const { t, format } = useI18n();
  const form = useForm({ initialValues: emptySheet });
  const { data: status } = useCall('agent.status', {});
  const uploading = useUploading(files, onClose);
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const busy = uploading.phase === 'taking' || uploading.phase === 'adding';
  const noProfile = status !== undefined && status.profile === null;
  return (
    <Modal
      opened
      onClose={() => (busy ? undefined : onClose())}
      title={t('sheet.title', { count: files.length })}
      size={520}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form
        className={fields.fields}
        onSubmit={form.onSubmit((values) =>
          uploading.start({ options: optionsOf(values), shownProfileId: status?.profile?.id }),
        )}
      >
        <div>
          <ul className={classes.files}>
            {files.slice(0, shown).map((file, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two files of a drop may have one name.
              <li key={index}>
                <span className={classes.name}>{file.name}</span>
                <span className="quiet">{format.size(file.size)}</span>
              </li>
            ))}
          </ul>
          <p className={classes.sum}>
            {files.length > shown ? `${t('sheet.more', { count: files.length - shown })} · ` : ''}
            {format.size(bytes)}
          </p>
        </div>
        <TagPicker value={form.values.tags} onChange={(tags) => form.setFieldValue('tags', tags)} />
        <UploadOptionsFields value={form.values} onChange={(change) => form.setValues(change)} />
        <DayField
          label={t('options.published')}
          description={t('options.publishedHint')}
          value={form.values.published}
          onChange={(day) => form.setFieldValue('published', day)}
        />
        {status?.profile && (
          <p className={classes.sum} title={status.profile.baseUrl}>
            {t('folders.goesTo', { name: status.profile.name })}
          </p>
        )}
        {noProfile && <p className={classes.warn}>{t('sheet.noProfile')}</p>}
        {uploading.error !== undefined && <Failure error={uploading.error} />}
        {uploading.refused.length > 0 && <Refused refused={uploading.refused} />}
        {uploading.phase === 'taking' && (
          <div>
            <p className={classes.sum}>
              {t('sheet.taking', { sent: format.size(uploading.progress.sent), total: format.size(bytes) })}
            </p>
            <Progress
              value={bytes === 0 ? 100 : (100 * uploading.progress.sent) / bytes}
              aria-label={t('sheet.taking', { sent: '', total: '' })}
            />
          </div>
        )}
        {uploading.phase === 'adding' && <p className={classes.sum}>{t('sheet.adding')}</p>}
        <div className={classes.buttons}>
          <Button variant="default" onClick={() => (busy ? uploading.cancel() : onClose())}>
            {t(uploading.phase === 'done' ? 'common.close' : 'common.cancel')}
          </Button>
          {uploading.phase !== 'done' && (
            <Button type="submit" disabled={busy || noProfile} data-autofocus>
              {t('sheet.upload')}
            </Button>
          )}
        </div>
      </form>
    </Modal>
  );
}

import { Button } from '@mantine/core';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import fields from '../../ui/fields.module.css';

interface SaveRowProps {
  /** Whether there is anything to save. */
  readonly dirty: boolean;
  readonly saving: boolean;
}

/** The end of a form whose fields take effect together. */
export function SaveRow({ dirty, saving }: SaveRowProps) {
  const { t } = useI18n();
  return (
    <div className={fields.buttons}>
      <Button type="submit" loading={saving} disabled={!dirty}>
        {t('common.save')}
      </Button>
    </div>
  );
}

import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import classes from './documents.module.css';
import { TagField } from './tag-field.tsx';

interface TagDialogProps {
  readonly count: number;
  readonly onClose: () => void;
  readonly onApply: (change: { add: string[]; remove: string[] }) => void;
}

/** Which tags to add to, and to take from, many documents. */
export function TagDialog({ count, onClose, onApply }: TagDialogProps) {
  const { t } = useI18n();
  const [add, setAdd] = useState<string[]>([]);
  const [remove, setRemove] = useState<string[]>([]);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('bulk.tagTitle', { count })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <div className={classes.fields}>
        <TagField
          label={t('bulk.add')}
          value={add}
          onChange={(ids) => {
            setAdd(ids);
            setRemove(remove.filter((id) => !ids.includes(id)));
          }}
          creates
        />
        <TagField
          label={t('bulk.remove')}
          value={remove}
          onChange={(ids) => {
            setRemove(ids);
            setAdd(add.filter((id) => !ids.includes(id)));
          }}
        />
        <Text size="sm" className="quiet">
          {t('bulk.tagText')}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            disabled={add.length + remove.length === 0}
            onClick={() => {
              onApply({ add, remove });
              onClose();
            }}
          >
            {t('bulk.apply')}
          </Button>
        </Group>
      </div>
    </Modal>
  );
}

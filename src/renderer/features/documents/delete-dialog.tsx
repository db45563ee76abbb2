import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import classes from './documents.module.css';

interface DeleteDialogProps {
  readonly count: number;
  readonly onClose: () => void;
  readonly onDelete: () => void;
  /** What else there is to know before. */
  readonly children?: ReactNode;
}

/** More than so many are deleted only by who types how many. */
const typedAbove = 10;

/** Says what is deleted, and asks. The harmless button has the focus. */
export function DeleteDialog({ count, onClose, onDelete, children }: DeleteDialogProps) {
  const { t } = useI18n();
  const [typed, setTyped] = useState('');
  const isSure = count <= typedAbove || typed.replaceAll(/\D/g, '') === String(count);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSure) return;
    onDelete();
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('bulk.deleteTitle', { count })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form onSubmit={submit} className={classes.fields}>
        <Text size="sm">{t('bulk.deleteText')}</Text>
        {children}
        {count > typedAbove && (
          <TextInput
            label={t('bulk.deleteType', { count })}
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('bulk.keep')}
          </Button>
          <Button type="submit" color="red" disabled={!isSure}>
            {t('bulk.deleteConfirm')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

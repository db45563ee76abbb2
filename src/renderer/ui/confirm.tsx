import { Button, Group, Modal, Text } from '@mantine/core';
import { useI18n } from '../lib/i18n/i18n-context.tsx';

interface ConfirmProps {
  readonly opened: boolean;
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  /** What the other button says; "Cancel" when left out. */
  readonly keep?: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something that cannot simply be undone. The harmless button has the focus. */
export function Confirm({ opened, title, text, confirm, keep, onConfirm, onClose }: ConfirmProps) {
  const { t } = useI18n();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Text size="sm">{text}</Text>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onClose} data-autofocus>
          {keep ?? t('common.cancel')}
        </Button>
        <Button
          color="red.9"
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          {confirm}
        </Button>
      </Group>
    </Modal>
  );
}

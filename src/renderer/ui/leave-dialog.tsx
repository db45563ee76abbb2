import { Button, Group, Modal, TextInput } from '@mantine/core';
import { type FormEvent, useState, useSyncExternalStore } from 'react';
import { useLeaveDesk } from '../lib/bridge/host-context.tsx';
import { useI18n } from '../lib/i18n/i18n-context.tsx';

/** Asks for the code that the agent printed in its terminal: a page cannot read it there, so a person did. */
export function LeaveDialog() {
  const { t } = useI18n();
  const desk = useLeaveDesk();
  const question = useSyncExternalStore(desk.subscribe, desk.current);
  const [code, setCode] = useState('');
  const answer = (given: string | null) => {
    setCode('');
    desk.answer(given);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() !== '') answer(code);
  };
  return (
    <Modal
      opened={question !== null}
      onClose={() => answer(null)}
      title={t('leave.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      centered
    >
      <form onSubmit={submit}>
        <p>{t('leave.text')}</p>
        <TextInput
          data-autofocus
          label={t('leave.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          error={question?.wasWrong ? t('leave.wrong') : undefined}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={() => answer(null)}>
            {t('common.cancel')}
          </Button>
          <Button type="submit">{t('leave.allow')}</Button>
        </Group>
      </form>
    </Modal>
  );
}

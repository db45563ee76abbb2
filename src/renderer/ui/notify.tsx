import { Button } from '@mantine/core';
import { type NotificationData, notifications } from '@mantine/notifications';
import { locales } from '../lib/i18n/locales.ts';
import { explainFailure } from '../lib/i18n/explain-failure.ts';

/**
 * How long a failure stays where nobody closes it, milliseconds: twice what its longest sentences take to
 * read.
 */
const failureStays = 30_000;
/** Milliseconds in which something can be taken back. */
const undoStays = 12_000;

/** Failures are also told from outside of components, so the language is the page's. */
async function show(data: NotificationData): Promise<void> {
  const { say } = await locales.load(document.documentElement.lang);
  notifications.show({
    ...data,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': say('common.close') },
  });
}

/** A short word that something was done. */
export function notify(message: string): void {
  void show({ message, autoClose: 4_000 });
}

/** Something was done that can be taken back, as long as the words stand there. */
export function notifyUndo(message: string, undo: string, onUndo: () => void): void {
  const id = crypto.randomUUID();
  const take = () => {
    notifications.hide(id);
    onUndo();
  };
  const words = (
    <>
      {message}{' '}
      <Button variant="subtle" size="compact-xs" onClick={take}>
        {undo}
      </Button>
    </>
  );
  void show({ id, message: words, autoClose: undoStays });
}

/** Something a person started did not work. */
export function notifyFailure(error: unknown): void {
  void locales
    .load(document.documentElement.lang)
    .then((sentences) => notifyTrouble(explainFailure(sentences, error).happened));
}

/** Something did not work. Said once, however often it fails in the same way. */
export function notifyTrouble(message: string): void {
  notifications.hide(message);
  void show({ id: message, message, color: 'red', autoClose: failureStays });
}

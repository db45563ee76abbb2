import { Button } from '@mantine/core';
import { type NotificationData, notifications } from '@mantine/notifications';
import { isErrorCode } from '#shared/errors/catalog.ts';
import { explain } from '#shared/errors/explain.ts';
import type { Sentences } from '#shared/sentences/sentences.ts';
import { withDetail } from '#shared/errors/with-detail.ts';
import { speakOr } from '#shared/spoken/speak.ts';
import { CallError } from '../lib/bridge/call-error.ts';
import { locales } from '../lib/i18n/locales.ts';
import { failureText } from '../lib/queries.ts';

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
    .then((sentences) => notifyTrouble(failureIn(sentences, error)));
}

/** What happened, in the language of the page: what came with the failure is English. */
function failureIn(sentences: Sentences, error: unknown): string {
  const { language, say } = sentences;
  if (language === 'en' || !(error instanceof CallError) || !isErrorCode(error.code))
    return failureText(error);
  const exactly = speakOr(sentences, error.said, error.detail ?? '');
  return withDetail(explain(say, error.code).happened, exactly);
}

/** Something did not work. Said once, however often it fails in the same way. */
export function notifyTrouble(message: string): void {
  notifications.hide(message);
  void show({ id: message, message, color: 'red', autoClose: failureStays });
}

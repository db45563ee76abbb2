import { type NotificationData, notifications } from '@mantine/notifications';
import { locales } from '../lib/i18n/locales.ts';
import { failureText } from '../lib/queries.ts';

/**
 * How long a failure stays where nobody closes it, milliseconds: twice what its longest sentences take to
 * read.
 */
const failureStays = 30_000;

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

/** Something a person started did not work. */
export function notifyFailure(error: unknown): void {
  notifyTrouble(failureText(error));
}

/** Something did not work. Said once, however often it fails in the same way. */
export function notifyTrouble(message: string): void {
  notifications.hide(message);
  void show({ id: message, message, color: 'red', autoClose: failureStays });
}

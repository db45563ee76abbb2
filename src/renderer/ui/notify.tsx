import { notifications } from '@mantine/notifications';
import { createTranslate } from '../lib/i18n/translate.ts';
import { failureText } from '../lib/queries.ts';

/** How long a failure stays where nobody closes it, milliseconds: twice what its longest sentences take to read. */
const failureStays = 30_000;

/** Failures are also told from outside of components, so the language is the page's. */
function closeButton() {
  const t = createTranslate(document.documentElement.lang === 'de' ? 'de' : 'en');
  return { withCloseButton: true, closeButtonProps: { 'aria-label': t('common.close') } };
}

/** A short word that something was done. */
export function notify(message: string): void {
  notifications.show({ message, autoClose: 4_000, ...closeButton() });
}

/** Something a person started did not work. Said once, however often it fails in the same way. */
export function notifyFailure(error: unknown): void {
  const message = failureText(error);
  notifications.hide(message);
  notifications.show({ id: message, message, color: 'red', autoClose: failureStays, ...closeButton() });
}

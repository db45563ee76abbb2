import { notifications } from '@mantine/notifications';
import { failureText } from '../lib/queries.ts';

/** A short word that something was done. */
export function notify(message: string): void {
  notifications.show({ message, autoClose: 4_000 });
}

/** Something a person started did not work; stays until it is closed. */
export function notifyFailure(error: unknown): void {
  notifications.show({ message: failureText(error), color: 'red', autoClose: false });
}

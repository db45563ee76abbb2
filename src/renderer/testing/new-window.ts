import { notifications } from '@mantine/notifications';
import { spotlight } from '@mantine/spotlight';

/**
 * Takes away what the parts that are kept outside of the app's components still hold of another window, as if
 * this one had loaded them anew: a toast of a test before would stand in it for half a minute.
 */
export function beginWindow(): void {
  notifications.clean();
  spotlight.close();
  document.documentElement.lang = 'en';
  document.title = '';
}

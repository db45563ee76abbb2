import { Notifications } from '@mantine/notifications';
import classes from './toasts.module.css';

/** Where short words appear that something was done, or did not work. It takes its room from the page. */
export function Toasts() {
  return (
    <Notifications
      withinPortal={false}
      position="bottom-right"
      limit={3}
      classNames={{ root: classes.root, notification: classes.toast }}
    />
  );
}

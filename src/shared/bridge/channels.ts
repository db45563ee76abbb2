/** The channels between the app's main process and its page. */
export const callChannel = 'sluice:call';
export const eventChannel = 'sluice:event';
/**
 * From the preload alone: paths of files and folders that the person dropped or chose. The page cannot send
 * on it.
 */
export const pickedChannel = 'sluice:picked';

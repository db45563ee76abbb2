/** The two channels between the app's main process and its page. */
export const callChannel = 'sluice:call';
export const eventChannel = 'sluice:event';

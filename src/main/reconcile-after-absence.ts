import { net, powerMonitor } from 'electron';
import type { Core } from '#core/create-core.ts';
import type { Logger } from '#core/ports/logger.ts';

/** Milliseconds between looks at the network: Electron's main process has no event for it. */
const lookEvery = 3000;

/**
 * After sleep and when the network is back, everything is compared anew: events may have been lost. Returns
 * the way to stop.
 */
export function reconcileAfterAbsence(core: Core, logger: Logger): () => void {
  const reconcile = (why: string) => {
    logger.info('Everything is compared anew.', { why });
    core.calls['folders.reconcile']({}).catch((error) =>
      logger.warn('The folders were not compared.', { error }),
    );
  };
  const onResume = () => reconcile('woke from sleep');
  powerMonitor.on('resume', onResume);
  let wasOnline = net.isOnline();
  const timer = setInterval(() => {
    const isOnline = net.isOnline();
    if (isOnline && !wasOnline) reconcile('the network is back');
    wasOnline = isOnline;
  }, lookEvery);
  return () => {
    powerMonitor.off('resume', onResume);
    clearInterval(timer);
  };
}

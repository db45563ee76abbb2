import { createProgressView } from './output/progress.ts';
import type { Session } from './session.ts';

/** Milliseconds between redraws: bars move, and it costs nothing. */
const redrawEvery = 200;

/**
 * Shows bars and the queue at the bottom of a terminal until the returned function is called; silent in a
 * pipe.
 */
export function showProgress({ calls, output, logger }: Session): () => Promise<void> {
  if (!output.terminal) return async () => undefined;
  const view = createProgressView(output);
  let stopped = false;
  const loop = async () => {
    while (!stopped) {
      const status = await calls['agent.status']({});
      if (!stopped) output.live(view.render(status, output.width ?? 80, performance.now()));
      await new Promise((resolve) => setTimeout(resolve, redrawEvery));
    }
  };
  const running = loop().catch((error: unknown) => logger.warn('progress cannot be shown', { error }));
  return async () => {
    stopped = true;
    await running;
    output.endLive(false);
  };
}

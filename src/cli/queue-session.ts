import { AppError } from '#shared/errors/app-error.ts';
import type { Context } from './context.ts';
import { openSession } from './session.ts';

type OpenSession = Awaited<ReturnType<typeof openSession>>;

export interface QueueSession extends OpenSession {
  /** Another process uses the data folder: it uploads the files, and this one waits for it. */
  readonly handedOver: string | null;
  /**
   * Takes the work back when the agent has ended meanwhile; null while it runs. The caller must `end` what it
   * gets.
   */
  takeOver(): Promise<OpenSession | null>;
}

/** A session that works through the queue itself, or, when an agent runs already, hands over to it. */
export async function openQueueSession(
  context: Context,
  engine: 'uploads' | 'watch' = 'uploads',
): Promise<QueueSession> {
  let holder = '';
  const openUnlessBusy = async (): Promise<OpenSession | null> => {
    try {
      return await openSession(context, engine);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'LEDGER_BUSY') throw error;
      holder = error.said?.(context.output.say) ?? error.detail ?? '';
      return null;
    }
  };
  const own = await openUnlessBusy();
  if (own !== null) return { ...own, handedOver: null, takeOver: async () => null };
  const beside = await openSession(context, 'none');
  return { ...beside, handedOver: holder, takeOver: openUnlessBusy };
}

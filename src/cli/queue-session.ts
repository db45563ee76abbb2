import { AppError } from '#shared/errors/app-error.ts';
import type { Context } from './context.ts';
import { openSession } from './session.ts';

type OpenSession = Awaited<ReturnType<typeof openSession>>;

export interface QueueSession extends OpenSession {
  /** Another agent holds the data folder: it does the work, this process only hands over. */
  readonly handedOver: string | null;
}

/** A session that works through the queue itself, or, when an agent runs already, hands over to it. */
export async function openQueueSession(context: Context): Promise<QueueSession> {
  try {
    return { ...(await openSession(context, 'uploads')), handedOver: null };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'LEDGER_BUSY') throw error;
    return { ...(await openSession(context, 'none')), handedOver: error.detail ?? 'another agent' };
  }
}

import { AppError } from '#shared/errors/app-error.ts';
import { createLateClient } from './late-got.ts';
import type { Connections } from './network/connections.ts';

/** What somebody who watches over Sluice is told, at an address that a person named. */
export interface Report {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Sends a report, and answers the status.
 *
 * @throws Error that says why it did not arrive, without the address, which may be a secret
 */
export type SendReport = (report: Report, signal: AbortSignal) => Promise<number>;

/** A receiver that answers later than this was not told, real ms. */
const answerWithin = 15_000;

/**
 * Sends by the ways of all other requests: proxies and certificates of a company count here too. No redirect
 * is followed, which would lead what is said, and its signature, to whom nobody named; and nothing of an
 * answer is read, which may be of any length and come as slowly as it likes.
 */
export function createReporter(connections: Connections, within = answerWithin): SendReport {
  const client = createLateClient((got) =>
    connections.over(got).extend({
      followRedirect: false,
      throwHttpErrors: false,
      retry: { limit: 0 },
      headers: { 'user-agent': 'Sluice' },
    }),
  );
  return async ({ url, ...report }, signal) => {
    const late = AbortSignal.timeout(within);
    const request = (await client()).stream(url, { ...report, signal: AbortSignal.any([signal, late]) });
    try {
      return await new Promise<number>((resolve, reject) => {
        request.on('error', reject);
        request.once('response', ({ statusCode }: { statusCode: number }) => resolve(statusCode));
      });
    } catch (error) {
      throw new Error(late.aborted ? 'no answer in time' : wordOf(error));
    } finally {
      request.destroy();
    }
  };
}

/** By code alone: the words of the library hold the address. */
function wordOf(error: unknown): string {
  const found = error instanceof Error && error.cause instanceof AppError ? error.cause : error;
  const code = found instanceof Error && 'code' in found ? String(found.code) : '';
  return /^[A-Z0-9_]+$/.test(code) ? code : 'no connection';
}

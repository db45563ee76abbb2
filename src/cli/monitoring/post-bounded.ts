/** What a report's receiver may cost: it answers within this, ms, and nothing of its answer is read. */
const answerWithin = 15_000;

export interface Report {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Sends a report, and answers the status. No redirect is followed: it would lead what is said, and its
 * signature, to whom nobody named.
 *
 * @throws Error without the address, which may be a secret
 */
export async function postBounded(
  { url, ...request }: Report,
  signal: AbortSignal,
  within = answerWithin,
): Promise<number> {
  let response: Response;
  try {
    response = await fetch(url, {
      ...request,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(within)]),
    });
  } catch (error) {
    const { cause, name } = error as Error;
    const code = (cause as NodeJS.ErrnoException | undefined)?.code;
    throw new Error(name === 'TimeoutError' ? 'no answer in time' : (code ?? 'no connection'));
  }
  // Cancelled and not read: it may be of any length, and come as slowly as it likes.
  await response.body?.cancel().catch(() => undefined);
  return response.status;
}

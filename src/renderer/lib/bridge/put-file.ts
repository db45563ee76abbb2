import type { Reply } from '#shared/bridge/contract.ts';
import { CallError } from './call-error.ts';

/**
 * Streams one file to the agent's inbox and answers the path it has there. XMLHttpRequest, because fetch does
 * not say how much was sent.
 */
export function putFile(
  file: File,
  headers: Readonly<Record<string, string>>,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    signal.addEventListener('abort', abort, { once: true });
    request.upload.onprogress = ({ loaded }) => onSent(loaded);
    request.onloadend = () => signal.removeEventListener('abort', abort);
    request.onabort = () => reject(signal.reason);
    request.onerror = () => reject(notTaken(file));
    request.onload = () => {
      const answer = parse(request.responseText);
      if (typeof answer?.path === 'string') resolve(answer.path);
      else reject(answer?.ok === false ? new CallError(answer.error) : notTaken(file));
    };
    request.open('PUT', `inbox/${encodeURIComponent(file.name)}`);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(file);
  });
}

function notTaken(file: File): CallError {
  return new CallError({
    code: 'UNEXPECTED',
    message: `The agent could not take ${file.name}.`,
    detail: file.name,
  });
}

type Answer =
  | { readonly path?: unknown; readonly ok?: undefined }
  | (Extract<Reply, { ok: false }> & { path?: unknown });

/** Either `{ path }`, or a failed reply such as a full disk. */
function parse(text: string): Answer | undefined {
  try {
    return JSON.parse(text) as Answer;
  } catch {
    return undefined;
  }
}

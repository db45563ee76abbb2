import type { Reply } from '../http/reply.ts';
import type { RequestContext } from '../http/request-context.ts';
import { storageError } from '../http/storage-error.ts';
import type { AddressSigner } from './address-signer.ts';
import { findStrayHeader } from './find-stray-header.ts';

/**
 * What every pre-signed address is checked for: length, stray headers, signature, expiry; undefined when it
 * is good.
 */
export function refuseAddress(
  { request, method, path, query }: RequestContext,
  { signer }: { signer: AddressSigner },
): Reply | undefined {
  if (method === 'PUT' && request.headers['content-length'] === undefined) {
    return storageError(411, 'MissingContentLength', 'You must provide the Content-Length HTTP header.');
  }
  const stray = findStrayHeader(request.headers);
  const checked = signer.check(method, path, query);
  if (stray !== undefined || checked === 'mis-signed') {
    const reason = 'The request signature we calculated does not match the signature you provided.';
    return storageError(403, 'SignatureDoesNotMatch', reason);
  }
  return checked === 'expired' ? storageError(403, 'AccessDenied', 'Request has expired') : undefined;
}

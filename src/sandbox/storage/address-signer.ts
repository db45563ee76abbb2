import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SandboxClock } from '../clock.ts';
import type { SandboxProfile } from '../options.ts';

/** Makes and checks pre-signed addresses of the storage origin. */
export interface AddressSigner {
  /**
   * A full address for one method and path that expires after so many sandbox seconds (negative: already
   * expired).
   */
  sign(method: 'GET' | 'PUT', path: string, seconds: number): string;
  check(method: string, path: string, query: URLSearchParams): 'good' | 'mis-signed' | 'expired';
}

/**
 * Makes a signer. The spec profile writes `Expires` and `Signature`, the field profile the `X-Amz-…` names;
 * both are understood by both.
 *
 * @param secret key of the HMAC, which must outlive a restart
 * @param origin the storage origin, known only once it listens
 */
export function createAddressSigner(
  secret: string,
  profile: SandboxProfile,
  clock: SandboxClock,
  origin: () => string,
): AddressSigner {
  const signature = (method: string, path: string, expires: number) =>
    createHmac('sha256', secret).update(`${method}\n${path}\n${expires}`).digest('hex');
  return {
    sign(method, path, seconds) {
      const nowSeconds = Math.floor(clock.now() / 1000);
      const expires = nowSeconds + seconds;
      const signed = signature(method, path, expires);
      if (profile === 'spec') return `${origin()}${path}?Expires=${expires}&Signature=${signed}`;
      const length = Math.max(seconds, 1);
      const date = new Date((expires - length) * 1000).toISOString().replace(/[-:]|\.\d+/g, '');
      return `${origin()}${path}?X-Amz-Date=${date}&X-Amz-Expires=${length}&X-Amz-Signature=${signed}`;
    },
    check(method, path, query) {
      const expires = expiryOf(query);
      const given = query.get('Signature') ?? query.get('X-Amz-Signature') ?? '';
      if (expires === undefined || !same(given, signature(method, path, expires))) return 'mis-signed';
      return expires * 1000 <= clock.now() ? 'expired' : 'good';
    },
  };
}

/** Unix seconds at which an address ends, or undefined where it does not say. */
function expiryOf(query: URLSearchParams): number | undefined {
  const plain = query.get('Expires');
  if (plain !== null) return /^\d+$/.test(plain) ? Number(plain) : undefined;
  const date = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(query.get('X-Amz-Date') ?? '');
  const length = query.get('X-Amz-Expires') ?? '';
  if (date === null || !/^\d+$/.test(length)) return undefined;
  const [, year, month, day, hour, minute, second] = date.map(Number);
  const start = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
  return start / 1000 + Number(length);
}

function same(given: string, right: string): boolean {
  const left = Buffer.from(given);
  const other = Buffer.from(right);
  return left.length === other.length && timingSafeEqual(left, other);
}

import { timingSafeEqual } from 'node:crypto';

/**
 * Compares what somebody gave with the secret it should be, without telling by the time it takes how much of
 * it is right.
 */
export function isSameSecret(given: string, right: string): boolean {
  const [left, other] = [Buffer.from(given), Buffer.from(right)];
  return left.length === other.length && timingSafeEqual(left, other);
}

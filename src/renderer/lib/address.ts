import { isInsecure } from '#shared/settings/insecure-address.ts';

/** Whether a text is an address Sluice can speak to. */
export function isAddress(text: string): boolean {
  try {
    const { protocol, hostname } = new URL(text.trim());
    return hostname !== '' && (protocol === 'https:' || protocol === 'http:');
  } catch {
    return false;
  }
}

/** Addresses are kept without a slash at their end. */
export function withoutSlash(address: string): string {
  return address.trim().replace(/\/+$/, '');
}

/** Whether a text is an address that others on the way could read along with. */
export function isInsecureAddress(text: string): boolean {
  return isAddress(text) && isInsecure(new URL(text.trim()));
}

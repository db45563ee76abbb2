/** Of a URL. */
interface ParsedAddress {
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
  readonly href: string;
}

/**
 * The address that is shown and opened for one that a document names; null for one that is not opened (S7).
 * Browsers write it in ASCII alone, so that what the user reads is where they go, and no user name passes
 * for a host.
 */
export function externalAddress(url: ParsedAddress | null): string | null {
  const isPlain = url?.protocol === 'https:' && url.username === '' && url.password === '';
  return isPlain ? url.href : null;
}

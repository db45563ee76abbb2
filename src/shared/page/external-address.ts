/**
 * The address that is shown and opened for one that a page names; null for what is not opened (S7). It is
 * written as browsers write it, in ASCII alone, so that what a person reads is where they go, and no user
 * name passes for a host.
 */
export function externalAddress(address: string): string | null {
  const url = URL.parse(address);
  const isPlain = url?.protocol === 'https:' && url.username === '' && url.password === '';
  return isPlain ? url.href : null;
}

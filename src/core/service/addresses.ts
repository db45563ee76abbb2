/**
 * Host and path of an address, all that may be logged of it: the query of a pre-signed address is a secret
 * (S4).
 */
export function addressForLog(address: string | URL): string {
  const url = typeof address === 'string' ? URL.parse(address) : address;
  return url === null ? '[no address]' : `${url.host}${url.pathname}`;
}

/** The address when it is one that can be fetched or sent to; undefined otherwise. */
export function parseAddress(address: string): URL | undefined {
  const url = URL.parse(address);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url : undefined;
}

/**
 * When a pre-signed address expires, wall time in ms since the epoch, where it tells: `Expires` (unix
 * seconds), or `X-Amz-Date` and `X-Amz-Expires` (seconds); service-behaviour.md, "Enrich and upload".
 */
export function addressExpiresAt(address: string): number | undefined {
  const query = URL.parse(address)?.searchParams;
  if (query === undefined) return undefined;
  // Parameter names are matched without case, as storages write them both ways.
  const parameters = new Map([...query].map(([name, value]) => [name.toLowerCase(), value]));
  const expires = seconds(parameters.get('expires'));
  if (expires !== undefined) return expires * 1_000;
  const lifetime = seconds(parameters.get('x-amz-expires'));
  const signedAt = amazonDate(parameters.get('x-amz-date'));
  return lifetime === undefined || signedAt === undefined ? undefined : signedAt + lifetime * 1_000;
}

function seconds(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : undefined;
}

/** `20260922T120000Z`, the basic format of ISO 8601. */
function amazonDate(text: string | undefined): number | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text ?? '');
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second] = match;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

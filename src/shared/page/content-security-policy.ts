/** Stands in the built pages where a nonce of its own goes into every answer; Vite writes it (`html.cspNonce`). */
export const noncePlaceholder = '__CSP_NONCE__';

/**
 * Nothing but the built files; all other network is the host's (S6). The same text stands in the pages' meta tags, with the
 * placeholder. The nonce is for the style elements that the component library makes at run time.
 */
export function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

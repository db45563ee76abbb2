/**
 * Nothing but the built files; all other network is the host's (S6). Both hosts of the pages send it, and the
 * same text stands in the pages' meta tags. No page writes a style element: all styles are files.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  // Originals, each under a policy of its own (original-policy.ts).
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

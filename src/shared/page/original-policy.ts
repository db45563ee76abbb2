/**
 * The policy of an original that is shown as a page, at an address of its own: nothing is loaded but pictures
 * that stand in it, nothing runs, nothing is sent, and only a page of ours may frame it. It keeps our origin,
 * so that the page around it can mark places in it; without scripts, that is of no use to anybody else.
 */
export const originalPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-same-origin',
].join('; ');

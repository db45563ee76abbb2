/** What stands in the place of a secret. */
export const redacted = '[redacted]';

/** Field and header names whose value is a secret, wherever they stand. */
const secretName =
  /^(?:(?:x|sluice)[-_])?api[-_]?key$|apikey$|pass(?:word|wd|phrase)$|secret|authorization$|cookie$|credentials?$|signature$|^token$|(?:access|refresh|auth|session)[-_]?token$|session[-_]?id(?:entifier)?$|(?:presigned|upload)[-_]?(?:url|address)$/i;

export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

/*
 * An absolute address: scheme, authority and path are kept, any query, fragment and user name go. Which
 * parameters sign an address differs by storage, so none of them is trusted (S4). Slashes and ampersands may
 * be escaped as in JSON.
 */
const address =
  /\b(https?:(?:\\?\/){2})((?:[^\s"'<>`\\?#/@]*@)?)((?:\\\/|[^\s"'<>`\\?#])*)([?#](?:\\u[0-9a-f]{4}|\\\/|[^\s"'<>`\\])*)?/gi;

/** Who signs in, in an address of any other scheme: a proxy's, or one whose scheme is a slip of the pen. */
const otherUser = /\b([a-z][a-z\d+.-]{0,20}:(?:\\?\/){2})(?!\[redacted\]@)[^\s"'<>`\\/?#@]{1,999}@/gi;

/*
 * All that follows is tried at every place of texts that anybody may have written, a megabyte in one line. So
 * no repetition is unbounded unless what it takes ends what is looked for, and no two of them can share the
 * same characters.
 */

/** Parameters of signed addresses, for text that was cut or encoded so that it is no address any more. */
const signedParameter =
  /\b(X-Amz-[A-Za-z-]{1,40}|AWSAccessKeyId|Signature|sig|Policy|Key-Pair-Id|(?:access_|auth_)?token|api[-_]?key)(=|%(?:25){0,3}3D)(?!\[redacted\])[^\s&"'<>\\]+/gi;

const secretWords =
  '(?:x-)?api[-_]?key|(?:proxy-)?authorization|(?:set-)?cookie|passwd|passphrase|client[-_]secret|secret';

/** `"password": "…"`, `'x-api-key': '…'`, also with the quotes escaped. */
const quotedField = new RegExp(
  `((?:${secretWords}|password)(?:\\\\?["'])?\\s{0,99}[:=]\\s{0,99})(\\\\?["'])(?!\\[redacted\\])(?:(?!\\2)(?:\\\\.|[^\\\\\\r\\n]))*\\2`,
  'gi',
);

/**
 * `X-API-KEY: …` to the end of the line, `password=…` to the next space. Not the place of a problem in a file
 * of such a name: `password:12:5: …`.
 */
const bareHeader =
  /\b((?:x-api-key|(?:proxy-)?authorization|(?:set-)?cookie)\s{0,99}(?!:\d{1,7}:\d{1,7}: ):\s{0,99})(?!["'\\[\s])[^\r\n"'}]+/gi;
const bareField = new RegExp(
  `((?:\\b(?:${secretWords})|password)\\s{0,99}(?!:\\d{1,7}:\\d{1,7}: )[:=]\\s{0,99})(?!["'\\\\[\\s])[^\\s"',;&}]+`,
  'gi',
);

/**
 * The same in an address or a form, encoded once or more: `x-api-key%3A%20…`, `api_key%253D…`,
 * `password%22%3A%22…`.
 */
const encodedField = new RegExp(
  `((?:${secretWords}|password)(?:%(?:25){0,3}2[27])?(?:%(?:25){0,3}20|\\+){0,9}%(?:25){0,3}3[AD](?:%(?:25){0,3}2[027]|\\+){0,9})` +
    `(?!\\[redacted\\])[^\\s&"'<>\\\\]+`,
  'gi',
);

/**
 * What follows the name of a scheme of sign-in, wherever it stands: `Bearer …`, `Basic …`. The other schemes
 * are ordinary words too, so after them only what is no word.
 */
const gap = '(?:\\s{1,9}|%(?:25){0,3}20|\\+)';
const schemeAndSecret = new RegExp(
  `\\b(bearer${gap}|(?:basic|digest|negotiate)${gap}(?=[A-Za-z]{0,99}[0-9+/_=%]))(?!\\[redacted\\])[A-Za-z0-9+/_.~=:%-]{6,}`,
  'gi',
);

/** Removes query, fragment and user name from every absolute address in a text. */
export function stripAddresses(text: string): string {
  return text.replace(
    address,
    (_, scheme: string, user: string, rest: string, query: string | undefined) =>
      `${scheme}${user === '' ? '' : `${redacted}@`}${rest}${query === undefined ? '' : `?${redacted}`}`,
  );
}

/** Also where an address or a form has its at sign encoded. */
const email = /[\p{L}\p{N}._%+'-]{1,64}(?:@|%40)(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}(?![\p{L}\p{N}])/gu;

export function withoutEmails(text: string): string {
  return text.replace(email, redacted);
}

/** Removes what looks like a secret, whether or not its value is known. */
export function redactPatterns(text: string): string {
  return stripAddresses(text)
    .replace(otherUser, `$1${redacted}@`)
    .replace(signedParameter, `$1$2${redacted}`)
    .replace(quotedField, `$1$2${redacted}$2`)
    .replace(bareHeader, `$1${redacted}`)
    .replace(bareField, `$1${redacted}`)
    .replace(encodedField, `$1${redacted}`)
    .replace(schemeAndSecret, `$1${redacted}`);
}

/** What stands in the place of a secret. */
export const redacted = '[redacted]';

/** Field and header names whose value is a secret, wherever they stand. */
const secretName =
  /^(?:(?:x|sluice)[-_])?api[-_]?key$|apikey$|pass(?:word|wd|phrase)$|secret|authorization$|cookie$|credentials?$|signature$|^token$|(?:access|refresh|auth|session)[-_]?token$|session[-_]?id(?:entifier)?$|(?:presigned|upload)[-_]?(?:url|address)$/i;

export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

/*
 * An absolute address: scheme, authority and path are kept, any query, fragment and user name go. Which parameters sign an
 * address differs by storage, so none of them is trusted (S4). Slashes and ampersands may be escaped as in JSON.
 */
const address =
  /\b(https?:(?:\\?\/){2})((?:[^\s"'<>`\\?#/@]*@)?)((?:\\\/|[^\s"'<>`\\?#])*)([?#](?:\\u[0-9a-f]{4}|\\\/|[^\s"'<>`\\])*)?/gi;

/** Parameters of signed addresses, for text that was cut or encoded so that it is no address any more. */
const signedParameter =
  /\b(X-Amz-[A-Za-z-]+|AWSAccessKeyId|Signature|sig|Policy|Key-Pair-Id|(?:access_|auth_)?token|api[-_]?key)(=|%3D)(?!\[redacted\])[^\s&"'<>\\]+/gi;

const secretWords =
  '(?:x-)?api[-_]?key|(?:proxy-)?authorization|(?:set-)?cookie|[\\w-]*password|passwd|passphrase|client[-_]secret|secret';

/** `"password": "…"`, `'x-api-key': '…'`, also with the quotes escaped. */
const quotedField = new RegExp(
  `((?:${secretWords})(?:\\\\?["'])?\\s*[:=]\\s*)(\\\\?["'])(?!\\[redacted\\])(?:\\\\.|(?!\\2).)*?\\2`,
  'gi',
);

/** `X-API-KEY: …` to the end of the line, `password=…` to the next space. */
const bareHeader =
  /\b((?:x-api-key|(?:proxy-)?authorization|(?:set-)?cookie)\s*:\s*)(?!["'\\[\s])[^\r\n"'}]+/gi;
const bareField = new RegExp(`\\b((?:${secretWords})\\s*[:=]\\s*)(?!["'\\\\[\\s])[^\\s"',;&}]+`, 'gi');

/** Removes query, fragment and user name from every absolute address in a text. */
export function stripAddresses(text: string): string {
  return text.replace(
    address,
    (_, scheme: string, user: string, rest: string, query: string | undefined) =>
      `${scheme}${user === '' ? '' : `${redacted}@`}${rest}${query === undefined ? '' : `?${redacted}`}`,
  );
}

/** Removes what looks like a secret, whether or not its value is known. */
export function redactPatterns(text: string): string {
  return stripAddresses(text)
    .replace(signedParameter, `$1$2${redacted}`)
    .replace(quotedField, `$1$2${redacted}$2`)
    .replace(bareHeader, `$1${redacted}`)
    .replace(bareField, `$1${redacted}`);
}

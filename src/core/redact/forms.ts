/**
 * How many times a value may have been encoded for a place inside a place: a form in an address in an
 * address.
 */
const deepest = 2;

/**
 * Every form in which a known secret may turn up: as it is, in JSON, in a page, in an address or a form (once
 * and again), in hexadecimal, and in base64 at any place in what was encoded. Case of what encodes does not
 * matter, see `matcherOf`.
 */
export function formsOf(secret: string): string[] {
  const wellFormed = secret.toWellFormed();
  const bytes = Buffer.from(wellFormed);
  const json = JSON.stringify(secret).slice(1, -1);
  const forms = new Set([
    secret,
    json,
    json.replaceAll('/', '\\/'),
    bytes.toString('hex'),
    ...pageForms(secret),
  ]);
  let encoded = [wellFormed];
  for (let depth = 0; depth < deepest; depth += 1) {
    encoded = encoded.flatMap((text) => [encodeURIComponent(text), formEncoded(text), encodedWhole(text)]);
    for (const text of encoded) forms.add(text);
  }
  for (const form of base64Forms(bytes)) forms.add(form);
  return [...forms];
}

/** As pages write it: what would be markup by its name, or anything that is no letter by its number. */
function pageForms(secret: string): string[] {
  const number = (sign: string) => sign.codePointAt(0) ?? 0;
  return [
    secret.replaceAll(/[&<>"']/g, (sign) => pageNames[sign] ?? sign),
    secret.replaceAll(/[&<>"'/]/g, (sign) =>
      /['/]/.test(sign) ? `&#x${number(sign).toString(16)};` : (pageNames[sign] ?? sign),
    ),
    secret.replaceAll(/[^\w ]/gu, (sign) => `&#${number(sign)};`),
    secret.replaceAll(/[^\w ]/gu, (sign) => `&#x${number(sign).toString(16)};`),
  ];
}

const pageNames: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** As `application/x-www-form-urlencoded` has it. */
function formEncoded(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}

/** Every character that is no letter or digit, for those who leave none. */
function encodedWhole(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[-_.!~*'()]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * Base64 of a text that holds the secret depends on how many bytes stand before it: three ways, of which only
 * the part that no neighbour has a share in is sure. `user:key` of a Basic header is found so, whoever the
 * user is.
 */
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const shifted = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    // A character holds 6 bits: those that also hold bits of a neighbour are cut off.
    const first = Math.ceil((before * 8) / 6);
    const last = Math.floor(((before + bytes.length) * 8) / 6);
    const sure = shifted.slice(first, last);
    return [sure, sure.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/**
 * Whether a text begins as a web page: with `<html` or a doctype of HTML, after nothing but white space,
 * comments and an XML declaration. A scan and no expression: one that allows for any number of comments can
 * divide a text of many comments in 2^n ways.
 */
export function beginsAsPage(text: string): boolean {
  for (let at = 0; ; ) {
    while (at < text.length && text.charAt(at).trim() === '') at += 1;
    const skipped = text.startsWith('<!--', at)
      ? endOf(text, '-->', at + 4)
      : text.startsWith('<?xml', at)
        ? endOf(text, '>', at)
        : undefined;
    if (skipped === undefined) return /^<(?:!doctype\s+html|html)\b/i.test(text.slice(at, at + 100));
    if (skipped < 0) return false;
    at = skipped;
  }
}

/** Behind an end; negative where there is none. */
function endOf(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from);
  return at < 0 ? -1 : at + end.length;
}

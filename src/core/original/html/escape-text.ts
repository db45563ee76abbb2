/** Text as it stands in a page. */
export const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\0', '');

/** The same between the quotes of an attribute. */
export const escapeAttribute = (text: string) => escapeText(text).replaceAll('"', '&quot;');

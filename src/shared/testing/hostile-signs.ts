/**
 * Signs that end, open or turn something somewhere, and halves of signs: beside letters they are any text,
 * for which fast-check's own unit takes four seconds of the processor in each file of tests.
 */
export const hostileSigns: readonly string[] =
  `<>&"'\\{}[]()*_~\`#|%$^!\n\r\t\u0000\u2028\u202e\ud83d\udc00 `.split('');

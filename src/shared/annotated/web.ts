/** What browsers and Node have alike, and the language's own library does not name. */
interface Web {
  readonly TextDecoder: new () => { decode(bytes: Uint8Array): string };
  readonly TextEncoder: new () => { encode(text: string): Uint8Array<ArrayBuffer> };
  readonly performance: { now(): number };
}

const web = globalThis as unknown as Web;
const decoder = new web.TextDecoder();
const encoder = new web.TextEncoder();

export const decodeUtf8 = (bytes: Uint8Array): string => decoder.decode(bytes);
export const encodeUtf8 = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text);
/** Milliseconds since the program began. */
export const now = (): number => web.performance.now();

import type { ServerResponse } from 'node:http';
import type { Reply } from '#shared/bridge/contract.ts';
import { originalPolicy } from '#shared/page/original-policy.ts';

const bare = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** On every answer; a page puts its own policy in place of the empty one. */
const always: Readonly<Record<string, string>> = {
  'content-security-policy': bare,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=()',
  'cache-control': 'no-store',
};

export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

export function respond(response: ServerResponse, { status, type, body, headers = {} }: Answer): void {
  response.writeHead(status, {
    ...always,
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    ...headers,
  });
  response.end(body);
}

export function respondText(response: ServerResponse, status: number, text: string): void {
  respond(response, { status, type: 'text/plain; charset=utf-8', body: `${text}\n` });
}

export function respondReply(response: ServerResponse, status: number, reply: Reply): void {
  respond(response, { status, type: 'application/json; charset=utf-8', body: JSON.stringify(reply) });
}

/** The headers of a file to be saved under `name`, never shown: its bytes are somebody else's (RFC 6266). */
export function downloadHeaders(name: string, bytes: number): Record<string, string> {
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return {
    ...always,
    'content-type': 'application/octet-stream',
    'content-length': String(bytes),
    'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
  };
}

/** The headers of an annotated document of so many bytes. */
export const documentHeaders = (bytes: number) => ({
  ...always,
  'content-type': 'application/json; charset=utf-8',
  'content-length': bytes,
});

/** The headers of an original's bytes: a page of ours reads them, and the browser never shows them. */
export const originalHeaders = (bytes: number) => ({
  ...always,
  'content-type': 'application/octet-stream',
  'content-length': bytes,
});

/** The headers of a page of an original, for a frame of ours and no other. */
export function originalPageHeaders(bytes: number): Record<string, string> {
  const { 'x-frame-options': _denied, ...kept } = always;
  return {
    ...kept,
    'content-security-policy': originalPolicy,
    'content-type': 'text/html; charset=utf-8',
    'content-length': String(bytes),
  };
}

/** The headers of a stream of events. */
export const eventStreamHeaders = { ...always, 'content-type': 'text/event-stream; charset=utf-8' };

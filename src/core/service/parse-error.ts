import { STATUS_CODES } from 'node:http';
import { stripAddresses } from '#core/redact/patterns.ts';
import { parseJson } from './parse-json.ts';

/** What the service said about a failure, whatever shape it said it in. */
export interface ParsedError {
  /** The service's own code where it gave one, else `HTTP_<status>`. */
  readonly code: string;
  /** What it said, as one line for a person; never empty, without addresses' secrets. */
  readonly sentence: string;
  readonly requestId?: string;
  /** `cut` is JSON that does not come to its end. */
  readonly shape: 'json' | 'cut' | 'xml' | 'html' | 'text' | 'empty';
}

export interface ErrorSource {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string | Uint8Array;
}

/** Larger bodies are no messages. */
const longestBody = 64 * 1024;
const longestSentence = 300;

const requestIdHeaders = [
  'x-request-id',
  'x-amzn-requestid',
  'x-amz-request-id',
  'request-id',
  'x-correlation-id',
  'cf-ray',
];

type Found = { code?: string | undefined; sentence?: string | undefined; requestId?: string | undefined };

/**
 * Reads every error body there is (service-behaviour.md, "Errors"): the JSON shapes, XML from storage, an
 * HTML page of a firewall, plain text and nothing at all. Never throws. What the caller sent (`input`, `ctx`
 * of a validation error) is left out on purpose.
 */
export function parseError({ status, headers, body }: ErrorSource): ParsedError {
  const text = (typeof body === 'string' ? body : new TextDecoder().decode(body.subarray(0, longestBody)))
    .slice(0, longestBody)
    .replace(/^\uFEFF/, '')
    .trim();
  const shape = shapeOf(text, header(headers, 'content-type'));
  const found = readers[shape](text);
  const requestId = found.requestId ?? requestIdIn(headers);
  return {
    code: found.code ?? `HTTP_${status}`,
    sentence: oneLine(found.sentence) ?? withoutWords(status),
    shape,
    ...(requestId === undefined ? {} : { requestId }),
  };
}

function shapeOf(text: string, contentType: string | undefined): ParsedError['shape'] {
  if (text === '') return 'empty';
  if (parseJson(text) !== undefined) return 'json';
  if (/<!doctype html|<html|<head|<body/i.test(text) || /text\/html/i.test(contentType ?? '')) return 'html';
  if (text.startsWith('{') || text.startsWith('[')) return 'cut';
  return text.startsWith('<') ? 'xml' : 'text';
}

const readers: Record<ParsedError['shape'], (text: string) => Found> = {
  empty: () => ({}),
  text: (text) => ({ sentence: text }),
  cut: (text) => ({ sentence: text }),
  json: (text) => fromJson(parseJson(text)?.value),
  xml: (text) => ({
    code: word(element(text, 'Code')),
    sentence: element(text, 'Message'),
    requestId: word(element(text, 'RequestId')),
  }),
  html: (text) => {
    const title = element(text, 'title') ?? element(text, 'h1');
    return { sentence: title === undefined ? undefined : `A web page answered: ${title}` };
  },
};

function fromJson(value: unknown): Found {
  if (typeof value === 'string') return { sentence: value };
  if (!isRecord(value)) return {};
  const inner = isRecord(value.error) ? value.error : {};
  const listed = Array.isArray(value.errors) ? value.errors : [];
  const firstListed: unknown = listed[0];
  return {
    code:
      word(value.errorCode) ??
      word(value.code) ??
      word(value.error_code) ??
      word(inner.code) ??
      (isRecord(firstListed) ? word(firstListed.code) : undefined),
    sentence:
      phrase(value.message) ??
      phrase(value.Message) ??
      phrase(value.detail) ??
      validation(value.detail) ??
      (isRecord(value.detail) ? phrase(value.detail.message) : undefined) ??
      join(listed.map((item) => (isRecord(item) ? phrase(item.message) : phrase(item)))) ??
      phrase(value.error) ??
      phrase(inner.message) ??
      phrase(value.error_description) ??
      phrase(value.title),
    requestId:
      word(value.requestId) ??
      word(value.request_id) ??
      word(inner.requestId) ??
      (isRecord(value.metadata) ? word(value.metadata.request_id) : undefined),
  };
}

/** `[{ loc: ['body', 'tags', 0], msg }]` reads `tags.0: msg` (specification 7). */
function validation(detail: unknown): string | undefined {
  if (!Array.isArray(detail)) return undefined;
  return join(
    detail.map((item) => {
      if (!isRecord(item)) return phrase(item);
      const where = Array.isArray(item.loc)
        ? item.loc
            .filter((part) => typeof part === 'string' || typeof part === 'number')
            .filter((part, index) => index > 0 || part !== 'body')
        : [];
      const message = phrase(item.msg) ?? phrase(item.message);
      return message === undefined || where.length === 0 ? message : `${where.join('.')}: ${message}`;
    }),
  );
}

function element(text: string, name: string): string | undefined {
  const match = new RegExp(`<${name}(?:\\s[^<>]*)?>([^<]*)</${name}>`, 'i').exec(text);
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'", amp: '&' };
  return phrase(
    match?.[1]?.replace(/&(lt|gt|quot|apos|#39|amp);/g, (whole, name) => entities[name] ?? whole),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function phrase(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** A code or id: short and without spaces, else it is something else. */
function word(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : phrase(value);
  return text !== undefined && /^[\x21-\x7e]{1,100}$/.test(text) ? text : undefined;
}

function join(parts: readonly (string | undefined)[]): string | undefined {
  return phrase(parts.filter((part) => part !== undefined).join('; '));
}

function oneLine(text: string | undefined): string | undefined {
  // Control and direction characters could forge a line in a log or on a terminal.
  const line = phrase(
    stripAddresses(text ?? '')
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
      .toWellFormed(),
  );
  return line === undefined || line.length <= longestSentence
    ? line
    : `${line.slice(0, longestSentence - 1).toWellFormed()}…`;
}

function withoutWords(status: number): string {
  const name = STATUS_CODES[status];
  return `The answer was ${status}${name === undefined ? '' : ` ${name}`}, without a reason.`;
}

function header(headers: ErrorSource['headers'], name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** The request's id in the headers of an answer, whatever header carries it. */
export function requestIdIn(headers: ErrorSource['headers']): string | undefined {
  return requestIdHeaders.map((name) => word(header(headers, name))).find((value) => value !== undefined);
}

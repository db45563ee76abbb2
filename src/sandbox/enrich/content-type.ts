import { extname } from 'node:path';

/** The kinds of file the sandbox can read. */
export type FileKind = 'pdf' | 'docx' | 'txt' | 'html' | 'csv' | 'json' | 'xml' | 'eml';

const kinds: Record<string, FileKind> = {
  '.pdf': 'pdf',
  '.docx': 'docx',
  '.txt': 'txt',
  '.text': 'txt',
  '.md': 'txt',
  '.log': 'txt',
  '.html': 'html',
  '.htm': 'html',
  '.xhtml': 'html',
  '.csv': 'csv',
  '.tsv': 'csv',
  '.json': 'json',
  '.xml': 'xml',
  '.eml': 'eml',
};

/** The media type of each kind. */
export const mediaTypes: Record<FileKind, string> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  txt: 'text/plain',
  html: 'text/html',
  csv: 'text/csv',
  json: 'application/json',
  xml: 'application/xml',
  eml: 'message/rfc822',
};

/** The kind a file's name promises, or undefined where the ending says nothing the sandbox knows. */
export function kindByName(fileName: string): FileKind | undefined {
  return kinds[extname(fileName).toLowerCase()];
}

/** The media type a file's name promises. */
export function contentTypeOf(fileName: string): string {
  const kind = kindByName(fileName);
  return kind === undefined ? 'application/octet-stream' : mediaTypes[kind];
}

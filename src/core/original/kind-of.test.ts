import { expect, test } from 'vitest';
import { kindOf } from './kind-of.ts';

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

test.each([
  ['a.pdf', '%PDF-1.7 …', 'pdf'],
  ['a.txt', '%PDF-1.7 …', 'pdf'],
  ['a.pdf', '<html>', null],
  ['a.HTM', 'anything', 'html'],
  ['filing.txt', '\n<!DOCTYPE html><html>', 'html'],
  ['filing.txt', '<SEC-DOCUMENT>', 'text'],
  ['without-an-end', '<?xml version="1.0"?>\n<html xmlns="x">', 'html'],
  ['without-an-end', 'From: a@b.example\nSubject: x\n\nHello', 'mail'],
  ['without-an-end', 'Hello', 'text'],
  ['note.md', 'Hello', 'text'],
  ['note.docx', 'PK', 'docx'],
  ['mail.eml', 'x', 'mail'],
  ['rows.csv', 'a,b', 'csv'],
  ['data.json', '{}', 'text'],
  ['picture.png', 'Hello', null],
  ['archive.zip', 'PK', null],
  ['without-an-end', 'a\0b', null],
  ['without-an-end', '\xff\xfea\0', 'text'],
])('%s that begins with %j is %s', (name, start, kind) => {
  expect(kindOf(name, bytes(start))).toBe(kind);
});

test('comments that could be divided in many ways are read once', () => {
  // 40 of them kept the expression that was here busy for hours.
  expect(kindOf('a.txt', bytes('<!---->'.repeat(500)))).toBe('text');
  expect(kindOf('a.txt', bytes(`${'<!-- --> '.repeat(400)}<html>`))).toBe('html');
  expect(kindOf('a', bytes(`<?xml version="1.0"?><!-- a --> <!DOCTYPE  HTML>`))).toBe('html');
  expect(kindOf('a.txt', bytes('<!-- no end <html>'))).toBe('text');
  expect(kindOf('a.txt', bytes('<htmlx>'))).toBe('text');
});

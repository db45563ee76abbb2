import { InvalidArgumentError } from 'commander';
import { expect, test } from 'vitest';
import { address, dataFolder } from './common-options.ts';
import { byteSize, isoDate, wholeNumber } from './options.ts';

test('an address loses its trailing slashes, and holds no secret', () => {
  expect(address('https://content.example.com/api//')).toBe('https://content.example.com/api');
  for (const wrong of ['content.example.com', 'ftp://x', 'https://user:pass@x', 'https://x/?key=1', '']) {
    expect(() => address(wrong), wrong).toThrow(InvalidArgumentError);
  }
});

test('a data folder has a name: an empty one would be the working folder', () => {
  expect(dataFolder('data')).toBe('data');
  for (const wrong of ['', ' ']) expect(() => dataFolder(wrong), wrong).toThrow(InvalidArgumentError);
});

test('sizes are decimal', () => {
  expect(['500', '20kB', '1.5 GB', '2M'].map(byteSize)).toEqual([500, 20_000, 1_500_000_000, 2_000_000]);
  for (const wrong of ['', '-1', '1x', 'kB'])
    expect(() => byteSize(wrong), wrong).toThrow(InvalidArgumentError);
});

test('dates are ISO 8601 and passed on as given', () => {
  expect(isoDate('2026-01-31')).toBe('2026-01-31');
  expect(isoDate('2026-01-31T09:30:00Z')).toBe('2026-01-31T09:30:00Z');
  expect(isoDate('2024-02-29T23:00+01:00')).toBe('2024-02-29T23:00+01:00');
  const notInCalendar = ['2026-02-30', '2026-02-29', '2026-04-31T09:00:00Z', '2026-13-01'];
  for (const wrong of [...notInCalendar, '31.1.2026', 'yesterday', '2026-01-31Tnoon', '2026']) {
    expect(() => isoDate(wrong), wrong).toThrow(InvalidArgumentError);
  }
});

test('whole numbers have a least value', () => {
  expect(wholeNumber(1)('3')).toBe(3);
  for (const wrong of ['0', '1.5', 'x', '-1', '1e3']) expect(() => wholeNumber(1)(wrong), wrong).toThrow();
});

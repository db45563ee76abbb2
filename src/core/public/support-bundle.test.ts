import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createRedactor } from '../redact/redact.ts';
import { rememberLines } from './remember-lines.ts';
import { type BundleOptions, writeSupportBundle } from './support-bundle.ts';

test('S3: no secret and no e-mail address is in a support bundle', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'sluice-bundle-'));
  onTestFinished(() => rmSync(dataDirectory, { recursive: true }));
  const redactor = createRedactor();
  redactor.add('canary-key-123');
  const silent = () => undefined;
  const logger = rememberLines(
    { debug: silent, info: silent, warn: silent, error: silent },
    redactor,
    () => 0,
  );
  logger.warn('refused\nowner@example.com has canary-key-123', { detail: 'write to owner@example.com' });
  const found = async () => ({ checks: [{ message: 'owned by owner@example.com' }], key: 'canary-key-123' });
  const calls = { 'settings.get': found, 'agent.status': found, 'agent.doctor': found };
  const path = await writeSupportBundle({
    calls: calls as unknown as BundleOptions['calls'],
    lines: logger.lines(),
    redactor,
    dataDirectory,
    about: { host: 'test' },
  });
  const text = readFileSync(path, 'utf8');
  expect(text).not.toMatch(/canary|owner@/);
  expect(JSON.parse(text)).toMatchObject({ log: [expect.stringContaining('refused')] });
});

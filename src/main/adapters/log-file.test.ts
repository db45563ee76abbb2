import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createRedactor } from '#core/public/redactor.ts';
import { createLogFile } from './log-file.ts';

// The same library without Electron, which has no transport to pages there.
vi.mock('electron-log/main', async () => {
  const { default: log } = await import('electron-log/node');
  const create = (options: { logId: string }) => {
    const made = log.create(options);
    Object.assign(made.transports, { ipc: () => undefined });
    return made;
  };
  return { default: { create } };
});

test('S3: no secret and no e-mail address is in the log of the app, in text or fields', () => {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-app-log-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const redactor = createRedactor();
  redactor.add('canary-key-123');
  createLogFile(directory, redactor, true).warn('owner@example.com has canary-key-123', {
    detail: ['write to owner@example.com with canary-key-123'],
  });
  const log = () => readFileSync(join(directory, 'main.log'), 'utf8');
  expect(JSON.parse(log())).toMatchObject({ level: 'warn', detail: [expect.stringContaining('write to')] });
  expect(log()).not.toMatch(/canary|owner@/);
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { AppError } from '#shared/errors/app-error.ts';
import { checkStatus } from '../../src/cli/commands/check-status.ts';
import { createContext } from '../../src/cli/create-context.ts';
import { fakeCore } from '../../src/cli/testing/fake-core.ts';
import { fakeEnvironment } from '../../src/cli/testing/fake-environment.ts';

/** A check of a core that starts so. */
function check(start: () => Promise<void>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'sluice-check-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const core = { ...fakeCore({}), start };
  const { environment, stdout } = fakeEnvironment({ createCore: () => core, workingDirectory: dataDir });
  return { context: createContext(environment, { dataDir }), stdout };
}

test('a check of something that never answers ends in its time, as unknown, by a code that is not 0', async () => {
  const { context, stdout } = check(() => new Promise(() => undefined));
  expect(await checkStatus(context, 20)).toBe('timeUp');
  expect(stdout()).toBe('UNKNOWN: No answer within 0.02 seconds.\n');
});

test('what cannot be looked at is unknown, with the reason and its code', async () => {
  const { context, stdout } = check(async () => {
    throw new AppError('LEDGER_NEWER', { detail: 'schema 99 | this version knows 24' });
  });
  expect(await checkStatus(context)).toBe('data');
  expect(stdout()).toMatch(/^UNKNOWN: .*schema 99 \/ this version knows 24.*\n$/);
});

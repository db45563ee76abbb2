import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runCommandLine } from './command-line.ts';
import { fakeCore } from './testing/fake-core.ts';
import { fakeEnvironment } from './testing/fake-environment.ts';

/** A core that logs while it answers. */
async function logged(...args: string[]) {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-log-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const { environment, stdout, stderr } = fakeEnvironment({
    workingDirectory: directory,
    interrupted: AbortSignal.abort(),
    createCore: ({ logger }) => {
      logger.warn('a warning');
      logger.error('an error');
      return fakeCore({
        'agent.doctor': () => ({ ok: true, checks: [] }),
        'uploads.list': () => ({ rows: [], next: null }),
        'uploads.retry': () => ({ count: 0, left: {}, elsewhere: 0 }),
        'folders.list': () => {
          throw new Error('the end of this test');
        },
      });
    },
  });
  await runCommandLine([...args, '--data-dir', directory], environment);
  return { stdout: stdout(), stderr: stderr() };
}

test.each([['doctor'], ['retry']])(
  'what `%s` answers is not mixed with warnings of the log',
  async (command) => {
    const { stdout, stderr } = await logged(command);
    expect(stdout + stderr).not.toContain('a warning');
    // What no answer tells.
    expect(stderr).toContain(' error an error');
    expect((await logged(command, '--verbose')).stderr).toContain(' warn a warning');
  },
);

test('what an agent meets is in its log on stderr', async () => {
  expect((await logged('watch')).stderr).toContain(' warn a warning');
  expect((await logged('watch', '--quiet')).stderr).not.toContain('a warning');
});

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test as base, expect } from '../support/agent.ts';
import { projectRoot } from '../support/project-root.ts';

base('every jump lands in a document of the length of a 10-K', async () => {
  // `npm run jumps` does thousands of them, in real filings.
  const args = [join(projectRoot, 'bench/jumps/index.ts'), '--sample', '--jumps', '60', '--json'];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toMatchObject({ missed: 0, moved: 0 });
});

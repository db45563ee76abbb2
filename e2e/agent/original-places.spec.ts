import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test as base, expect } from '../support/agent.ts';
import { projectRoot } from '../support/project-root.ts';

base('sentences are found where they stand in originals as a browser shows them', async () => {
  // In real filings where they are; `npm run originals` says which sentence was not.
  const args = [join(projectRoot, 'bench/originals/index.ts'), '--json'];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  expect(stderr).toBe('');
  const found = JSON.parse(stdout) as Record<
    'sentences' | 'checked' | 'checkedDisturbed' | 'exact' | 'disturbed',
    number
  >;
  expect(found).toMatchObject({ false: 0, falseDisturbed: 0, falseUnlike: 0 });
  expect(found.sentences).toBeGreaterThan(300);
  // That none is false says something only where it is known where each stands.
  expect(found.checked / found.sentences).toBeGreaterThan(0.99);
  expect(found.checkedDisturbed / found.sentences).toBeGreaterThan(0.96);
  expect(found.exact).toBeGreaterThanOrEqual(0.995);
  expect(found.disturbed).toBeGreaterThanOrEqual(0.97);
});

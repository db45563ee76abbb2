import { expect, test } from 'vitest';
import { confirm } from './confirm.ts';
import { createContext } from './create-context.ts';
import { fakeEnvironment } from './testing/fake-environment.ts';

type Terminals = Partial<Record<'stdin' | 'stdout' | 'stderr', boolean>>;

function ask(terminals: Terminals, input: string) {
  const fake = fakeEnvironment({ input, terminal: terminals.stdout === true });
  const { environment } = fake;
  Object.assign(environment.stdin, { isTTY: terminals.stdin });
  Object.assign(environment.stderr, { isTTY: terminals.stderr });
  return { ...fake, answer: confirm(createContext(environment, {}), 'Delete X?', 'yes') };
}

test.each<[string, Terminals]>([
  ['nothing is a terminal', {}],
  ['only stdout is a terminal', { stdout: true }],
  ['stdin is piped', { stdout: true, stderr: true }],
  ['the question would not be seen', { stdin: true, stdout: true }],
])('T8: nobody can be asked where %s, whatever stdin holds', async (_where, terminals) => {
  const { answer, stdout, stderr } = ask(terminals, 'yes\n');
  await expect(answer).rejects.toMatchObject({ code: 'USAGE', message: expect.stringContaining('--yes') });
  expect(stdout() + stderr()).toBe('');
});

test.each([
  ['yes\n', true],
  [' yes \n', true],
  ['y\n', false],
  ['\n', false],
  ['no\n', false],
])('T8: at a terminal %j is heard as %s, also with stdout piped', async (input, expected) => {
  const { answer, stdout, stderr } = ask({ stdin: true, stderr: true }, input);
  expect(await answer).toBe(expected);
  expect(stdout()).toBe('');
  expect(stderr()).toContain('Delete X? Type yes: ');
  expect(stderr().includes('Nothing was changed.')).toBe(!expected);
});

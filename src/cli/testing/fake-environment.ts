import { PassThrough } from 'node:stream';
import type { Core, CoreDependencies } from '#core/create-core.ts';
import type { Environment, OutputStream } from '../environment.ts';

export interface FakeEnvironment {
  readonly environment: Environment;
  readonly stdout: () => string;
  readonly stderr: () => string;
}

/** An environment that keeps what is written; `terminal` makes stdout one of 80 columns. */
export function fakeEnvironment(
  given: {
    variables?: Record<string, string>;
    terminal?: boolean;
    input?: string;
    createCore?: (dependencies: CoreDependencies) => Core;
    interrupted?: AbortSignal;
    workingDirectory?: string;
    policy?: Environment['policy'];
  } = {},
): FakeEnvironment {
  const out: string[] = [];
  const err: string[] = [];
  const stdin = new PassThrough();
  stdin.end(given.input ?? '');
  return {
    environment: {
      variables: given.variables ?? {},
      workingDirectory: given.workingDirectory ?? '/nowhere',
      policy: given.policy ?? { path: '/nowhere/policy.json', owners: [] },
      stdout: keeper(out, given.terminal === true),
      stderr: keeper(err, false),
      stdin,
      createCore:
        given.createCore ??
        (() => {
          throw new Error('no core in this test');
        }),
      interrupted: given.interrupted ?? new AbortController().signal,
    },
    stdout: () => out.join(''),
    stderr: () => err.join(''),
  };
}

function keeper(kept: string[], isTTY: boolean): NodeJS.WritableStream & OutputStream {
  const stream = new PassThrough();
  stream.on('data', (chunk: Buffer) => kept.push(chunk.toString()));
  return Object.assign(stream, { isTTY, columns: 80 });
}

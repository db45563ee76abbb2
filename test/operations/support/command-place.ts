import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createCore } from '#core/create-core.ts';
import { json, type SeenRequest, startLocalServer } from '#core/service/testing/local-server.ts';
import { runCommandLine } from '../../../src/cli/command-line.ts';
import { fakeEnvironment } from '../../../src/cli/testing/fake-environment.ts';
import { type Running, startSluice, temporaryFolder } from '../../cli/support/program.ts';

type Answer = (request: SeenRequest, response: ServerResponse) => void;

/** A local service and a folder for the program to run in; `renew` before each test, `close` at the end. */
export async function createCommandPlace() {
  const nothing: Answer = (_, response) => json(response, 200, {});
  let answer = nothing;
  let folder = temporaryFolder();
  const server = await startLocalServer((request, response) => answer(request, response));
  const variables = { SLUICE_API_KEY: 'canary-key-cli' };
  const common = () => ['--base-url', server.url, '--data-dir', join(folder.path, 'data')];

  return {
    url: server.url,
    pathOf: (name: string) => join(folder.path, name),
    /** What the service does with each request from now on. */
    answer(next: Answer) {
      answer = next;
    },
    answers(value: unknown) {
      answer = (_, response) => json(response, 200, value, { 'x-request-id': 'r-1' });
    },
    /** In this process: a program of its own for each test would take a second. */
    async run(args: string[], input?: string) {
      const { environment, stdout, stderr } = fakeEnvironment({
        variables,
        workingDirectory: folder.path,
        createCore,
        ...(input === undefined ? {} : { input }),
      });
      const code = await runCommandLine([...args, ...common()], environment);
      return { code, stdout: stdout(), stderr: stderr() };
    },
    /** The real program, in a process of its own. */
    start: (args: string[]): Running =>
      startSluice([...args, ...common()], { variables, directory: folder.path }),
    sent: () => server.seen.map(({ method, url }) => `${method} ${url}`),
    sentBody: (): unknown => JSON.parse(server.seen[0]?.body.toString() ?? ''),
    renew() {
      folder.remove();
      folder = temporaryFolder();
      server.seen.length = 0;
      answer = nothing;
    },
    async close() {
      folder.remove();
      await server[Symbol.asyncDispose]();
    },
  };
}

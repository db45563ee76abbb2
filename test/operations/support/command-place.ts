import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { json, type SeenRequest, startLocalServer } from '#core/service/testing/local-server.ts';
import { type Running, sluice, startSluice, temporaryFolder } from '../../cli/support/program.ts';

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
    run: (args: string[], input?: string) =>
      sluice([...args, ...common()], {
        variables,
        directory: folder.path,
        ...(input === undefined ? {} : { input }),
      }),
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

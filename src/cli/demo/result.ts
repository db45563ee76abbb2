import type { Upload } from '#shared/uploads/upload.ts';
import { printable } from '../output/format.ts';
import type { Output } from '../output/output.ts';
import { pad, textWidth } from '../output/width.ts';
import type { SandboxProcess } from '../sandbox-process.ts';
import type { Session } from '../session.ts';
import { uploadsOf } from '../uploads-of.ts';
import { countRequests } from './count-requests.ts';
import { tableColumns } from './show-table.ts';
import { type TopEntity, topEntities } from './top-entities.ts';

/** What `demo --json` answers. */
export interface DemoSummary {
  readonly seen: number;
  /** Uploads whose bytes landed. */
  readonly uploaded: number;
  readonly completed: number;
  readonly duplicates: number;
  readonly failed: number;
  /**
   * Requests to the API until all were done; the fetching of annotated documents for this summary is not
   * counted.
   */
  readonly requests: number;
  readonly requestsPerDocument: number;
  readonly seconds: number;
  readonly topEntities: readonly TopEntity[];
}

export interface DemoResult {
  readonly summary: DemoSummary;
  readonly bytes: number;
  readonly uploads: readonly Upload[];
  /** Every file that was not left out on purpose is searchable. */
  readonly complete: boolean;
}

const entitiesShown = 8;
/** Annotated documents that are read for the entities; a demo over a large folder shall end soon. */
const mostRead = 200;

/** Takes stock after a demo. */
export async function takeResult(
  session: Session,
  sandbox: SandboxProcess,
  seconds: number,
): Promise<DemoResult> {
  const { calls } = session;
  const requests = await countRequests(sandbox);
  const uploads: Upload[] = [];
  for await (const upload of uploadsOf(calls, {})) uploads.push(upload);
  const [folder] = await calls['folders.list']({});
  const landed = uploads.filter(({ landedAt }) => landedAt !== null);
  const completed = uploads.filter(({ state }) => state === 'completed');
  const summary: DemoSummary = {
    seen: folder?.coverage.seen ?? 0,
    uploaded: landed.length,
    completed: completed.length,
    duplicates: uploads.filter(({ state }) => state === 'duplicate').length,
    failed: uploads.filter(({ state }) => state === 'attention').length,
    requests,
    requestsPerDocument: completed.length === 0 ? 0 : Math.round((requests / completed.length) * 100) / 100,
    seconds,
    topEntities: await topEntities(await annotatedPaths(session, completed), entitiesShown),
  };
  return {
    summary,
    bytes: landed.reduce((sum, { size }) => sum + size, 0),
    uploads,
    complete: folder !== undefined && folder.coverage.inProgress + folder.coverage.attention === 0,
  };
}

async function annotatedPaths(
  { calls, environment }: Session,
  completed: readonly Upload[],
): Promise<string[]> {
  const paths: string[] = [];
  for (const { contentId } of completed.slice(0, mostRead)) {
    if (contentId === null || environment.interrupted.aborted) continue;
    paths.push((await calls['documents.annotated']({ contentId })).path);
  }
  return paths;
}

export function sayResult({ summary, bytes, uploads }: DemoResult, output: Output): void {
  const { paint, say } = output;
  if (output.terminal) output.table(tableColumns(output, new Map()), uploads.slice(0, 200));
  const { seen, completed, duplicates, failed, requestsPerDocument, requests, seconds } = summary;
  const counts = [
    say('cli.demo.seen', { count: seen }),
    say('cli.sum.documents', { count: completed }),
    output.bytes(bytes),
  ];
  if (duplicates > 0) counts.push(say('cli.sum.duplicates', { count: duplicates }));
  if (failed > 0) counts.push(paint.bad(say('cli.sum.failed', { count: String(failed) })));
  output.line();
  const summed = { summary: counts.join(' · '), time: output.seconds(seconds) };
  output.line(paint.bold(say('cli.demo.end', summed)));
  const asked = { each: requestsPerDocument, all: String(requests) };
  output.line(say('cli.demo.requests', asked));
  if (summary.topEntities.length > 0) {
    output.line();
    output.line(say('cli.demo.entities'));
    const most = summary.topEntities[0]?.documents ?? 1;
    const width = Math.max(...summary.topEntities.map(({ name }) => textWidth(name)));
    for (const { name, documents } of summary.topEntities) {
      const share = '▇'.repeat(Math.max(1, Math.round((documents / most) * 12)));
      const found = say('cli.sum.documents', { count: documents });
      output.line(`  ${pad(printable(name), width)}  ${paint.busy(share.padEnd(12))}  ${found}`);
    }
  }
}

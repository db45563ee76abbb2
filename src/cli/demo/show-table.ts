import { basename } from 'node:path';
import type { AgentStatus } from '#shared/bridge/agent.ts';
import type { Upload } from '#shared/uploads/upload.ts';
import type { Output } from '../output/output.ts';
import { bar, queueLine } from '../output/progress.ts';
import { type Column, layoutTable } from '../output/table.ts';
import { stateColumn, troubleOf } from '../output/upload-text.ts';
import type { Voice } from '../output/words.ts';
import type { Session } from '../session.ts';

const redrawEvery = 120;
/** Lines of a terminal that are left for what stands above and below the table. */
const linesAround = 6;

/**
 * A table of all files that changes as they move, at the bottom of a terminal, until the returned function is
 * called.
 */
export function showTable({ calls, output, logger }: Session, rows: number): () => Promise<void> {
  if (!output.terminal) return async () => undefined;
  let stopped = false;
  const loop = async () => {
    while (!stopped) {
      const [status, uploads] = await Promise.all([
        calls['agent.status']({}),
        calls['uploads.list']({ order: 'oldest', limit: 1000 }),
      ]);
      if (!stopped) output.live(liveText(uploads.rows, status, output, rows));
      await new Promise((resolve) => setTimeout(resolve, redrawEvery));
    }
  };
  const running = loop().catch((error: unknown) => logger.warn('the table cannot be shown', { error }));
  return async () => {
    stopped = true;
    await running;
    output.endLive(false);
  };
}

function liveText(uploads: readonly Upload[], status: AgentStatus, output: Output, rows: number): string {
  const sent = new Map(
    status.active.map(({ uploadId, sentBytes, size }) => [uploadId, sentBytes / (size || 1)]),
  );
  const room = Math.max(3, rows - linesAround);
  // What moves is shown before what is done, when not all fits.
  const shown =
    uploads.length <= room ? uploads : uploads.toSorted((a, b) => rank(a) - rank(b)).slice(0, room);
  const lines = layoutTable(tableColumns(output, sent), shown, output.width, output.paint);
  return [...lines, '', queueLine(status, output)].join('\n');
}

/** The columns of the demo's table; `sent` is the share of each upload under way, 0…1. */
export function tableColumns(voice: Voice, sent: ReadonlyMap<number, number>): Column<Upload>[] {
  const { paint, say } = voice;
  const barOf = ({ id, state }: Upload): string => {
    const share = state === 'completed' || state === 'processing' ? 1 : (sent.get(id) ?? 0);
    return bar(share, 10, paint);
  };
  return [
    { title: say('cli.column.file'), text: ({ path }) => basename(path), shrinks: true },
    { title: say('cli.column.size'), text: ({ size }) => voice.bytes(size), align: 'right' },
    // The bar replaces a text of its own width: colours do not count when laying out.
    { title: say('cli.column.upload'), text: () => ' '.repeat(10), paint: (_text, upload) => barOf(upload) },
    stateColumn(voice),
    {
      title: '',
      text: (upload) => troubleOf(upload, voice),
      shrinks: true,
      paint: (text) => paint.dim(text),
    },
  ];
}

function rank({ state }: Upload): number {
  if (state === 'attention') return 0;
  if (state === 'completed' || state === 'duplicate' || state === 'cancelled') return 3;
  return state === 'queued' ? 2 : 1;
}

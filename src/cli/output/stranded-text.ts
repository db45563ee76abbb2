import type { TeamShown } from '#shared/bridge/team.ts';
import { formatTime } from './format.ts';
import type { Output } from './output.ts';

/** How many and how much, and the first of them with where they are. */
export function showStranded(output: Output, { total, bytes, files }: TeamShown['stranded']): void {
  const { paint, say } = output;
  output.line();
  output.line(paint.bad(say('team.strandedHint', { count: total, size: output.bytes(bytes) })));
  output.table(
    [
      { title: say('cli.column.file'), text: ({ fileName }) => fileName ?? say('team.unnamed') },
      { title: say('cli.column.size'), text: ({ size }) => output.bytes(size), align: 'right' },
      { title: say('cli.column.machine'), text: ({ by }) => by.name },
      { title: say('cli.column.lastSeen'), text: ({ seenAt }) => formatTime(seenAt) },
    ],
    files,
  );
  const rest = total - files.length;
  if (rest > 0) output.line(paint.dim(say('team.moreStranded', { count: rest })));
}

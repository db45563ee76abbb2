import type { TeamQuestions } from '#core/public/team.ts';
import type { Output } from './output.ts';
import { formatTime } from './format.ts';

type TeamStatus = Awaited<ReturnType<TeamQuestions['status']>>;
type Machine = Omit<TeamStatus['agents'][number], 'seenMs'> & { readonly seenAt: number };

/** The machines of a team; with their ids where names do not tell them apart. */
export function showMachines(
  output: Output,
  agents: readonly Machine[],
  teamPaused: TeamStatus['paused'],
): void {
  const { paint, say } = output;
  const hasTwins = new Set(agents.map(({ name }) => name)).size < agents.length;
  const stateOf = ({ alive, paused }: Machine) => {
    if (!alive) return say('cli.team.away');
    if (paused !== null) return say('cli.team.pausedFrom', { by: paused.by });
    return say(teamPaused === null ? 'cli.team.there' : 'cli.team.paused');
  };
  output.line();
  output.table(
    [
      { title: say('cli.column.machine'), text: ({ name }) => name },
      {
        title: say('cli.column.state'),
        text: stateOf,
        paint: (text, { alive, paused }) =>
          alive && paused === null && teamPaused === null ? paint.good(text) : paint.dim(text),
      },
      { title: say('cli.column.lastSeen'), text: ({ seenAt }) => formatTime(seenAt) },
      { title: say('cli.column.queue'), text: ({ queue }) => output.count(queue), align: 'right' },
      { title: say('cli.column.perMinute'), text: ({ used }) => output.count(used), align: 'right' },
      { title: say('cli.column.version'), text: ({ version }) => version },
      ...(hasTwins ? [{ title: say('cli.column.id'), text: ({ agent }: Machine) => agent }] : []),
    ],
    agents,
  );
}

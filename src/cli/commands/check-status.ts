import { type HealthLevel, levelOf } from '#shared/bridge/health.ts';
import { errorCatalog } from '#shared/errors/catalog.ts';
import type { ExitClass } from '#shared/errors/catalog-entry.ts';
import { countOpen } from '#shared/uploads/open-states.ts';
import type { Context } from '../context.ts';
import { asAppError } from '../failure.ts';
import { healthReport } from '../monitoring/health-report.ts';
import { exitOf, healthSentence, namer } from '../output/health-text.ts';
import { openSession, type Session } from '../session.ts';

/** Monitoring systems end what takes longer by themselves, often after 60 s; ms. */
const longestCheck = 10_000;
/** An agent that was not heard of is asked again: it may have slept with the whole machine, ms. */
const askAgainEvery = 500;

/** Its line is there before `--max-wait` ends the command. */
const shareOfLimit = 0.9;
const limitOf = ({ limit }: Context) =>
  Math.min(longestCheck, (limit?.milliseconds ?? Number.POSITIVE_INFINITY) * shareOfLimit);

interface Answer {
  readonly level: HealthLevel;
  readonly exit: ExitClass;
  readonly sentence: string;
  readonly report?: ReturnType<typeof healthReport>;
  /** As plugins of monitoring systems append them. */
  readonly numbers?: Readonly<Record<string, number>>;
}

/**
 * `sluice status --check`: one line for monitoring systems, and an exit code that is 0 only where all is
 * well: what cannot be found out is a failure too. Never longer than its time limit, whatever hangs.
 */
export async function checkStatus(context: Context, limitMs = limitOf(context)): Promise<ExitClass> {
  const { output } = context;
  let timer: NodeJS.Timeout | undefined;
  const until = performance.now() + limitMs;
  const late = new Promise<Answer>((resolve) => {
    const sentence = output.say('cli.check.timeUp', { seconds: limitMs / 1000 });
    timer = setTimeout(() => resolve({ level: 'unknown', exit: 'timeUp', sentence }), limitMs);
  });
  const answer = await Promise.race([ask(context, until).catch((error) => failed(context, error)), late]);
  clearTimeout(timer);
  const { level, exit, sentence, report, numbers } = answer;
  output.result({ level, sentence, exit, ...(report === undefined ? {} : { report }) }, () => {
    const text = `${level.toUpperCase()}: ${sentence.replaceAll('|', '/')}${appended(numbers)}`;
    if (level === 'ok') output.line(text);
    else output.alert(text);
  });
  return exit;
}

async function ask(context: Context, until: number): Promise<Answer> {
  const session = await openSession(context, 'none');
  try {
    for (;;) {
      const answer = await look(session);
      const isSilent = answer.report?.findings.some(({ code }) => code === 'AGENT_STANDS') === true;
      if (!isSilent || performance.now() + 2 * askAgainEvery > until) return answer;
      await new Promise((resolve) => setTimeout(resolve, askAgainEvery));
    }
  } finally {
    await session.end();
  }
}

async function look({ calls, output, settings }: Session): Promise<Answer> {
  const status = await calls['agent.status']({});
  const folders = await calls['folders.list']({});
  const level = levelOf(status.health);
  const exit = exitOf(status.health);
  const sum = (name: 'seen' | 'searchable') => folders.reduce((all, one) => all + one.coverage[name], 0);
  const numbers = {
    seen: sum('seen'),
    searchable: sum('searchable'),
    waiting: status.health.waiting,
    attention: status.health.attention.total,
    queue: countOpen(status.counts),
  };
  const parts = [healthSentence(status.health, output, namer(settings.get()))];
  const paused = folders.filter(({ folder }) => folder.paused).length;
  if (paused > 0) parts.push(output.say('cli.check.paused', { paused, count: folders.length }));
  if (folders.length > 0)
    parts.push(
      output.say('cli.check.files', {
        searchable: output.count(numbers.searchable),
        seen: numbers.seen,
      }),
    );
  return {
    level,
    // Only one that is well is 0.
    exit: level !== 'ok' && exit === 'ok' ? 'partial' : exit,
    sentence: parts.join(' · '),
    report: healthReport(status, settings.get()),
    numbers,
  };
}

function failed({ output }: Context, error: unknown): Answer {
  const { code, said, detail } = asAppError(error);
  const sentence = output.happened(code, said?.(output.say) ?? detail);
  return { level: 'unknown', exit: errorCatalog[code].exit, sentence };
}

function appended(numbers: Answer['numbers']): string {
  if (numbers === undefined) return '';
  return ` | ${Object.entries(numbers)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')}`;
}

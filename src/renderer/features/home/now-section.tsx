import { Progress } from '@mantine/core';
import type { AgentStatus } from '#shared/bridge/agent.ts';
import type { MessageKey } from '../../lib/i18n/catalog.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useCall } from '../../lib/queries.ts';
import { FileText } from '../../ui/file-text.tsx';
import { WaitingFiles } from './waiting-files.tsx';
import { Section } from '../../ui/section.tsx';
import classes from './home-page.module.css';

/** Nothing is being sent, so there are no figures. */
const restful: ReadonlySet<MessageKey> = new Set([
  'home.nothingYet',
  'home.nothingNow',
  'home.settlingNow',
  'home.heldNow',
]);

/** Files shown one by one; the rest is a number. */
const shown = 6;

interface Waiting {
  /** Files that were found and are not taken yet. */
  readonly settling: number;
  /** Of them, held back longer than for their quiet time. */
  readonly held: number;
}

function sentenceFor(
  status: AgentStatus,
  { settling, held }: Waiting,
  isNew: boolean,
): MessageKey | undefined {
  if (status.paused) return 'home.pausedNow';
  if (status.offline) return 'home.offlineNow';
  const left = ['queued', 'enriching', 'reserved', 'putting', 'verifying', 'processing'];
  if (left.some((state) => (status.counts[state] ?? 0) > 0)) return undefined;
  if (isNew) return 'home.nothingYet';
  if (held > 0) return 'home.heldNow';
  return settling > 0 ? 'home.settlingNow' : 'home.nothingNow';
}

/** Rate, time left, and each file that is being sent. */
export function NowSection({ status }: { readonly status: AgentStatus }) {
  const { t, format } = useI18n();
  const { data: folders } = useCall('folders.list', {});
  const settling = (folders ?? []).reduce((sum, { coverage }) => sum + coverage.waiting, 0);
  const quiet = (folders ?? []).reduce((sum, { coverage }) => sum + (coverage.waitingBy.quiet ?? 0), 0);
  const isNew = folders?.length === 0 && Object.values(status.counts).every((count) => count === 0);
  const sentence = sentenceFor(status, { settling, held: settling - quiet }, isNew);
  const { active, counts, bytesPerSecond, secondsLeft } = status;
  const figures: [label: string, value: string][] = [
    [t('home.underWay'), format.number(active.length)],
    [t('home.waiting'), format.number(counts.queued ?? 0)],
    [t('home.processing'), format.number(counts.processing ?? 0)],
    [t('home.rate'), active.length > 0 && bytesPerSecond > 0 ? format.rate(bytesPerSecond) : '–'],
    [t('home.left'), active.length === 0 || secondsLeft === null ? '–' : format.duration(secondsLeft)],
  ];
  return (
    <Section title={t('home.now')}>
      {sentence !== undefined && <p className={classes.sentence}>{t(sentence, { count: settling })}</p>}
      <WaitingFiles folders={folders ?? []} onlyHeld={!(sentence !== undefined && restful.has(sentence))} />
      {!(sentence !== undefined && restful.has(sentence)) && (
        <dl className={classes.figures}>
          {figures.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {active.length > 0 && (
        <ul className={classes.active}>
          {active.slice(0, shown).map(({ uploadId, path, sentBytes, size }) => (
            <li key={uploadId}>
              <FileText path={path} />
              <Progress
                value={size === 0 ? 100 : (100 * sentBytes) / size}
                size="sm"
                aria-label={t('home.sending', { name: path })}
              />
              <span>{t('home.progressOf', { sent: format.size(sentBytes), size: format.size(size) })}</span>
            </li>
          ))}
        </ul>
      )}
      {active.length > shown && (
        <p className={classes.sentence}>{t('home.moreActive', { count: active.length - shown })}</p>
      )}
    </Section>
  );
}

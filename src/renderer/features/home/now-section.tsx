import { Progress } from '@mantine/core';
import type { AgentStatus } from '#shared/bridge/agent.ts';
import { countToSee } from '#shared/bridge/count-to-see.ts';
import type { Health } from '#shared/bridge/health.ts';
import type { SentenceKey } from '#shared/sentences/sentence-key.ts';
import { uploadsHref } from '../../lib/addresses/uploads.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useCall } from '../../lib/queries.ts';
import { inProgressStates } from '../../lib/upload-links.ts';
import { FileText } from '../../ui/file-text.tsx';
import { Section } from '../../ui/section.tsx';
import classes from './home-page.module.css';
import { StageFigures } from './stage-figures.tsx';
import { WaitingFiles } from './waiting-files.tsx';

/** Nothing is being sent, so there are no figures. */
const restful: ReadonlySet<SentenceKey> = new Set([
  'home.nothingYet',
  'home.nothingNow',
  'home.settlingNow',
  'home.heldNow',
  'home.attentionNow',
  'home.attentionToo',
]);

/** Files shown one by one; the list behind the number has all. */
const shown = 6;

const sentences: Readonly<Record<Health['state'], SentenceKey | undefined>> = {
  noProfile: 'home.nothingYet',
  trouble: 'home.troubleNow',
  paused: 'home.pausedNow',
  held: 'home.serviceHeldNow',
  off: 'home.offNow',
  working: undefined,
  attention: 'home.attentionNow',
  waiting: 'home.settlingNow',
  idle: 'home.nothingNow',
};

/** What waits is not done, so it is not said that all the rest is. */
function sentenceOf({ state, waiting }: Health): SentenceKey | undefined {
  return state === 'attention' && waiting > 0 ? 'home.attentionToo' : sentences[state];
}

/** Rate, time left, and each file that is being sent. */
export function NowSection({ status }: { readonly status: AgentStatus }) {
  const { t, format } = useI18n();
  const { data: folders } = useCall('folders.list', {});
  const isNew = folders?.length === 0 && Object.values(status.counts).every((count) => count === 0);
  const { state, waiting } = status.health;
  const isByTeam = state === 'paused' && !status.paused;
  const quiet = (folders ?? []).reduce((sum, { coverage }) => sum + (coverage.waitingBy.quiet ?? 0), 0);
  const isHeld = state === 'waiting' && waiting > quiet;
  const sentence = isHeld
    ? 'home.heldNow'
    : state === 'idle' && isNew
      ? 'home.nothingYet'
      : isByTeam
        ? 'home.teamPausedNow'
        : sentenceOf(status.health);
  const count = state === 'attention' ? countToSee(status.health) : waiting;
  const { active } = status;
  return (
    <Section title={t('home.now')}>
      {sentence !== undefined && <p className={classes.sentence}>{t(sentence, { count })}</p>}
      <WaitingFiles folders={folders ?? []} onlyHeld={!(sentence !== undefined && restful.has(sentence))} />
      {!(sentence !== undefined && restful.has(sentence)) && <StageFigures status={status} />}
      {active.length > 0 && (
        <ul className={classes.active}>
          {active.slice(0, shown).map(({ uploadId, path, sentBytes, size }) => (
            <li key={uploadId}>
              <a href={uploadsHref({ open: uploadId })}>
                <FileText path={path} />
              </a>
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
        <p className={classes.sentence}>
          <a href={uploadsHref({ states: inProgressStates })}>{t('common.showAll')}</a>
        </p>
      )}
    </Section>
  );
}

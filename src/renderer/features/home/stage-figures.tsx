import type { AgentStatus } from '#shared/bridge/agent.ts';
import { uploadsHref } from '../../lib/addresses/uploads.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { type UploadStage, uploadStages } from '../../lib/upload-links.ts';
import classes from './home-page.module.css';

const labels = {
  underWay: 'home.underWay',
  waiting: 'home.waiting',
  elsewhere: 'state.claiming',
  processing: 'home.processing',
  cancelling: 'state.cancelling',
} as const satisfies Record<UploadStage, string>;

/** How many uploads are at which stage, each number a link to exactly those (X6); then rate and time left. */
export function StageFigures({ status }: { readonly status: AgentStatus }) {
  const { t, format } = useI18n();
  const { active, counts, bytesPerSecond, secondsLeft } = status;
  const stages = (Object.keys(uploadStages) as UploadStage[])
    .map((stage) => {
      const states = uploadStages[stage];
      return { stage, states, count: states.reduce((sum, state) => sum + (counts[state] ?? 0), 0) };
    })
    // Rare, and over in a moment; without a team there is nothing to wait for elsewhere.
    .filter(({ stage, count }) => count > 0 || (stage !== 'cancelling' && stage !== 'elsewhere'));
  return (
    <dl className={classes.figures}>
      {stages.map(({ stage, states, count }) => (
        <div key={stage}>
          <dt>{t(labels[stage])}</dt>
          <dd>{count === 0 ? '0' : <a href={uploadsHref({ states })}>{format.number(count)}</a>}</dd>
        </div>
      ))}
      <div>
        <dt>{t('home.rate')}</dt>
        <dd>{active.length > 0 && bytesPerSecond > 0 ? format.rate(bytesPerSecond) : '–'}</dd>
      </div>
      <div>
        <dt>{t('home.left')}</dt>
        <dd>{active.length === 0 || secondsLeft === null ? '–' : format.duration(secondsLeft)}</dd>
      </div>
    </dl>
  );
}

import { Alert, Button } from '@mantine/core';
import type { PageCallOutput } from '#shared/bridge/contract.ts';
import type { TeamShown } from '#shared/bridge/team.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { href } from '../../lib/route.ts';
import classes from './team.module.css';

type Trouble = NonNullable<PageCallOutput<'team.show'>['trouble']>;

/** The team answers, and takes nothing of this machine. */
const refusals: ReadonlySet<Trouble['why']> = new Set([
  'too-old',
  'restored',
  'replaced',
  'stranger',
  'joining',
]);

/** What keeps this machine from its team, and who paused it. */
export function TeamNotices({
  team,
  trouble,
}: {
  readonly team: TeamShown | null;
  readonly trouble: Trouble | null;
}) {
  const { t, format } = useI18n();
  const own = team?.machines.find(({ agent }) => agent === team.self)?.paused;
  return (
    <>
      {trouble && <TroubleNotice trouble={trouble} />}
      {team?.paused && (
        <Alert
          color="orange"
          variant="light"
          title={t('team.isPaused', { by: team.paused.by, when: format.lately(team.paused.since) })}
        >
          {t('team.isPausedText')}
        </Alert>
      )}
      {!team?.paused && own && (
        <Alert
          color="orange"
          variant="light"
          title={t('team.thisPaused', { by: own.by, when: format.lately(own.since) })}
        >
          {t('team.thisPausedText')}
        </Alert>
      )}
    </>
  );
}

function TroubleNotice({ trouble: { code, since, why } }: { readonly trouble: Trouble }) {
  const { t, format } = useI18n();
  const isRefused = refusals.has(why);
  const title = isRefused
    ? t('team.refused')
    : since === null
      ? t('team.away')
      : t('team.awaySince', { when: format.lately(since) });
  return (
    <Alert color={isRefused ? 'red' : 'orange'} variant="light" title={title}>
      {t(`said.team.${why}`, { code: code ?? '' })} {!isRefused && t('team.awayText')}
      <div className={classes.help}>
        <Button component="a" href={href(['settings', 'team'])} variant="default" size="compact-xs">
          {t('team.toSettings')}
        </Button>
      </div>
    </Alert>
  );
}

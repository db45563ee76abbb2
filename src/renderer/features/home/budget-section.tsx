import { Progress } from '@mantine/core';
import type { AgentStatus } from '#shared/bridge/agent.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useTeamTogether } from '../../lib/use-team-together.ts';
import { Section } from '../../ui/section.tsx';
import { PagesLeft } from '../quotas/pages-left.tsx';
import classes from './home-page.module.css';

/**
 * How much of the permitted request rate is in use, in a team by all its machines, and how many pages the
 * subscription has left.
 */
export function BudgetSection({ status }: { readonly status: AgentStatus }) {
  const { t, format } = useI18n();
  const { limit, used, heldForMs, waitsUntil } = status.budget;
  const team = useTeamTogether();
  const all = team === undefined ? { used, limit } : { used: team.used, limit: team.permitted };
  return (
    <Section title={t('home.budget')} actions={<PagesLeft />}>
      <p className={classes.sentence}>{t(team ? 'home.budgetOfTeam' : 'home.budgetOf', all)}</p>
      {team && <p className={classes.sentence}>{t('home.budgetHere', { used, limit })}</p>}
      <Progress
        mt={8}
        size="sm"
        value={all.limit === 0 ? 0 : Math.min(100, (100 * all.used) / all.limit)}
        color={heldForMs > 0 ? 'orange' : 'sluice'}
        aria-label={t('home.budgetHint')}
      />
      {heldForMs > 0 && (
        <p className={classes.sentence}>
          {t('home.budgetHeld', { time: format.duration(heldForMs / 1000) })}
        </p>
      )}
      {heldForMs === 0 && waitsUntil !== null && (
        <p className={classes.sentence}>{t('job.waitsBudget', { time: format.time(waitsUntil) })}</p>
      )}
      {status.abandonedSlots > 0 && (
        <p className={classes.sentence}>{t('home.abandoned', { count: status.abandonedSlots })}</p>
      )}
    </Section>
  );
}

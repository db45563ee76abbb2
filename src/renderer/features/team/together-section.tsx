import { Progress } from '@mantine/core';
import type { TeamShown } from '#shared/bridge/team.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { Section } from '../../ui/section.tsx';
import classes from './team.module.css';

/** What all machines together use of what the subscription allows, and what they have done with it. */
export function TogetherSection({ team }: { readonly team: TeamShown }) {
  const { t, format } = useI18n();
  return (
    <Section title={t('team.now')}>
      <dl className={classes.figures}>
        <div>
          <dt>{t('team.requests')}</dt>
          <dd>
            {t('team.of', { used: team.used, limit: team.permitted })}
            <Bar part={team.used} of={team.permitted} label={t('team.requests')} />
          </dd>
        </div>
        <div>
          <dt>{t('team.places')}</dt>
          <dd>
            {t('team.of', { used: team.placesTaken, limit: team.places })}
            <Bar part={team.placesTaken} of={team.places} label={t('team.places')} />
          </dd>
        </div>
        <div>
          <dt>{t('team.landed')}</dt>
          <dd>{format.number(team.landed)}</dd>
        </div>
      </dl>
    </Section>
  );
}

function Bar({ part, of, label }: { readonly part: number; readonly of: number; readonly label: string }) {
  return (
    <Progress mt={4} size="sm" value={of === 0 ? 0 : Math.min(100, (100 * part) / of)} aria-label={label} />
  );
}

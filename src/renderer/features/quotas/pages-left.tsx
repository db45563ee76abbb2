import { ActionIcon, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { explorerLink } from '../../lib/addresses/explorer.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useCall } from '../../lib/queries.ts';
import classes from './pages-left.module.css';
import { useQuotas } from './use-quotas.ts';

/**
 * Pages that the subscription still has, beside what uses them up. Where the service tells none, why is its
 * tooltip.
 */
export function PagesLeft() {
  const { data: status } = useCall('agent.status', {});
  // Without a key there is nobody to ask.
  return status?.profile && status.keyPresent ? <Told profileId={status.profile.id} /> : null;
}

function Told({ profileId }: { readonly profileId: string }) {
  const { t, format } = useI18n();
  const { known, isAsking, ask } = useQuotas(profileId);
  if (known === undefined) return null;
  const { quotas, reason, askedAt } = known;
  const left = quotas?.pagesLeft ?? null;
  const why = reason ?? (quotas?.units.length === 0 ? t('explorer.noQuotas') : t('explorer.noPageLimit'));
  return (
    <span className={classes.pages}>
      <a
        className={classes.link}
        href={explorerLink('subscription.quotas')}
        data-low={left !== null && left <= 0}
        title={left === null ? why : t('explorer.quotasAsked', { when: format.time(askedAt) })}
      >
        {left === null ? t('explorer.pagesUnknown') : t('explorer.pagesLeft', { count: left })}
      </a>
      <Tooltip label={t('explorer.askQuotas')}>
        <ActionIcon size="sm" aria-label={t('explorer.askQuotas')} loading={isAsking} onClick={ask}>
          <IconRefresh size={13} />
        </ActionIcon>
      </Tooltip>
    </span>
  );
}

import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import type { PageCallOutput } from '#shared/bridge/contract.ts';
import { useI18n } from '../lib/i18n/i18n-context.tsx';
import { useSpoken } from '../lib/i18n/use-spoken.ts';
import classes from './checks.module.css';

type Check = PageCallOutput<'agent.doctor'>['checks'][number];

/** Live checks, each with its result in words. */
export function Checks({ checks }: { readonly checks: readonly Check[] }) {
  const { t } = useI18n();
  const speak = useSpoken();
  return (
    <ul className={classes.checks}>
      {checks.map(({ name, title, ok, message, said }) => (
        <li key={name} data-ok={ok}>
          {ok ? (
            <IconCircleCheck size={17} aria-label={t('check.ok')} />
          ) : (
            <IconCircleX size={17} aria-label={t('check.bad')} />
          )}
          <span className={classes.name}>{speak(title, name)}</span>
          <span>{speak(said, message)}</span>
        </li>
      ))}
    </ul>
  );
}

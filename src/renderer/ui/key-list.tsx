import { Kbd } from '@mantine/core';
import { useOs } from '@mantine/hooks';
import { useI18n } from '../lib/i18n/i18n-context.tsx';
import { type KeyLine, keyName } from '../lib/keys.ts';
import classes from './key-list.module.css';

/** What keys do, a line each. */
export function KeyList({ lines }: { readonly lines: readonly KeyLine[] }) {
  const { t } = useI18n();
  const isMac = useOs() === 'macos';
  return (
    <dl className={classes.keys}>
      {lines.map(({ what, keys }) => (
        <div key={what}>
          <dt>{t(what)}</dt>
          <dd>
            {keys.map((key) => (
              <Kbd key={key} size="xs">
                {keyName(key, isMac)}
              </Kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

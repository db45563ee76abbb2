import type { OperationDescription } from '#shared/operations/description.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import classes from './explorer.module.css';
import { useOperationTitle } from './operation-titles.ts';
import { Words } from './words.tsx';

/** What an operation is: method and path, section, cost, rules, and what the specification does not show. */
export function OperationHead({ operation }: { readonly operation: OperationDescription }) {
  const { t } = useI18n();
  const titleOf = useOperationTitle();
  const { method, host, path, section, cost, rules, notShown, effect, name } = operation;
  return (
    <header className={classes.operationHead}>
      <h2>{titleOf(operation)}</h2>
      <p className={classes.address} translate="no">
        <span className={classes.method} data-effect={effect}>
          {method}
        </span>{' '}
        <span className={classes.host}>{host === 'base' ? '{base_url}' : '{agents_url}'}</span>
        {path}
      </p>
      <dl className={classes.facts}>
        <div>
          <dt>{t('explorer.name')}</dt>
          <dd translate="no">{name}</dd>
        </div>
        <div>
          <dt>{t('explorer.section')}</dt>
          <dd>{section}</dd>
        </div>
        <div>
          <dt>{t('explorer.cost')}</dt>
          <dd>{cost === null ? t('explorer.costUnknown') : <Words of={[cost]} />}</dd>
        </div>
      </dl>
      {rules.length + notShown.length > 0 && (
        <details className={classes.rules}>
          <summary>
            {[
              rules.length > 0 ? t('explorer.rules', { count: rules.length }) : '',
              notShown.length > 0 ? t('explorer.gaps', { count: notShown.length }) : '',
            ]
              .filter((one) => one !== '')
              .join(' · ')}
          </summary>
          {rules.length > 0 && (
            <>
              <h3>{t('explorer.rulesTitle')}</h3>
              <ul>
                {rules.map((rule) => (
                  <li key={rule}>
                    <Words of={[rule]} />
                  </li>
                ))}
              </ul>
            </>
          )}
          {notShown.length > 0 && (
            <>
              <h3>{t('explorer.gapsTitle')}</h3>
              <ul>
                {notShown.map((gap) => (
                  <li key={gap}>
                    <Words of={[gap]} />
                  </li>
                ))}
              </ul>
            </>
          )}
        </details>
      )}
    </header>
  );
}

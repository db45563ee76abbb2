import { Alert, Button, TextInput } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { connectorsQuery } from '../../lib/addresses/connectors.ts';
import { useRemembered } from '../../lib/history-memory.tsx';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useCall } from '../../lib/queries.ts';
import { goTo, href } from '../../lib/route.ts';
import { Answer } from '../../ui/answer.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ConnectorGrid } from './connector-grid.tsx';
import classes from './connectors.module.css';

/**
 * Where the service cannot list its connectors: says so, shows those Sluice knows, and opens others by id.
 */
export function NoList({ create }: { readonly create: ReactNode }) {
  const { t } = useI18n();
  const known = useCall('connectors.known', {});
  const [id, setId] = useState('');
  const [sort, setSort] = useRemembered('known connectors sort', connectorsQuery.usual.sort);
  return (
    <>
      <Alert color="gray" variant="light" icon={<IconInfoCircle size={16} />} title={t('connectors.noList')}>
        {t('connectors.noListText')}
      </Alert>
      <form
        className={classes.byId}
        onSubmit={(event) => {
          event.preventDefault();
          if (id.trim() !== '') goTo(href(['connectors', id.trim()]));
        }}
      >
        <TextInput
          label={t('connectors.openById')}
          value={id}
          spellCheck={false}
          onChange={(event) => setId(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={id.trim() === ''}>
          {t('connectors.open')}
        </Button>
      </form>
      <Answer query={known} waiting={t('common.loading')}>
        {(connectors) =>
          connectors.length === 0 ? (
            <Empty title={t('connectors.noListNone')} action={create}>
              {t('connectors.noListNoneText')}
            </Empty>
          ) : (
            <ConnectorGrid
              label={t('connectors.list.known')}
              connectors={connectors}
              sort={sort}
              onSort={setSort}
            />
          )
        }
      </Answer>
    </>
  );
}

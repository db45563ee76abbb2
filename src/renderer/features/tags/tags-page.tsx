import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { Tag } from '#shared/bridge/tags.ts';
import { useQueryValues } from '../../lib/addresses/define-query.ts';
import { tagsHref, tagsQuery } from '../../lib/addresses/tags.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useCall } from '../../lib/queries.ts';
import { goTo } from '../../lib/route.ts';
import { Empty } from '../../ui/empty.tsx';
import { ExplainedFailure } from '../../ui/explained-failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { CreateTag } from './create-tag.tsx';
import { TagGroup } from './tag-group.tsx';
import { groupPrefixes, groupTags, type TagOrder } from './tag-groups.ts';
import classes from './tags.module.css';

/** Tags of the service, by group, found by how their names begin, which the service itself looks for. */
export function TagsPage() {
  const { t } = useI18n();
  const address = useQueryValues(tagsQuery);
  const [typed, setTyped] = useState(address.prefix);
  const [prefix] = useDebouncedValue(typed, 250);
  const [order, setOrder] = useState<TagOrder>('name');
  const tags = useCall('tags.list', prefix === '' ? {} : { prefix }, { keepPrevious: true });
  useEffect(() => {
    goTo(tagsHref(prefix), { replace: true });
  }, [prefix]);
  const list = tags.data;
  return (
    <Page title={t('tagsPage.title')} aside={list && t('tagsPage.total', { count: list.length })}>
      <CreateTag tags={list ?? []} />
      <div className={classes.filters}>
        <TextInput
          type="search"
          className={classes.prefix}
          label={t('tagsPage.prefix')}
          description={t('tagsPage.prefixHint')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button.Group aria-label={t('tagsPage.groups')}>
          {['', ...Object.values(groupPrefixes)].map((one) => (
            <Button
              key={one}
              variant={typed === one ? 'filled' : 'default'}
              aria-pressed={typed === one}
              onClick={() => setTyped(one)}
            >
              {one === '' ? t('tagsPage.anyGroup') : one}
            </Button>
          ))}
        </Button.Group>
        <SegmentedControl
          aria-label={t('tagsPage.sort')}
          value={order}
          onChange={(chosen) => setOrder(chosen === 'count' ? 'count' : 'name')}
          data={[
            { value: 'name', label: t('tagsPage.byName') },
            { value: 'count', label: t('tagsPage.byCount') },
          ]}
        />
      </div>
      {list ? (
        <Groups tags={list} order={order} prefix={prefix} onClear={() => setTyped('')} />
      ) : tags.error ? (
        <ExplainedFailure error={tags.error} onRetry={() => void tags.refetch()} />
      ) : (
        <Loading>{t('common.loading')}</Loading>
      )}
    </Page>
  );
}

interface GroupsProps {
  readonly tags: readonly Tag[];
  readonly order: TagOrder;
  readonly prefix: string;
  readonly onClear: () => void;
}

function Groups({ tags, order, prefix, onClear }: GroupsProps) {
  const { t } = useI18n();
  if (tags.length > 0)
    return groupTags(tags, order).map(({ group, tags: members }) => (
      <TagGroup key={group} group={group} tags={members} />
    ));
  if (prefix === '') return <Empty title={t('tagsPage.none')}>{t('tagsPage.noneText')}</Empty>;
  return (
    <Empty
      title={t('tagsPage.noMatch', { prefix })}
      action={
        <Button variant="default" onClick={onClear}>
          {t('tagsPage.clear')}
        </Button>
      }
    >
      {t('tagsPage.noMatchText')}
    </Empty>
  );
}

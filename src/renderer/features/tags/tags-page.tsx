import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { Tag } from '#shared/bridge/tags.ts';
import { useQueryValues } from '../../lib/addresses/define-query.ts';
import { tagsHref, tagsQuery } from '../../lib/addresses/tags.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useCall } from '../../lib/queries.ts';
import { goTo } from '../../lib/route.ts';
import { Empty } from '../../ui/empty.tsx';
import { ExplainedFailure } from '../../ui/explained-failure.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { CreateTag } from './create-tag.tsx';
import { TagGroup } from './tag-group.tsx';
import { groupPrefixes, groupTags, type TagOrder } from './tag-groups.ts';

/** Tags of the service, by group, found by how their names begin, which the service itself looks for. */
export function TagsPage() {
  const { t } = useI18n();
  const { prefix } = useQueryValues(tagsQuery);
  const find = (wanted: string) => goTo(tagsHref(wanted), { replace: true });
  const [order, setOrder] = useState<TagOrder>('name');
  const tags = useCall('tags.list', prefix === '' ? {} : { prefix }, { keepPrevious: true });
  const list = tags.data;
  return (
    <Page title={t('tagsPage.title')} aside={list && t('tagsPage.total', { count: list.length })}>
      <CreateTag tags={list ?? []} />
      <FilterBar>
        <SearchField
          label={t('tagsPage.prefix')}
          description={t('tagsPage.prefixHint')}
          value={prefix}
          onChange={find}
          pause={250}
        />
        <Button.Group aria-label={t('tagsPage.groups')}>
          {['', ...Object.values(groupPrefixes)].map((one) => (
            <Button
              key={one}
              variant={prefix === one ? 'filled' : 'default'}
              aria-pressed={prefix === one}
              onClick={() => find(one)}
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
      </FilterBar>
      {list ? (
        <Groups tags={list} order={order} prefix={prefix} onClear={() => find('')} />
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

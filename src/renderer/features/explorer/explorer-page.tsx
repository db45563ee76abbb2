import { SegmentedControl } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { OperationHistoryEntry } from '#shared/bridge/operations.ts';
import type { OperationDescription } from '#shared/operations/description.ts';
import { inTheirLanguage } from '#shared/operations/in-their-language.ts';
import { entityQuery, explorerLink, operationQuery, prefilledOf } from '../../lib/addresses/explorer.ts';
import { useRemembered } from '../../lib/history-memory.tsx';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useCall } from '../../lib/queries.ts';
import { goTo, useRoute } from '../../lib/route.ts';
import { Answer } from '../../ui/answer.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Page } from '../../ui/page.tsx';
import { PagesLeft } from '../quotas/pages-left.tsx';
import { type Draft, draftOf, draftOfEntry, keptDraft } from './drafts.ts';
import { EntityView } from './entity/entity-view.tsx';
import classes from './explorer.module.css';
import { HistoryList } from './history-list.tsx';
import { OperationList } from './operation-list.tsx';
import { OperationView } from './operation-view.tsx';
import { OperationWords } from './words.tsx';

/** Every operation of the service's interface, to be called by hand; and what was called before. */
export function ExplorerPage() {
  const { t } = useI18n();
  const operations = useCall('operations.list', {});
  return (
    <Page
      fixed
      title={t('explorer.title')}
      aside={operations.data && <span>{t('explorer.count', { count: operations.data.length })}</span>}
      actions={<PagesLeft />}
    >
      <Answer query={operations} waiting={t('common.loading')}>
        {(all) => <Explorer operations={all} />}
      </Answer>
    </Page>
  );
}

/** A call from the history, as it was opened last. */
interface Opened {
  readonly count: number;
  readonly name: string;
  readonly run: boolean;
}

function Explorer({ operations: described }: { readonly operations: readonly OperationDescription[] }) {
  const { t, isKey } = useI18n();
  const { path, query } = useRoute();
  const [, name] = path;
  const [list, setList] = useRemembered<'operations' | 'history'>('explorer list', 'operations');
  const [drafts] = useRemembered('explorer drafts', new Map<string, Draft>());
  const [opened, setOpened] = useState<Opened>({ count: 0, name: '', run: false });
  const operations = useMemo(
    () => described.map((one) => inTheirLanguage(one, { say: t, isKey })),
    [described, t, isKey],
  );
  const byName = new Map(operations.map((one) => [one.name, one]));
  const operation = name === undefined ? undefined : byName.get(name);

  const open = (entry: OperationHistoryEntry, run: boolean) => {
    const found = byName.get(entry.name);
    if (found === undefined) return;
    drafts.set(entry.name, draftOfEntry(entry, found));
    setOpened(({ count }) => ({ count: count + 1, name: entry.name, run }));
    goTo(explorerLink(entry.name));
  };
  /** What the link fills in, what was written before, or nothing. */
  const draftFor = (one: OperationDescription): Draft => {
    const filled = prefilledOf(operationQuery.read(query));
    return filled === undefined ? (drafts.get(one.name) ?? draftOf({}, one)) : draftOf(filled, one);
  };
  return (
    <div className={classes.columns} data-chosen={name !== undefined}>
      <div className={classes.side}>
        <SegmentedControl
          fullWidth
          aria-label={t('explorer.lists')}
          data={[
            { value: 'operations', label: t('explorer.operations') },
            { value: 'history', label: t('explorer.history') },
          ]}
          value={list}
          onChange={(next) => setList(next as typeof list)}
        />
        {list === 'operations' ? (
          <OperationList operations={operations} current={name} />
        ) : (
          <HistoryList operations={operations} onOpen={open} />
        )}
      </div>
      <div className={classes.main}>
        {operation !== undefined ? (
          <OperationWords operation={operation}>
            <OperationView
              key={`${name}?${query}#${opened.name === name ? opened.count : 0}`}
              operation={operation}
              draft={draftFor(operation)}
              onDraft={(draft) => drafts.set(operation.name, keptDraft(draft, operation))}
              runAtOnce={opened.name === name && opened.run}
            />
          </OperationWords>
        ) : name === 'entity' ? (
          <EntityView key={query.toString()} {...entityQuery.read(query)} />
        ) : (
          <Empty title={t(name === undefined ? 'explorer.choose' : 'explorer.unknown')}>
            {t('explorer.chooseText')}
          </Empty>
        )}
      </div>
    </div>
  );
}

import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core';
import { IconPlayerPlay, IconSearch, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { OperationHistoryEntry } from '#shared/bridge/operations.ts';
import type { OperationDescription } from '#shared/operations/description.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useReasons } from '../../lib/i18n/use-reasons.ts';
import { useAction, useCall } from '../../lib/queries.ts';
import { Answer } from '../../ui/answer.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Empty } from '../../ui/empty.tsx';
import classes from './explorer.module.css';
import { useOperationTitle } from './operation-titles.ts';

interface HistoryListProps {
  readonly operations: readonly OperationDescription[];
  readonly onOpen: (entry: OperationHistoryEntry, run: boolean) => void;
}

/** The profile's last calls: found by a few letters, opened in the form or made again. */
export function HistoryList({ operations, onOpen }: HistoryListProps) {
  const { t } = useI18n();
  const titleOf = useOperationTitle();
  const history = useCall('operations.history', {});
  const forget = useAction('operations.forget');
  const [search, setSearch] = useState('');
  const [asks, setAsks] = useState(false);
  const byName = new Map(operations.map((one) => [one.name, one]));
  const wanted = search.trim().toLowerCase();
  const fits = (entry: OperationHistoryEntry) => {
    const operation = byName.get(entry.name);
    const text = `${entry.name} ${operation === undefined ? '' : titleOf(operation)} ${summaryOf(entry)}`;
    return text.toLowerCase().includes(wanted);
  };
  return (
    <>
      <TextInput
        type="search"
        className={classes.listSearch}
        aria-label={t('explorer.searchHistory')}
        placeholder={t('explorer.searchHistory')}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <div className={classes.operations}>
        <Answer query={history} waiting={t('common.loading')}>
          {(entries) => {
            const found = entries.filter(fits);
            if (found.length === 0)
              return (
                <Empty title={t(entries.length === 0 ? 'explorer.noHistory' : 'explorer.noHistoryMatch')}>
                  {t(entries.length === 0 ? 'explorer.noHistoryText' : 'explorer.noHistoryMatchText')}
                </Empty>
              );
            return (
              <ul className={classes.history} aria-label={t('explorer.history')}>
                {found.map((entry) => (
                  <HistoryRow
                    key={entry.id}
                    entry={entry}
                    operation={byName.get(entry.name)}
                    onOpen={onOpen}
                    onForget={() => forget.mutate({ id: entry.id })}
                  />
                ))}
              </ul>
            );
          }}
        </Answer>
      </div>
      {(history.data?.length ?? 0) > 0 && (
        <Button variant="subtle" color="gray" className={classes.forget ?? ''} onClick={() => setAsks(true)}>
          {t('explorer.clearHistory')}
        </Button>
      )}
      <Confirm
        opened={asks}
        title={t('explorer.clearHistoryTitle')}
        text={t('explorer.clearHistoryText')}
        confirm={t('explorer.clearHistoryConfirm')}
        onConfirm={() => forget.mutate({})}
        onClose={() => setAsks(false)}
      />
    </>
  );
}

interface HistoryRowProps {
  readonly entry: OperationHistoryEntry;
  readonly operation: OperationDescription | undefined;
  readonly onOpen: HistoryListProps['onOpen'];
  readonly onForget: () => void;
}

function HistoryRow({ entry, operation, onOpen, onForget }: HistoryRowProps) {
  const { t, format } = useI18n();
  const titleOf = useOperationTitle();
  const reasons = useReasons();
  const title = operation === undefined ? entry.name : titleOf(operation);
  const { status, code, at, leftOut } = entry;
  const outcome = code === null ? String(status ?? '') : code;
  // What changes something is looked at first; what is missing a part cannot be made again as it was.
  const canRun = operation?.effect === 'reads' && leftOut.length === 0;
  return (
    <li>
      <button
        type="button"
        className={classes.entry}
        disabled={operation === undefined}
        title={`${summaryOf(entry)}${code === null ? '' : `\n${reasons.of(code).happened}`}`}
        onClick={() => onOpen(entry, false)}
      >
        <span>{title}</span>
        <span className={classes.quiet}>
          <span data-good={code === null} className={classes.outcome}>
            {outcome}
          </span>{' '}
          · {format.ago(at)}
          {leftOut.length > 0 && ` · ${t('explorer.leftOut')}`}
        </span>
        <span className={classes.summary} translate="no">
          {summaryOf(entry)}
        </span>
      </button>
      {canRun && (
        <Tooltip label={t('explorer.runAgain')}>
          <ActionIcon aria-label={t('explorer.runAgainOf', { title })} onClick={() => onOpen(entry, true)}>
            <IconPlayerPlay size={14} />
          </ActionIcon>
        </Tooltip>
      )}
      <Tooltip label={t('explorer.forget')}>
        <ActionIcon aria-label={t('explorer.forgetOf', { title })} onClick={onForget}>
          <IconTrash size={14} />
        </ActionIcon>
      </Tooltip>
    </li>
  );
}

/** The request on one line. */
function summaryOf({ request }: OperationHistoryEntry): string {
  const { params = {}, body } = request;
  return [
    ...Object.entries(params).map(([name, value]) => `${name}=${String(value)}`),
    ...(body === undefined ? [] : [JSON.stringify(body)]),
  ].join(' ');
}

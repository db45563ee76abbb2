import { Button, Select } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useEffect, useMemo, useRef } from 'react';
import type { AcrossQuery, Gathering } from '#shared/bridge/across.ts';
import type { DocumentFilter } from '#shared/bridge/documents.ts';
import { type AcrossAddress, acrossHref, acrossQuery } from '../../lib/addresses/across.ts';
import { useQueryValues } from '../../lib/addresses/define-query.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useAction, useCall } from '../../lib/queries.ts';
import { goTo, href } from '../../lib/route.ts';
import { Answer } from '../../ui/answer.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { ExportMenu } from '../../ui/export-menu.tsx';
import { ChosenDocuments } from './chosen-documents.tsx';
import { EntityTable } from './entity-table.tsx';
import { GatheringProgress, Method, Unread } from './gathering-state.tsx';
import { Start } from './start.tsx';
import { useEntities } from './use-entities.ts';

/** Entities over many documents: who is named where, how often and in which tone. */
export function AcrossPage() {
  const { t } = useI18n();
  const address = useQueryValues(acrossQuery);
  if (address.filter === null) {
    return (
      <Page title={t('across.title')}>
        <Start />
      </Page>
    );
  }
  return <Gathered address={address} filter={address.filter} />;
}

interface GatheredProps {
  readonly address: AcrossAddress;
  readonly filter: DocumentFilter;
}

function Gathered({ address, filter }: GatheredProps) {
  const { t } = useI18n();
  const opened = useCall('across.open', { filter });
  const anew = useAction('across.open');
  const query = useTableQuery(address);
  const gathering = opened.data;
  return (
    <Page
      fixed
      title={t('across.title')}
      aside={<ChosenDocuments filter={filter} gathering={gathering} />}
      actions={
        gathering && (
          <>
            <Button
              variant="default"
              leftSection={<IconRefresh size={14} aria-hidden />}
              loading={anew.isPending}
              onClick={() => anew.mutate({ filter, anew: true })}
            >
              {t('across.anew')}
            </Button>
            <ExportMenu
              wanted={(format) => ({
                what: 'entities',
                gatheringId: gathering.gatheringId,
                format,
                ...query,
              })}
              json={t('across.exportJson')}
              disabled={gathering.entities === 0}
            />
          </>
        )
      }
    >
      <Answer query={opened} waiting={t('common.loading')}>
        {(found) =>
          found.total === 0 ? (
            <Empty
              title={t('across.noDocuments')}
              action={<a href={href(['documents'])}>{t('across.choose')}</a>}
            >
              {t('across.noDocumentsText')}
            </Empty>
          ) : (
            <>
              <GatheringProgress gathering={found} />
              <Unread gathering={found} />
              <Entities
                key={found.gatheringId}
                gathering={found}
                address={address}
                query={query}
                onLost={() => void opened.refetch()}
              />
              <Method gathering={found} />
            </>
          )
        }
      </Answer>
    </Page>
  );
}

/** What the address asks of the table. */
function useTableQuery({ text, type, sort }: AcrossAddress): AcrossQuery {
  return useMemo(() => ({ text, type, sort }), [text, type, sort]);
}

interface EntitiesProps {
  readonly gathering: Gathering;
  readonly address: AcrossAddress;
  readonly query: AcrossQuery;
  /** Sluice was started anew and knows nothing of it any more. */
  readonly onLost: () => void;
}

function Entities({ gathering, address, query, onLost }: EntitiesProps) {
  const { t } = useI18n();
  const { open } = address;
  const entities = useEntities(gathering.gatheringId, query, open);
  const show = (part: Partial<AcrossAddress>) => goTo(acrossHref({ ...address, ...part }), { replace: true });
  const isLost = entities.first.error?.code === 'NOT_HERE';
  const lost = useRef(onLost);
  lost.current = onLost;
  useEffect(() => {
    if (isLost) lost.current();
  }, [isLost]);
  const isNarrowed = query.text !== '' || query.type !== null;
  return (
    <>
      <Filters gathering={gathering} query={query} shown={entities.total} onChange={show} />
      <Answer query={entities.first} waiting={t('common.loading')}>
        {() =>
          entities.total === 0 ? (
            <Empty
              title={t(
                isNarrowed ? 'across.noMatch' : gathering.state === 'running' ? 'across.soon' : 'across.none',
              )}
            >
              {t(
                isNarrowed
                  ? 'across.noMatchText'
                  : gathering.state === 'running'
                    ? 'across.soonText'
                    : 'across.noneText',
              )}
            </Empty>
          ) : (
            <EntityTable
              entities={entities}
              onSort={(sort) => show({ sort })}
              onOpen={(key) => show({ open: key })}
            />
          )
        }
      </Answer>
    </>
  );
}

interface FiltersProps {
  readonly gathering: Gathering;
  readonly query: AcrossQuery;
  /** Entities of the query. */
  readonly shown: number;
  readonly onChange: (part: Partial<AcrossQuery>) => void;
}

/** Stands for "no type chosen"; no type begins with a space. */
const any = ' ';

function Filters({ gathering, query, shown, onChange }: FiltersProps) {
  const { t, format } = useI18n();
  return (
    <FilterBar>
      <SearchField
        label={t('across.filter')}
        value={query.text}
        onChange={(typed) => onChange({ text: typed })}
      />
      <Select
        aria-label={t('across.type')}
        allowDeselect={false}
        value={query.type ?? any}
        onChange={(type) => onChange({ type: type === any ? null : type })}
        data={[
          { value: any, label: t('across.anyType') },
          ...gathering.types.map(({ type, entities }) => ({
            value: type,
            label: `${type === '' ? t('across.untyped') : type} (${format.number(entities)})`,
          })),
        ]}
        w={190}
      />
      <output className="quiet">{t('across.shown', { count: shown })}</output>
    </FilterBar>
  );
}

import { TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { OperationDescription } from '#shared/operations/description.ts';
import { explorerLink } from '../../lib/addresses/explorer.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { goTo } from '../../lib/route.ts';
import classes from './explorer.module.css';
import { filterOperations } from './filter-operations.ts';
import { useOperationTitle } from './operation-titles.ts';

interface OperationListProps {
  readonly operations: readonly OperationDescription[];
  /** Name of the operation on screen. */
  readonly current: string | undefined;
}

/** Every operation by area, found by a few letters: / goes to the search, arrows move, Enter opens. */
export function OperationList({ operations, current }: OperationListProps) {
  const { t } = useI18n();
  const titleOf = useOperationTitle();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLElement>(null);
  const [search, setSearch] = useState('');
  useHotkeys([
    [
      '/',
      () => {
        input.current?.focus();
        input.current?.select();
      },
    ],
  ]);
  const groups = filterOperations(
    operations,
    search,
    (one) => `${titleOf(one)}\n${t(`explorer.area.${one.area}`)}`,
  );
  const links = () => [...(list.current?.querySelectorAll<HTMLAnchorElement>('a') ?? [])];

  function onSearchKey(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown') links()[0]?.focus();
    else if (event.key === 'Enter') {
      const first = groups[0]?.operations[0];
      if (first !== undefined) goTo(explorerLink(first.name));
    } else if (event.key === 'Escape' && search !== '') setSearch('');
    else return;
    event.preventDefault();
  }
  function onListKey(event: KeyboardEvent): void {
    const all = links();
    const at = all.indexOf(document.activeElement as HTMLAnchorElement);
    if (event.key === 'ArrowDown') all[Math.min(all.length - 1, at + 1)]?.focus();
    else if (event.key === 'ArrowUp') (at <= 0 ? input.current : all[at - 1])?.focus();
    else if (event.key === 'Home') all[0]?.focus();
    else if (event.key === 'End') all.at(-1)?.focus();
    else return;
    event.preventDefault();
  }
  return (
    <>
      <TextInput
        ref={input}
        type="search"
        className={classes.listSearch}
        aria-label={t('explorer.search')}
        placeholder={t('explorer.searchHint')}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        onKeyDown={onSearchKey}
      />
      <nav
        ref={list}
        className={classes.operations}
        aria-label={t('explorer.operations')}
        onKeyDown={onListKey}
      >
        {groups.length === 0 && <p className={classes.quiet}>{t('explorer.noOperation')}</p>}
        {groups.map(({ area, operations: inArea }) => (
          <section key={area} aria-labelledby={`area-${area}`}>
            <h2 id={`area-${area}`}>{t(`explorer.area.${area}`)}</h2>
            <ul>
              {inArea.map((one) => (
                <li key={one.name}>
                  <a
                    href={explorerLink(one.name)}
                    aria-current={one.name === current ? 'page' : undefined}
                    title={`${one.method} ${one.path}`}
                  >
                    {titleOf(one)}
                    {one.effect === 'deletes' && (
                      <span className={classes.dangerDot} title={t('explorer.deletes')}>
                        <span className="visually-hidden">{t('explorer.deletes')}</span>
                      </span>
                    )}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </>
  );
}

import { useRemembered } from '../../../lib/history-memory.tsx';
import type { GridSort } from '../../../ui/grid/columns.ts';
import type { TableQuery } from '../model/tables.ts';

/** What a table shows, the most relevant first; "back" finds it as it was. */
export function useTableQuery<Column extends string>(table: string, first: Column) {
  const [query, setQuery] = useRemembered<TableQuery<Column>>(`annotated ${table} query`, {
    sort: first,
    isDescending: true,
    filter: '',
    type: null,
  });
  return {
    query,
    sort: { by: query.sort, descending: query.isDescending },
    onSort: ({ by, descending }: GridSort<Column>) =>
      setQuery((old) => ({ ...old, sort: by, isDescending: descending })),
    onFilter: (filter: string) => setQuery((old) => ({ ...old, filter })),
    onType: (type: string | null) => setQuery((old) => ({ ...old, type })),
  };
}

import type { BlockView } from '../types.ts';
import { mostCells } from './table-shape.ts';

type TableView = Pick<BlockView, 'text' | 'table'>;

/** Where tables have more cells than come into the page together, they all stay as they were extracted. */
export function withinCells<View extends TableView>(views: readonly View[]): View[] {
  const cells = views.reduce((sum, view) => sum + (view.table?.columns ?? 0) * rowsOf(view), 0);
  return views.map((view) => (cells > mostCells ? { ...view, table: null } : view));
}

/** How many rows are drawn. One of an original may go over several lines of the text. */
function rowsOf({ text, table }: TableView): number {
  if (table === null || !('rows' in table)) return text.split('\n').length;
  return table.rows.filter(({ cells }) => cells.some(({ start }) => start >= 0 && start < text.length))
    .length;
}

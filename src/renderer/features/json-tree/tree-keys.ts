import type { TreeRow } from './tree-model.ts';

/** What a key does in the tree; as in fx and jless. */
export type TreeCommand =
  | { readonly kind: 'move'; readonly to: number }
  | { readonly kind: 'expand' | 'expandAll'; readonly isExpanded: boolean }
  | { readonly kind: 'parent' | 'search' | 'next' | 'previous' | 'choose' | 'copyValue' | 'copyPath' };

export interface KeyPressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** @param row the active line, where it is known already. @param page lines in sight */
export function commandOf(
  event: KeyPressed,
  row: TreeRow | undefined,
  at: number,
  total: number,
  page: number,
): TreeCommand | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const isBranch = row?.kind === 'object' || row?.kind === 'array';
  const isOpen = row?.isExpanded === true;
  const move = (to: number): TreeCommand => ({ kind: 'move', to: Math.max(0, Math.min(total - 1, to)) });
  switch (event.key) {
    case 'ArrowDown':
    case 'j':
      return move(at + 1);
    case 'ArrowUp':
    case 'k':
      return move(at - 1);
    case 'PageDown':
      return move(at + page);
    case 'PageUp':
      return move(at - page);
    case 'Home':
    case 'g':
      return move(0);
    case 'End':
    case 'G':
      return move(total - 1);
    case 'ArrowRight':
    case 'l':
      if (isBranch && !isOpen) return { kind: 'expand', isExpanded: true };
      return isBranch && row.count > 0 ? move(at + 1) : null;
    case 'ArrowLeft':
    case 'h':
      return isBranch && isOpen ? { kind: 'expand', isExpanded: false } : { kind: 'parent' };
    case ' ':
      return isBranch ? { kind: 'expand', isExpanded: !isOpen } : { kind: 'choose' };
    case 'e':
      return { kind: 'expandAll', isExpanded: true };
    case 'E':
      return { kind: 'expandAll', isExpanded: false };
    case 'Enter':
      return { kind: 'choose' };
    case '/':
      return { kind: 'search' };
    case 'n':
      return { kind: 'next' };
    case 'N':
      return { kind: 'previous' };
    case 'y':
      return { kind: 'copyValue' };
    case 'p':
      return { kind: 'copyPath' };
    default:
      return null;
  }
}

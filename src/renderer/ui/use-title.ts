import { useDocumentTitle } from '@mantine/hooks';

/** Names the window, or the tab, after what it shows. */
export function useTitle(shown: string): void {
  useDocumentTitle(`${shown} · Sluice`);
}

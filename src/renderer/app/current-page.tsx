import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useI18n } from '../lib/i18n/i18n-context.tsx';
import { usePath, useRoute } from '../lib/route.ts';
import { Loading } from '../ui/loading.tsx';
import { PageBoundary } from './page-boundary.tsx';
import { codeOfPage, pageAt } from './pages.ts';
import classes from './shell.module.css';

/** The page that the address means. */
export function CurrentPage() {
  const path = usePath();
  const { page, parameters } = pageAt(path);
  const place = JSON.stringify([page.address, parameters]);
  return (
    <Boundary>
      <PageOf key={place} page={page} parameters={parameters} />
    </Boundary>
  );
}

/** Hears of each address, so that another one ends a failure; the page itself is not drawn anew. */
function Boundary({ children }: { readonly children: ReactNode }) {
  useRoute();
  return <PageBoundary address={location.hash}>{children}</PageBoundary>;
}

/** Not by React's `lazy`, which shows for 300 ms that it waits where the code comes after 10. */
function PageOf({ page, parameters }: ReturnType<typeof pageAt>) {
  const { t } = useI18n();
  const { data: Code, error } = useQuery(codeOfPage(page));
  if (error) throw error;
  if (Code) return <Code {...parameters} />;
  return (
    <div className={classes.waiting}>
      <Loading>{t('common.loading')}</Loading>
    </div>
  );
}

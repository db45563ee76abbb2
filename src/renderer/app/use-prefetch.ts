import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Call } from '../lib/bridge/call.ts';
import { useCallFunction } from '../lib/bridge/host-context.tsx';
import { callQuery } from '../lib/queries.ts';
import { parseRoute } from '../lib/route.ts';
import { codeOfPage, pageAt, pages } from './pages.ts';

/** Fetches the page of an address, `#/…`, before it is shown. */
export function prefetchPage(client: QueryClient, address: string): Promise<void> {
  return client.prefetchQuery(codeOfPage(pageAt(parseRoute(address).path).page));
}

/** The same for one that somebody goes to, and what it asks for first. */
export function beginPage(client: QueryClient, call: Call, address: string): void {
  const { page, parameters } = pageAt(parseRoute(address).path);
  for (const [name, input] of page.asks(parameters))
    void client.prefetchQuery({
      ...callQuery(call, name, input),
      // What was asked before is asked anew by who shows it; each jump within a document comes here too.
      staleTime: 'static',
    });
  void prefetchPage(client, address);
}

/** Milliseconds after somebody went to a page in which no other is fetched. */
const calm = 1_000;

/** Fetches pages before somebody goes there: those that are pointed at, and all others in idle moments. */
export function usePrefetch(): void {
  const client = useQueryClient();
  const call = useCallFunction();
  useEffect(() => {
    const aim = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('a[href^="#/"]') : null;
      if (link) void prefetchPage(client, link.getAttribute('href') ?? '');
    };
    addEventListener('pointerover', aim);
    addEventListener('focusin', aim);
    const left = [...pages];
    let wentAt = performance.now();
    const went = () => {
      wentAt = performance.now();
      beginPage(client, call, location.hash);
    };
    addEventListener('hashchange', went);
    let waiting = 0;
    const go = () => {
      // Where a browser does not tell when it is idle, pointing has to do.
      if (left.length > 0 && 'requestIdleCallback' in window) waiting = requestIdleCallback(fetchNext);
    };
    const fetchNext = () => {
      // A page that comes leaves the browser idle between its parts.
      const page = performance.now() < wentAt + calm ? undefined : left.shift();
      if (page === undefined) go();
      else void client.prefetchQuery(codeOfPage(page)).then(go);
    };
    go();
    return () => {
      removeEventListener('pointerover', aim);
      removeEventListener('focusin', aim);
      removeEventListener('hashchange', went);
      left.length = 0;
      if (waiting !== 0) cancelIdleCallback(waiting);
    };
  }, [client, call]);
}

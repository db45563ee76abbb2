import { useCallback, useEffect, useRef, useState } from 'react';
import { goTo, href, useRoute } from '../../lib/route.ts';
import type { Place, Target } from './model/types.ts';
import type { RemoteDocument } from './worker/document-client.ts';

export interface ShownPlace extends Place {
  /** Counts up, so that the same place can be shown again. */
  readonly turn: number;
}

/** What an address asks to be shown; null for nothing. */
export function targetOf(query: URLSearchParams): Target | null {
  const path = query.get('path');
  if (path !== null) return { kind: 'path', path };
  const entity = query.get('entity');
  if (entity !== null) return { kind: 'entity', key: entity };
  const event = Number(query.get('event') ?? Number.NaN);
  if (Number.isInteger(event) && event >= 0) return { kind: 'event', event };
  const chunk = Number(query.get('chunk') ?? Number.NaN);
  if (!Number.isInteger(chunk) || chunk < 0) return null;
  const paragraph = Number(query.get('paragraph') ?? Number.NaN);
  return {
    kind: 'chunk',
    chunk,
    quote: query.get('quote'),
    paragraph: Number.isInteger(paragraph) ? paragraph : null,
  };
}

/**
 * The place all panes show, kept in the address: `?path=`, `?entity=` (id or name), `?event=` (number) or `?chunk=` (of the
 * service's search, with `quote=` and `paragraph=` where they are known), so that links lead to it and "back" works.
 */
export function usePlace(remote: RemoteDocument, route: readonly string[]) {
  const { query } = useRoute();
  const [place, setPlace] = useState<ShownPlace | null>(null);
  const turn = useRef(0);
  const written = useRef<string | null>(null);
  /** Counts what was asked for: a slow answer never replaces a later choice. */
  const latest = useRef(0);
  const routeText = route.join('/');

  const take = useCallback((found: Place | null) => {
    turn.current += 1;
    if (found !== null) setPlace({ ...found, turn: turn.current });
  }, []);

  const asked = query.toString();
  useEffect(() => {
    if (written.current === asked) return;
    written.current = asked;
    latest.current += 1;
    const mine = latest.current;
    const target = targetOf(new URLSearchParams(asked));
    if (target === null) return;
    void remote.locate(target).then((found) => {
      if (mine === latest.current) take(found);
    });
  }, [remote, asked, take]);

  /** Shows a place that is known, under the address that leads back to it. */
  const showPlace = useCallback(
    (found: Place, values: Readonly<Record<string, string>>) => {
      latest.current += 1;
      const address = href(routeText.split('/'), values);
      written.current = new URLSearchParams(values).toString();
      take(found);
      goTo(address, { replace: true });
    },
    [routeText, take],
  );

  const show = useCallback(
    async (target: Target) => {
      latest.current += 1;
      const mine = latest.current;
      const found = await remote.locate(target);
      if (mine !== latest.current) return;
      if (target.kind === 'entity') showPlace(found, { entity: target.key });
      else if (target.kind === 'event') showPlace(found, { event: String(target.event) });
      else if (found.path !== '') showPlace(found, { path: found.path });
    },
    [remote, showPlace],
  );

  return { place, show, showPlace };
}

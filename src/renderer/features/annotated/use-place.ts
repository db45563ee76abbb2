import { useCallbackRef } from '@mantine/hooks';
import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type PlaceAddress, placeQuery } from '../../lib/addresses/annotated.ts';
import { goTo, href, useRoute } from '../../lib/route.ts';
import type { Place, Target } from './model/types.ts';
import type { RemoteDocument } from './worker/document-client.ts';

export interface ShownPlace extends Place {
  /** Counts up, so that the same place can be shown again. */
  readonly turn: number;
}

/** What an address asks to be shown; null for nothing. */
export function targetOf(address: PlaceAddress): Target | null {
  const { path, from, to, entity, event, chunk, quote, paragraph } = address;
  if (path !== null) return { kind: 'path', path, from, to };
  if (entity !== null) return { kind: 'entity', key: entity };
  if (event !== null) return { kind: 'event', event };
  return chunk === null ? null : { kind: 'chunk', chunk, quote, paragraph };
}

/**
 * The place all panes show, kept in the address: `?path=` (with `from=` and `to=` for a range of its text),
 * `?entity=` (id or name), `?event=` (number) or `?chunk=` (of the service's search, with `quote=` and
 * `paragraph=` where they are known), so that links lead to it and "back" works.
 *
 * @param onLink a link within the document was followed
 */
export function usePlace(remote: RemoteDocument, route: readonly string[], onLink: () => void) {
  const { query } = useRoute();
  const [place, setPlace] = useState<ShownPlace | null>(null);
  const turn = useRef(0);
  const written = useRef<string | null>(null);
  /** Counts what was asked for: a slow answer never replaces a later choice. */
  const latest = useRef(0);
  const routeText = route.join('/');
  const linked = useCallbackRef(onLink);

  const take = useCallback((found: Place | null) => {
    turn.current += 1;
    const shown = turn.current;
    // In this turn of the browser, and not after the frames it may have to draw until then.
    if (found !== null) flushSync(() => setPlace({ ...found, turn: shown }));
  }, []);

  const asked = query.toString();
  useEffect(() => {
    if (written.current === asked) return;
    const isFirst = written.current === null;
    written.current = asked;
    latest.current += 1;
    const mine = latest.current;
    const target = targetOf(placeQuery.read(new URLSearchParams(asked)));
    if (target === null) return;
    void remote.locate(target).then((found) => {
      if (mine !== latest.current) return;
      take(found);
      if (!isFirst) linked();
    });
  }, [remote, asked, take, linked]);

  /** Shows a place that is known, under the address that leads back to it. */
  const showPlace = useCallback(
    (found: Place, values: Partial<PlaceAddress>) => {
      latest.current += 1;
      const address = href(routeText.split('/'), placeQuery.write(values));
      written.current = placeQuery.write(values);
      take(found);
      goTo(address, { replace: true });
    },
    [routeText, take],
  );

  /** Answers with what is shown then; null where something else was chosen meanwhile. */
  const show = useCallback(
    async (target: Target) => {
      latest.current += 1;
      const mine = latest.current;
      const found = await remote.locate(target);
      if (mine !== latest.current) return null;
      if (target.kind === 'entity') showPlace(found, { entity: target.key });
      else if (target.kind === 'event') showPlace(found, { event: target.event });
      else if (found.path !== '') showPlace(found, { path: found.path });
      return found;
    },
    [remote, showPlace],
  );

  return { place, show, showPlace };
}
